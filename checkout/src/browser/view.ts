import * as messages from './messages.ts'

/** The view on the screen: the single `<main>` with the server's data attributes. */
export const main = (): HTMLElement => document.querySelector('main') as HTMLElement
export const shown = (): DOMStringMap => main().dataset

/** Announces a text to screen readers. */
export const announce = (text: string): void => {
  const liveRegion = document.querySelector('[data-say]')
  if (liveRegion) liveRegion.textContent = text
}

const REQUEST_MS_MAX = 10_000

/** A request in the page's language that times out when the network is silent. */
export const request = (path: string, init: RequestInit = {}): Promise<Response> => {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), REQUEST_MS_MAX)
  const headers = { 'accept-language': document.documentElement.lang, ...init.headers }
  return fetch(path, { cache: 'no-store', signal: abort.signal, ...init, headers }).finally(() =>
    clearTimeout(timer),
  )
}

/** Replaces the `<main>`, keeps the input and the focus, and announces a new title. */
export const replaceMain = (next: HTMLElement): void => {
  const before = shown().title
  const focused = document.activeElement as HTMLElement | null
  const hadFocus = main().contains(focused)
  // The claim form and its last reply stay after the window has ended.
  const typed = main().querySelector('[data-claim]')
  if (typed) next.querySelector('[data-claim]')?.replaceWith(typed)
  main().replaceWith(next)
  const title = next.dataset.title ?? document.title
  document.title = title
  if (title !== before) announce(title)
  const heading = next.querySelector('h1')
  // Keeps the focus on the button that the customer just pressed.
  if (focused?.isConnected && typed?.contains(focused)) {
    focused.focus()
    return
  }
  if (!hadFocus || !heading) return
  heading.tabIndex = -1
  heading.focus()
}

const element = (tag: string, text: string): HTMLElement => {
  const made = document.createElement(tag)
  made.textContent = text
  return made
}

/** Replaces the view by one that the server did not render. */
const showOwn = (title: string, kind: string | undefined, ...content: readonly HTMLElement[]): void => {
  const next = document.createElement('main')
  next.append(...content)
  if (kind) next.className = next.dataset.kind = kind
  next.dataset.title = title
  next.dataset.order = shown().order
  replaceMain(next)
}

export const showLoading = (): void => showOwn(messages.loading, undefined, element('p', messages.loading))

export const showBroken = (message: string): void => {
  const again = element('button', messages.tryAgain)
  again.className = 'button first'
  again.dataset.again = ''
  const text = element('p', message)
  text.className = 'text'
  showOwn(messages.loadFailed, 'broken', element('h1', messages.loadFailed), text, again)
}

/** Fetches the server's current view; undefined when the server cannot be reached. */
export const fetchView = async (): Promise<HTMLElement | undefined> => {
  try {
    const response = await request(`/pay/${shown().order}/view`)
    const text = await response.text()
    const next = new DOMParser().parseFromString(text, 'text/html').querySelector('main')
    return !next || response.status >= 500 || response.status === 429 ? undefined : next
  } catch {
    return undefined
  }
}
