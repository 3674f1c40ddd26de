import { REDIRECT_DELAY_MS } from '@galla/contract/orders/order-status'
import { tellApp, tellLeft } from './app-interface.ts'
import { claim } from './claim.ts'
import { draw, leaves, leftMs, restart } from './countdown.ts'
import { copy, share } from './keep.ts'
import { LATE_POLL_MS, listener, POLL_MS, type Status } from './listen.ts'
import { main, messages, request, showBroken, showCurrent, showLoading, shown } from './view.ts'

/** A page that came as `created` is opened once; these tries are for a bad network. */
const OPENINGS_MAX = 5
/** Long enough to read why, and to open the form of a payment that was made. */
const EXPIRED_REDIRECT_MS = 5000

let openings = 0
let fetching = false
let fetchedMs = -POLL_MS
let redirecting = false
/** What is on the screen is known to be no longer true, and the new state could not be fetched yet. */
let outdated = false
/** Heard while a view was on its way, which may be older than this. */
let heardMeanwhile: Status | undefined

const isWaiting = (): boolean => ['payable', 'declined', 'expired'].includes(shown().kind ?? '')

/** `created` and `pending` look the same; a retry shows in the new end of the window. */
const keyOf = (status = '', expiresAt = ''): string => (status === 'created' ? 'pending' : status) + expiresAt

const update = async (): Promise<boolean> => {
  if (fetching) return false
  fetching = true
  fetchedMs = performance.now()
  const done = await showCurrent()
  fetching = false
  if (done) {
    outdated = false
    begin()
  }
  const heard = heardMeanwhile
  heardMeanwhile = undefined
  if (heard) hear(heard)
  return done
}

const hear = (heard: Status): void => {
  if (fetching) heardMeanwhile = heard
  // Two requests may overtake each other; what is older than the screen tells nothing.
  if (fetching || !isWaiting() || heard.version < Number(shown().version)) return
  leaves(Date.parse(heard.expiresAt) - Date.parse(heard.serverTime))
  // Over for good now, which may lead back to the shop.
  const isNewer = shown().kind === 'expired' && heard.version > Number(shown().version)
  if (isNewer || keyOf(heard.status, heard.expiresAt) !== keyOf(shown().status, shown().expires)) {
    outdated = true
    void update()
  } else if (heard.status === 'created') open()
  else shown().status = heard.status
}

const { keepUp, checkNow, stop } = listener(hear)

/** A failed payment is not asked about any more; what happens to it all the same the stream still tells. */
const pollMs = (): number => {
  if (shown().kind === 'declined') return Infinity
  return leftMs() > 0 ? POLL_MS : LATE_POLL_MS
}

/** Tells the server that a person is here. Never on a reload of a pending or declined page: that would be a retry. */
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
  tellApp()
  if (isWaiting()) openWhenSeen()
  else stop()
  goBack()
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
  if (!isWaiting()) return
  draw()
  const isOver = shown().kind === 'payable' || (shown().kind === 'declined' && shown().app !== undefined)
  const isWrong = outdated || (leftMs() <= 0 && isOver)
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
  if (at('leave') ?? at('back')) tellLeft()
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

const look = (): void => {
  if (document.hidden || !isWaiting()) return
  draw()
  checkNow()
}
document.addEventListener('visibilitychange', look)
addEventListener('online', look)
addEventListener('pageshow', (event) => {
  if (event.persisted) look()
})

// What the server wrote was true when its answer began to arrive, not when this script began to run.
const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
begin(navigation?.responseStart)
if (isWaiting()) keepUp(pollMs())
tick()
