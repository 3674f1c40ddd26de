/**
 * What the page knows, apart from how it hears and shows it. The screen has what the server rendered; these rules decide whether that may
 * still be offered, and what is said beside it. Nobody is invited to pay what the page knows to be paid, and nothing old replaces what is
 * newer.
 */

/** What a poll and an event of the stream carry; contract/src/payment-page/payment-page.ts has the definition. */
export interface Status {
  readonly status: string
  readonly expiresAt: string
  readonly serverTime: string
  readonly version: number
}

/** What is on the screen, as the server wrote it into the view. */
export interface Shown {
  readonly kind: string
  readonly status: string
  readonly expires: string
  readonly version: number
}

export interface PageState {
  readonly shown: Shown
  /** The newest version that the server has reported, in a view or beside it. */
  readonly newest: number
  /** The server has reported another state than the one on the screen, and its view has not come yet. */
  readonly isOutdated: boolean
  /** `checking`: the customer came back and no answer has come since. `lost`: the last request did not reach the server. */
  readonly contact: 'fine' | 'checking' | 'lost'
}

export const startState = (shown: Shown): PageState => ({
  shown,
  newest: shown.version,
  isOutdated: false,
  contact: 'fine',
})

export const isWaiting = ({ kind }: Pick<Shown, 'kind'>): boolean =>
  kind === 'payable' || kind === 'declined' || kind === 'expired'

/** `created` and `pending` look the same; a retry shows in the new end of the window. */
const keyOf = (status: string, expiresAt: string): string =>
  (status === 'created' ? 'pending' : status) + expiresAt

/** A poll or an event. Two requests may overtake each other; what is older than what is known says nothing. */
export const heardStatus = (state: PageState, heard: Status): PageState => {
  const { shown } = state
  const reached: PageState = { ...state, contact: 'fine' }
  if (!isWaiting(shown) || heard.version < state.newest) return reached
  // Over for good now, which may lead back to the shop.
  const isNewer = shown.kind === 'expired' && heard.version > shown.version
  const isOther = keyOf(heard.status, heard.expiresAt) !== keyOf(shown.status, shown.expires)
  return { ...reached, newest: heard.version, isOutdated: state.isOutdated || isNewer || isOther }
}

/** A view of the server; undefined where it could not be fetched. An older one than what is known is not shown. */
export const gotView = (
  state: PageState,
  view: Shown | undefined,
): PageState & { readonly isShown: boolean } => {
  if (view === undefined) return { ...state, isShown: false }
  if (view.kind === 'broken')
    return { ...state, shown: view, isOutdated: false, contact: 'fine', isShown: true }
  if (view.version < state.newest) return { ...state, contact: 'fine', isShown: false }
  return { shown: view, newest: view.version, isOutdated: false, contact: 'fine', isShown: true }
}

export const cameBack = (state: PageState): PageState => ({ ...state, contact: 'checking' })
export const lostContact = (state: PageState): PageState => ({ ...state, contact: 'lost' })

/** What the page may offer and say beside its view. `isOver`: the page's own clock says that the time to pay is over. */
export interface Look {
  /** Whether code, buttons and headings of the view may be used and believed. */
  readonly isOffered: boolean
  /** `offline` says that the code may still be paid. */
  readonly notice: 'waiting' | 'checking' | 'offline'
}

export const lookOf = ({ shown, isOutdated, contact }: PageState, isOver: boolean): Look => {
  const isOffered = !isOutdated && !(isOver && shown.kind === 'payable')
  if (!isOffered || contact === 'checking') return { isOffered, notice: 'checking' }
  return { isOffered, notice: contact === 'lost' ? 'offline' : 'waiting' }
}
