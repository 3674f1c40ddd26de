import { shown } from './view.ts'

/** What an app of EKQR's or CutePe's clients puts into the page that it shows (Android's `addJavascriptInterface`). */
interface AppInterface {
  paymentResponse?(clientTxnId: string, txnId: string): void
  errorResponse?(): void
}

let announced = false

/** Once: the app closes the page at the first word. A method of an app may throw, and the page goes on without it. */
const call = (use: (app: AppInterface) => void): void => {
  const app = (window as { Interface?: AppInterface }).Interface
  if (!app || announced) return
  announced = true
  try {
    use(app)
  } catch {
    // The page shows the outcome all the same.
  }
}

const fail = (): void => call((app) => app.errorResponse?.())

/**
 * Apps take `paymentResponse` for a payment, so it is called for one only; any other end is `errorResponse`. While the customer may
 * try again there is no end. Pages of our own dialect never call; a page without an order does not know its dialect.
 */
export const notifyApp = (): void => {
  const { kind, app, appClient = '', appTxn = '' } = shown()
  if (app === 'paid') call((its) => its.paymentResponse?.(appClient, appTxn))
  else if (app === 'failed' || kind === 'broken') fail()
}

/** The customer gave up. */
export const notifyAppOfLeaving = (): void => {
  if (shown().app !== undefined) fail()
}
