import { shown } from './view.ts'

/** The object that EKQR's and CutePe's client apps inject into the page (Android's `addJavascriptInterface`). */
interface AppInterface {
  paymentResponse?(clientTxnId: string, txnId: string): void
  errorResponse?(): void
}

let announced = false

/** Calls the app at most once, because it closes the page at the first call. An exception in the app's method is ignored. */
const call = (use: (app: AppInterface) => void): void => {
  const app = (window as { Interface?: AppInterface }).Interface
  if (!app || announced) return
  announced = true
  try {
    use(app)
  } catch {
    // The page still shows the outcome.
  }
}

const fail = (): void => call((app) => app.errorResponse?.())

/**
 * Reports the final outcome to the app: `paymentResponse` only for a payment, because apps treat that call as proof, else
 * `errorResponse`. While the customer can retry, nothing is reported. Pages of Galla's own dialect report nothing; a page without
 * an order cannot know its dialect, so it reports the error.
 */
export const notifyApp = (): void => {
  const { kind, app, appClient = '', appTxn = '' } = shown()
  if (app === 'paid') call((its) => its.paymentResponse?.(appClient, appTxn))
  else if (app === 'failed' || kind === 'broken') fail()
}

export const notifyAppOfLeaving = (): void => {
  if (shown().app !== undefined) fail()
}
