import { splitScriptMessages } from '../script-messages.ts'

/** What is on the screen: the one `<main>`, and what the server wrote into its data attributes. */
export const main = (): HTMLElement => document.querySelector('main') as HTMLElement
export const shown = (): DOMStringMap => main().dataset

/** In the page's language. */
export const messages = splitScriptMessages(document.body.dataset.messages ?? '')

/** Sent to the screen reader only. */
export const announce = (text: string): void => {
  const place = document.querySelector('[data-say]')
  if (place) place.textContent = text
}

const REQUEST_MS_MAX = 10_000

/** A request in the page's language that ends by itself when the network has gone silent. */
export const request = (path: string, init: RequestInit = {}): Promise<Response> => {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), REQUEST_MS_MAX)
  const headers = { 'accept-language': document.documentElement.lang, ...init.headers }
  return fetch(path, { cache: 'no-store', signal: abort.signal, ...init, headers }).finally(() =>
    clearTimeout(timer),
  )
}

/** Replaces the `<main>`: keeps what the customer is typing and where the focus was, and announces a new title. */
export const replaceMain = (next: HTMLElement): void => {
  const before = shown().title
  const focused = document.activeElement as HTMLElement | null
  const hadFocus = main().contains(focused)
  // What a customer is typing, and the last answer, outlive the end of the window.
  const typed = main().querySelector('[data-claim]')
  if (typed) next.querySelector('[data-claim]')?.replaceWith(typed)
  main().replaceWith(next)
  const title = next.dataset.title ?? document.title
  document.title = title
  if (title !== before) announce(title)
  const heading = next.querySelector('h1')
  // A customer who just pressed a button in the old state keeps the focus in the new one.
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

export const showLoading = (): void => {
  const next = document.createElement('main')
  next.append(element('p', messages.loading))
  next.dataset.title = messages.loading
  next.dataset.order = shown().order
  replaceMain(next)
}

export const showBroken = (message: string): void => {
  const next = document.createElement('main')
  const again = element('button', messages.tryAgain)
  again.className = 'button first'
  again.dataset.again = ''
  next.className = next.dataset.kind = 'broken'
  next.dataset.title = messages.loadFailed
  next.dataset.order = shown().order
  const text = element('p', message)
  text.className = 'text'
  next.append(element('h1', messages.loadFailed), text, again)
  replaceMain(next)
}

/** The state that the server renders now; undefined when the server could not be reached. */
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
