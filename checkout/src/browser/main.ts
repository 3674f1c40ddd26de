import { REDIRECT_DELAY_MS } from '@galla/contract/orders/order-status'
import { notifyApp, notifyAppOfLeaving } from './app-interface.ts'
import { claim } from './claim.ts'
import { draw, leaves, leftMs, restart } from './countdown.ts'
import { copy, share } from './keep.ts'
import { LATE_POLL_MS, listener, POLL_MS } from './listen.ts'
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
import {
  announce,
  fetchView,
  main,
  messages,
  replaceMain,
  request,
  showBroken,
  showLoading,
  shown,
} from './view.ts'

/** A page that came as `created` is opened once; these tries are for a bad network. */
const OPENINGS_MAX = 5
/** Long enough to read why, and to open the form of a payment that was made. */
const EXPIRED_REDIRECT_MS = 5000

let openings = 0
let fetching = false
let fetchedMs = -POLL_MS
let redirecting = false
/** A link to an app was tapped; the customer may come back with or without having paid. */
let appOpened = false

const shownIn = ({ dataset }: HTMLElement): Shown => ({
  kind: dataset.kind ?? '',
  status: dataset.status ?? '',
  expires: dataset.expires ?? '',
  version: Number(dataset.version ?? 0),
})

let state = startState(shownIn(main()))

const look = () => lookOf(state, leftMs() <= 0)

/** Draws what the state says beside the view. */
const enter = (next: PageState): void => {
  const before = look().notice
  state = next
  const { isOffered, notice } = look()
  main().classList.toggle('outdated', !isOffered)
  const pill = main().querySelector<HTMLElement>('.payable > .status')
  // Without a connection nobody knows whether the payment is still waited for.
  if (pill) pill.style.display = notice === 'offline' ? 'none' : ''
  if (pill && notice !== 'offline') pill.textContent = messages[notice]
  // A heading that names an outcome is no longer true; the view that comes next has its own.
  const heading = main().querySelector('.icon + h1')
  if (heading && !isOffered) document.title = heading.textContent = messages.checking
  const place = main().querySelector('[data-notice]')
  const text = notice === 'offline' ? messages.offline : ''
  if (place && place.textContent !== text) place.textContent = text
  if (notice === 'checking' && before !== notice) announce(messages.checking)
}

/** True when the screen has what the server renders now. */
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
  // It was rendered before what was heard meanwhile.
  return !isShown && view && !isSecond ? update(true) : isShown
}

/** The same code stays on the screen, with what was typed and where the focus is. */
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

/** A declined payment is not polled; the stream still reports a late success. */
const pollMs = (): number => {
  if (shown().kind === 'declined') return Infinity
  return leftMs() > 0 ? POLL_MS : LATE_POLL_MS
}

/** Marks the order as opened by a person. Never on a reload of a pending or declined page: that would be a retry. */
const open = (): void => {
  if (shown().status !== 'created' || shown().kind !== 'payable' || openings >= OPENINGS_MAX) return
  openings += 1
  request(`/api/v1/order/pay/${shown().order}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"retry":false}',
  }).then(
    (response) => {
      if (response.ok && shown().status === 'created') shown().status = 'pending'
    },
    () => undefined,
  )
}

/** Follows what the view on the screen asks for. */
const begin = (atMs?: number): void => {
  restart(atMs)
  notifyApp()
  const browser = main().querySelector<HTMLAnchorElement>('[data-browser]')
  if (browser) browser.href = inBrowser()
  if (isWaiting(shownIn(main()))) openWhenSeen()
  else stop()
  goBack()
}

/** This page in the customer's own browser, as Android opens it. */
const inBrowser = (): string => {
  const { host, pathname, search, protocol } = location
  return `intent://${host}${pathname}${search}#Intent;scheme=${protocol.slice(0, -1)};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`
}

/** Nobody is taken away from the form of a payment that they made. */
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

/** A browser that renders a page ahead of the tap runs its script, but nobody has come yet. */
const openWhenSeen = (): void => {
  if ((document as { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', open, { once: true })
  else open()
}

const tick = (): void => {
  // A little after the second has changed, so that the figure on the screen is never the old one.
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
  // Another fetch may have been under way, and have brought the view already.
  if (!(await update()) && shown().kind === undefined) showBroken(messages.loadBroken)
}

const retry = async (): Promise<void> => {
  const path = `/api/v1/order/pay/${shown().order}`
  showLoading()
  try {
    const response = await request(path, { method: 'POST' })
    if (response.ok) return await loadAgain()
    const reply: { msg?: string } = await response.json().catch(() => ({}))
    showBroken(reply.msg ?? messages.loadFailed)
  } catch {
    showBroken(messages.loadBroken)
  }
}

document.addEventListener('click', (event) => {
  const at = (attribute: string) => (event.target as Element).closest<HTMLElement>(`[data-${attribute}]`)
  if (at('leave') ?? at('back')) notifyAppOfLeaving()
  // The way to the receipt is not cut off by the way back to the shop.
  if (at('stay')) delete shown().to
  if ((event.target as Element).closest('.apps a')) appOpened = true
  const button = at('copy') ?? at('share') ?? at('back') ?? at('again')
  if (!button) return
  if (button.dataset.copy !== undefined) void copy(button)
  else if (button.dataset.share !== undefined) void share(button.dataset.share)
  else if (button.dataset.back !== undefined) history.back()
  else {
    event.preventDefault()
    void loadAgain()
  }
})

document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement
  const isClaim = form.closest('[data-claim]') !== null
  if (!isClaim && !form.matches('[data-retry]')) return
  event.preventDefault()
  void (isClaim ? claim(form).then(checkNow) : retry())
})

/** The customer is back, from a UPI app perhaps: the view itself is asked for, which is the truth after one round trip. */
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

// What the server wrote was true when its answer began to arrive, not when this script began to run.
const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
begin(navigation?.responseStart)
if (isWaiting(shownIn(main()))) keepUp(pollMs())
tick()
