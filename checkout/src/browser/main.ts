import { REDIRECT_DELAY_MS } from '@galla/contract/orders/order-status'
import { MANY } from '../script-messages.ts'
import { timeLeft } from '../time-left.ts'
import { copy, share } from './keep.ts'
import { LATE_POLL_MS, listener, POLL_MS } from './listen.ts'
import * as messages from './messages.ts'
import {
  cameBack,
  gotView,
  heardStatus,
  isWaiting,
  lookOf,
  lostContact,
  type PageState,
  type Shown,
  type Status,
  startState,
} from './page-state.ts'
import { announce, fetchView, main, replaceMain, request, showBroken, showLoading, shown } from './view.ts'

const REFUSED = 'refused'

/** Sends the customer's payment claim and shows the reply. The input stays in the form. */
const claim = async (form: HTMLFormElement): Promise<void> => {
  const at = <E extends Element>(selector: string) => form.querySelector(selector) as E
  const field = at<HTMLInputElement>('input')
  const wrong = at('.wrong')
  const button = at<HTMLElement>('button')
  const answerLine = at<HTMLElement>('.answer')
  const answer = (text: string, outcome: string): void => {
    answerLine.dataset.outcome = outcome
    answerLine.textContent = text
  }
  if (button.ariaBusy) return
  answer('', '')
  const utr = field.value.replace(/[\s-]/g, '')
  const isUtr = /^\d{12}$/.test(utr)
  field.ariaInvalid = `${!isUtr}`
  wrong.textContent = isUtr ? '' : messages.utrWrong
  if (!isUtr) return field.focus()
  button.ariaBusy = 'true'
  button.textContent = messages.claimSending
  try {
    const response = await request(`/api/v1/order/claim/${shown().order}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ utr }),
    })
    const { msg, outcome }: { msg: string; outcome?: string } = await response.json()
    answer(msg, outcome ?? REFUSED)
  } catch {
    answer(messages.claimUnsent, REFUSED)
  }
  button.ariaBusy = null
  button.textContent = messages.claimSend
}

const SOON_SECONDS = 60
const LAST_SECONDS = 10

/** In monotonic time, so that a wrong or changing device clock does not matter. */
let deadline = 0
let lastSeconds = Infinity

const leaves = (leftMs: number, atMs = performance.now()): void => {
  deadline = atMs + leftMs
}

const daysText = (days: number): string =>
  days === 1 ? messages.oneDay : messages.manyDays.replace(MANY, `${days}`)

const leftMs = (): number => deadline - performance.now()

/** Hides an expired code even when the server cannot be reached. */
const draw = (): void => {
  const left = leftMs()
  const seconds = Math.max(0, Math.ceil(left / 1000))
  const clock = main().querySelector('[data-clock]')
  if (!clock) return
  clock.textContent = timeLeft(seconds, daysText)
  const bar = main().querySelector('progress')
  if (bar) bar.value = seconds
  main().classList.toggle('soon', seconds <= SOON_SECONDS)
  if (lastSeconds > SOON_SECONDS && seconds <= SOON_SECONDS && seconds > LAST_SECONDS)
    announce(messages.minuteLeft)
  if (lastSeconds > LAST_SECONDS && seconds <= LAST_SECONDS && seconds > 0) announce(messages.secondsLeft)
  lastSeconds = seconds
}

/** Starts the countdown of a new view. A page that opens with less than a minute left does not announce the last minute. */
const restart = (atMs?: number): void => {
  leaves(Number(shown().left ?? 0), atMs)
  lastSeconds = Math.ceil(leftMs() / 1000)
  draw()
}

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
const notifyApp = (): void => {
  const { kind, app, appClient = '', appTxn = '' } = shown()
  if (app === 'paid') call((its) => its.paymentResponse?.(appClient, appTxn))
  else if (app === 'failed' || kind === 'broken') fail()
}

const notifyAppOfLeaving = (): void => {
  if (shown().app !== undefined) fail()
}

/** The page reports once that a person opened it; the other tries are for bad networks. */
const OPENINGS_MAX = 5
/** Time to read the message and to open the claim form. */
const EXPIRED_REDIRECT_MS = 5000

let openings = 0
let fetching = false
let fetchedMs = -POLL_MS
let redirecting = false
/** An app link was tapped; the customer may return with or without having paid. */
let appOpened = false

const shownIn = ({ dataset }: HTMLElement): Shown => ({
  kind: dataset.kind ?? '',
  status: dataset.status ?? '',
  expires: dataset.expires ?? '',
  version: Number(dataset.version ?? 0),
  received: dataset.received ?? '',
})

let state = startState(shownIn(main()))

const look = () => lookOf(state, leftMs() <= 0)

/** Applies the state and renders what it implies beside the view. */
const enter = (next: PageState): void => {
  const before = look().notice
  state = next
  const { isOffered, notice } = look()
  main().classList.toggle('outdated', !isOffered)
  const pill = main().querySelector<HTMLElement>('.band .status')
  // While offline the page cannot know whether the payment is still pending.
  if (pill) pill.style.display = notice === 'offline' ? 'none' : ''
  if (pill && notice !== 'offline')
    pill.textContent = notice === 'waiting' ? messages.waiting : messages.checking
  // The heading of an outdated outcome is wrong; the next view brings its own.
  const heading = main().querySelector('.icon + h1')
  if (heading && !isOffered) document.title = heading.textContent = messages.checking
  const noticeLine = main().querySelector('[data-notice]')
  const text = notice === 'offline' ? messages.offline : ''
  if (noticeLine && noticeLine.textContent !== text) noticeLine.textContent = text
  if (notice === 'checking' && before !== notice) announce(messages.checking)
}

/** Fetches and shows the current view. Returns true when the screen is up to date. */
const update = async (isSecond = false): Promise<boolean> => {
  if (fetching) return false
  fetching = true
  fetchedMs = performance.now()
  const view = await fetchView()
  fetching = false
  const { isShown, ...next } = gotView(state, view && shownIn(view))
  if (isShown) leaves(Number(view?.dataset.left ?? 0))
  if (isShown && view && isOther(view)) {
    replaceMain(view)
    begin()
  }
  enter(next)
  // The view was rendered before a status that arrived meanwhile.
  return !isShown && view && !isSecond ? update(true) : isShown
}

/** False when the new view has the same code: the screen keeps the input and the focus. */
const isOther = ({ dataset: { kind, expires } }: HTMLElement): boolean =>
  kind !== 'payable' || shown().kind !== 'payable' || expires !== shown().expires

const hear = (heard: Status): void => {
  const isNews = isWaiting(shownIn(main())) && heard.version >= state.newest
  if (isNews) leaves(Date.parse(heard.expiresAt) - Date.parse(heard.serverTime))
  enter(heardStatus(state, heard))
  if (!isNews) return
  if (state.isOutdated) void update()
  else if (heard.status === 'created') open()
  else shown().status = heard.status
}

const { keepUp, checkNow, stop } = listener(hear, () => enter(lostContact(state)))

/**
 * An order that can be paid is polled whether or not the stream is heard: the stream is only faster. A declined payment is not polled; the
 * stream still reports a late success.
 */
const pollMs = (): number => {
  if (shown().kind === 'declined') return Infinity
  return leftMs() > 0 ? POLL_MS : LATE_POLL_MS
}

const report = (opening: { retry: false } | { again: true } | { leave: true }): Promise<Response> =>
  request(`/api/v1/order/pay/${shown().order}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(opening),
  })

/**
 * Reports that a person opened the order. Skipped on a reload of a pending or declined page, which the server would treat as a
 * retry.
 */
const open = (): void => {
  if (shown().status !== 'created' || shown().kind !== 'payable' || openings >= OPENINGS_MAX) return
  openings += 1
  report({ retry: false }).then(
    (response) => {
      if (response.ok && shown().status === 'created') shown().status = 'pending'
    },
    () => undefined,
  )
}

/** On this device only; a browser may refuse to store it. */
const LAST_APP_KEY = 'upi-app'

const keepApp = (name: string): void => {
  try {
    localStorage[LAST_APP_KEY] = name
  } catch {
    // The order of the apps stays as it is.
  }
}

/** The app that the customer used last stands first. */
const sortApps = (): void => {
  try {
    const name = localStorage[LAST_APP_KEY]
    for (const link of main().querySelectorAll('.grid a'))
      if (link.textContent === name) link.parentElement?.prepend(link)
  } catch {
    // As above.
  }
}

/** Starts the timers and handlers of the view on the screen. */
const begin = (atMs?: number): void => {
  restart(atMs)
  notifyApp()
  sortApps()
  const browser = main().querySelector<HTMLAnchorElement>('[data-browser]')
  if (browser) browser.href = inBrowser()
  if (isWaiting(shownIn(main()))) openWhenSeen()
  else stop()
  goBack()
}

/** The Android intent that opens this page in the customer's own browser. */
const inBrowser = (): string => {
  const { host, pathname, search, protocol } = location
  return `intent://${host}${pathname}${search}#Intent;scheme=${protocol.slice(0, -1)};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`
}

/** Redirects to the shop, unless the customer has the claim form open. */
const goBack = (): void => {
  const { to, kind } = shown()
  if (!to || !/^https?:/.test(to) || redirecting) return
  redirecting = true
  setTimeout(
    () => {
      redirecting = false
      if (shown().to === to && !main().querySelector('[data-claim][open]')) location.replace(to)
    },
    kind === 'paid' ? REDIRECT_DELAY_MS : EXPIRED_REDIRECT_MS,
  )
}

/** A browser that prerenders the page runs its script before a person sees it. */
const openWhenSeen = (): void => {
  if ((document as { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', open, { once: true })
  else open()
}

const tick = (): void => {
  // Runs just after each full second, so that the displayed figure is never stale.
  setTimeout(tick, leftMs() > 0 ? (leftMs() % 1000) + 5 : 1000)
  if (!isWaiting(shownIn(main()))) return
  draw()
  if (leftMs() <= 0) enter(state)
  const isOver = shown().kind === 'payable' || (shown().kind === 'declined' && shown().app !== undefined)
  const isWrong = state.isOutdated || (leftMs() <= 0 && isOver)
  if (isWrong && performance.now() - fetchedMs >= POLL_MS) void update()
  keepUp(pollMs())
}

const loadAgain = async (): Promise<void> => {
  showLoading()
  // A concurrent fetch may have shown the view already.
  if (!(await update()) && shown().kind === undefined) showBroken(messages.loadBroken)
}

/** Retry Payment and Try Again: asks for the next attempt, and shows the order as it then is. */
const retry = async (): Promise<void> => {
  const isDeclined = shown().kind === 'declined'
  showLoading()
  try {
    const response = await report({ again: true })
    // A page that could not be loaded is loaded, whether or not its order gets another attempt.
    if (response.ok || !isDeclined) return await loadAgain()
    const reply: { msg?: string } = await response.json().catch(() => ({}))
    showBroken(reply.msg ?? messages.loadFailed)
  } catch {
    showBroken(messages.loadBroken)
  }
}

/** Go Back to the shop, which asks for the status at once: the order has to end first. Without contact, the customer goes all the same. */
const leave = async (to: string): Promise<void> => {
  await report({ leave: true }).catch(() => undefined)
  // The app may close the page.
  notifyAppOfLeaving()
  if (to === '') history.back()
  else location.assign(to)
}

document.addEventListener('click', (event) => {
  const at = (attribute: string) => (event.target as Element).closest<HTMLElement>(`[data-${attribute}]`)
  if (at('leave') ?? at('back')) notifyAppOfLeaving()
  // A customer who opened the receipt is not redirected to the shop.
  if (at('stay')) delete shown().to
  if ((event.target as Element).closest('.apps a')) appOpened = true
  const app = (event.target as Element).closest('.grid a')
  if (app) keepApp(app.textContent ?? '')
  const button = at('copy') ?? at('share') ?? at('back') ?? at('again')
  if (!button) return
  if (button.dataset.copy !== undefined) void copy(button)
  else if (button.dataset.share !== undefined) void share(button.dataset.share)
  else if (button.dataset.back !== undefined) history.back()
  else void retry()
})

document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement
  const { goes, retry: isRetry } = form.dataset
  const isClaim = form.closest('[data-claim]')
  if (!isClaim && goes === undefined && isRetry === undefined) return
  event.preventDefault()
  if (isClaim) void claim(form).then(checkNow)
  else void (goes === undefined ? retry() : leave(goes))
})

/** When the customer returns, perhaps from a UPI app, fetches the view itself: one round trip shows the current state. */
const comeBack = (): void => {
  if (document.hidden || !isWaiting(shownIn(main()))) return
  draw()
  if (appOpened) {
    appOpened = false
    enter(cameBack(state))
    void update()
  }
  checkNow()
}
document.addEventListener('visibilitychange', comeBack)
addEventListener('online', comeBack)
addEventListener('offline', () => enter(lostContact(state)))
addEventListener('pageshow', (event) => {
  if (event.persisted) comeBack()
})

// The server computed the remaining time when its response started, not when this script started.
const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
begin(navigation?.responseStart)
if (isWaiting(shownIn(main()))) keepUp(pollMs())
tick()
