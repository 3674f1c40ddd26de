/**
 * The state of the payment page as a pure reducer, without network or DOM. The rules decide whether the rendered view may still be
 * used and which notice stands beside it. They never offer a payment that is known to be paid, and never replace newer information
 * with older.
 */

/** The status in a poll or a stream event, defined in contract/src/payment-page/payment-page.ts. */
export interface Status {
  readonly status: string
  readonly expiresAt: string
  readonly serverTime: string
  readonly version: number
  /** Money of another amount that came for the order, in rupees. */
  readonly received: number | null
}

/** The view on the screen, from the data attributes that the server rendered. */
export interface Shown {
  readonly kind: string
  readonly status: string
  readonly expires: string
  readonly version: number
  readonly received: string
}

export interface PageState {
  readonly shown: Shown
  /** The newest version that the server reported, in a view or a status. */
  readonly newest: number
  /** The server reported a newer state whose view has not arrived yet. */
  readonly isOutdated: boolean
  /** `checking`: the customer returned and the reply is pending. `lost`: the last request failed. */
  readonly contact: 'fine' | 'checking' | 'lost'
}

export const startState = (shown: Shown): PageState => ({
  shown,
  newest: shown.version,
  isOutdated: false,
  contact: 'fine',
})

export const isWaiting = ({ kind }: Pick<Shown, 'kind'>): boolean =>
  kind !== '' && kind !== 'paid' && kind !== 'broken'

/** `created` and `pending` look the same; a retry changes the end of the window. */
const keyOf = (status: string, expiresAt: string, received: string): string =>
  [status === 'created' ? 'pending' : status, expiresAt, received].join()

/** Handles the status of a poll or a stream event. Responses may arrive out of order; an older version is ignored. */
export const heardStatus = (state: PageState, heard: Status): PageState => {
  const { shown } = state
  const reached: PageState = { ...state, contact: 'fine' }
  if (!isWaiting(shown) || heard.version < state.newest) return reached
  // The order is final now, so the page may redirect to the shop.
  const isNewer = shown.kind === 'expired' && heard.version > shown.version
  const isOther =
    keyOf(heard.status, heard.expiresAt, `${heard.received ?? ''}`) !==
    keyOf(shown.status, shown.expires, shown.received)
  return { ...reached, newest: heard.version, isOutdated: state.isOutdated || isNewer || isOther }
}

/** Handles a view; `undefined` when the fetch failed. An older version is not shown. */
export const gotView = (
  state: PageState,
  view: Shown | undefined,
): PageState & { readonly isShown: boolean } => {
  if (view === undefined) return { ...state, isShown: false }
  // A broken page tells nothing newer.
  if (view.kind !== 'broken' && view.version < state.newest)
    return { ...state, contact: 'fine', isShown: false }
  const newest = Math.max(state.newest, view.version)
  return { shown: view, newest, isOutdated: false, contact: 'fine', isShown: true }
}

export const cameBack = (state: PageState): PageState => ({ ...state, contact: 'checking' })
export const lostContact = (state: PageState): PageState => ({ ...state, contact: 'lost' })

/** What to show beside the view. `isOver`: the countdown has ended. */
export interface Look {
  /** False hides the code and disables the view's buttons. */
  readonly isOffered: boolean
  /** `offline` tells the customer that the code may still work. */
  readonly notice: 'waiting' | 'checking' | 'offline'
}

export const lookOf = ({ shown, isOutdated, contact }: PageState, isOver: boolean): Look => {
  const isOffered = !isOutdated && !(isOver && shown.kind === 'payable')
  if (!isOffered || contact === 'checking') return { isOffered, notice: 'checking' }
  return { isOffered, notice: contact === 'lost' ? 'offline' : 'waiting' }
}
