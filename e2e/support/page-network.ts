import type { Page } from '@playwright/test'

/** The last reply that the payment page received, and its visible content. */
export interface Seen {
  /** Of the newest answer: `paid`, `declined`, `expired`, `payable`, `over` by the page's own clock, or `failed` where a poll said it. */
  readonly known: string
  readonly kind: string
  /** The visible texts, the title of the tab, and `QR` if a code can be scanned. */
  readonly texts: readonly string[]
}

/** `arrive` and `lose` end one of the pending replies. */
export interface Act {
  readonly kind:
    | 'look'
    | 'event'
    | 'leave'
    | 'back'
    | 'restore'
    | 'silent cut'
    | 'cut'
    | 'online'
    | 'arrive'
    | 'lose'
    | 'press'
  readonly which?: number
  readonly button?: string
}

interface Network {
  act(act: Act): Promise<Seen>
}

/**
 * A network whose answers wait until a story lets each arrive or loses it, in any order. Every request reaches the real server at
 * once; the page's own time-outs hold.
 */
export const holdAnswers = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    interface Heard {
      readonly kind: string
      readonly expires: string
      readonly version: number
      readonly overMs: number
    }
    interface Held {
      end(isLost: boolean): Promise<void>
    }
    const LATENESS_MS = 1_100
    const realFetch = window.fetch.bind(window)
    const held = new Set<Held>()
    let isCut = false
    let heard: Heard | undefined
    let stream: { onMessage?: (event: MessageEvent) => void; onerror?: () => void } = {}

    const hear = (next: Omit<Heard, 'overMs'>, leftMs: number): void => {
      if (heard !== undefined && next.version < heard.version) return
      // A poll knows neither the end of the window nor why a payment failed.
      const isKnown =
        next.version === heard?.version &&
        ((next.kind === 'payable' && heard.kind === 'expired') || next.kind === 'failed')
      const kind = isKnown ? (heard?.kind ?? next.kind) : next.kind
      heard = { ...next, kind, overMs: performance.now() + leftMs }
    }
    const hearView = ({ dataset }: HTMLElement): void => {
      const { kind = '', expires = '', version, left } = dataset
      if (version !== undefined) hear({ kind, expires, version: Number(version) }, Number(left))
    }
    const KINDS: Readonly<Record<string, string>> = { success: 'paid', failed: 'failed' }
    const hearStatus = (text: string): void => {
      const { status, expiresAt, serverTime, version } = JSON.parse(text)
      if (serverTime === undefined || version === undefined) return
      const kind = KINDS[status] ?? 'payable'
      hear({ kind, expires: expiresAt, version }, Date.parse(expiresAt) - Date.parse(serverTime))
    }

    /** What the page reads from a reply at that moment. */
    const noted = (response: Response, text: string): Response =>
      ({
        ok: response.ok,
        status: response.status,
        text: async () => {
          const main = new DOMParser().parseFromString(text, 'text/html').querySelector('main')
          if (response.ok && main) hearView(main)
          return text
        },
        json: async () => {
          if (response.ok) hearStatus(text)
          return JSON.parse(text)
        },
      }) as Response

    window.fetch = (input, init = {}) =>
      new Promise((resolve, reject) => {
        const lose = (): void => reject(new TypeError('Failed to fetch'))
        if (isCut) return lose()
        const { signal, ...asked } = init
        const answer = realFetch(input, asked).then(async (response) =>
          noted(response, await response.text()),
        )
        const one: Held = {
          async end(isLost) {
            held.delete(one)
            if (isLost) lose()
            else await answer.then(resolve, lose)
          },
        }
        signal?.addEventListener('abort', () => {
          held.delete(one)
          reject(new DOMException('Aborted', 'AbortError'))
        })
        held.add(one)
      })

    Object.defineProperty(window, 'EventSource', {
      value: class {
        readyState = 1
        onMessage?: (event: MessageEvent) => void
        onerror?: () => void
        constructor() {
          stream = this as never
        }
        addEventListener(name: string, listen: (event: MessageEvent) => void): void {
          if (name === 'status') this.onMessage = listen
        }
        close(): void {
          stream = {}
        }
      },
    })

    /** The event of the server at the time of sending. */
    const sendEvent = async (): Promise<void> => {
      const { order } = document.querySelector('main')?.dataset ?? {}
      if (isCut || order === undefined) return
      const data = await (await realFetch(`/api/v1/order/status/${order}`)).text()
      if (stream.onMessage === undefined) return
      hearStatus(data)
      stream.onMessage(new MessageEvent('status', { data }))
    }

    const setHidden = (isHidden: boolean): void => {
      Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }
    const press = (text: string): void =>
      [...document.querySelectorAll<HTMLElement>('main button, main .apps a')]
        .find((each) => each.textContent === text && each.checkVisibility())
        ?.click()
    const cut = async (isSilent: boolean): Promise<void> => {
      isCut = true
      for (const each of held) await each.end(true)
      stream.onerror?.()
      if (!isSilent) window.dispatchEvent(new Event('offline'))
    }
    const ACTS: Readonly<Record<Act['kind'], (act: Act) => unknown>> = {
      look: () => undefined,
      event: sendEvent,
      leave() {
        press('PhonePe')
        setHidden(true)
      },
      back: () => setHidden(false),
      restore() {
        setHidden(false)
        window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      },
      'silent cut': () => cut(true),
      cut: () => cut(false),
      online() {
        isCut = false
        window.dispatchEvent(new Event('online'))
      },
      arrive: ({ which = 0 }) => [...held][which % held.size]?.end(false),
      lose: ({ which = 0 }) => [...held][which % held.size]?.end(true),
      press: ({ button = '' }) => press(button),
    }

    const isRead = (element: Element | null): boolean =>
      element?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) === true &&
      getComputedStyle(element).clipPath === 'none'
    const look = (): Seen => {
      const main = document.querySelector('main') as HTMLElement
      const texts: string[] = [document.title]
      const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
      for (let text = walker.nextNode(); text !== null; text = walker.nextNode())
        if (isRead(text.parentElement)) texts.push(text.textContent?.trim() ?? '')
      const code = main.querySelector('.qr')
      if (code && Number(getComputedStyle(code).opacity) > 0.5) texts.push('QR')
      const isOver = heard?.kind === 'payable' && performance.now() > heard.overMs + LATENESS_MS
      return { known: isOver ? 'over' : (heard?.kind ?? ''), kind: main.dataset.kind ?? '', texts }
    }
    /** Waits until the page has processed a reply. */
    const turn = (): Promise<unknown> =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = resolve
        port2.postMessage('')
      })
    document.addEventListener('DOMContentLoaded', () => {
      const main = document.querySelector('main')
      if (main) hearView(main)
      // The links open apps outside the browser.
      document.addEventListener('click', (event) => {
        if ((event.target as Element).closest('.apps a')) event.preventDefault()
      })
    })
    const network: Network = {
      async act(act) {
        await ACTS[act.kind](act)
        await turn()
        await turn()
        return look()
      },
    }
    Object.assign(window, { network })
  })

/** Performs the step on the page, and reads its state. */
export const act = (page: Page, what: Act): Promise<Seen> =>
  page.evaluate((asked) => (window as unknown as { network: Network }).network.act(asked), what)
