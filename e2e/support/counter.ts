import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { enterDashboard } from './merchant.ts'
import { otherBrowser } from './other-browser.ts'
import { ORIGIN } from './place.ts'

export const PIN = '4711'

/** The sentences that the device spoke, with their start times. */
export interface Spoken {
  readonly text: string
  readonly lang: string
  readonly at: number
}

/** A device with these voices that records its sentences across reloads. */
const listenTo = async (page: Page, languages: readonly string[]): Promise<void> => {
  await page.addInitScript((all) => {
    const voices = all.map((lang) => ({ lang, name: lang }))
    const stub = {
      getVoices: () => voices,
      cancel: () => {},
      speak: (sentence: SpeechSynthesisUtterance) => {
        window.setTimeout(() => {
          const { text, lang } = sentence
          const said = JSON.parse(localStorage.getItem('said') ?? '[]')
          localStorage.setItem('said', JSON.stringify([...said, { text, lang, at: Date.now() }]))
          sentence.onstart?.(new Event('start') as SpeechSynthesisEvent)
          window.setTimeout(() => sentence.onend?.(new Event('end') as SpeechSynthesisEvent), 20)
        }, 5)
      },
    }
    Object.defineProperty(window, 'speechSynthesis', { value: stub })
    Object.defineProperty(window, 'SpeechSynthesisUtterance', {
      value: class {
        lang = ''
        rate = 1
        readonly text: string
        constructor(text: string) {
          this.text = text
        }
      },
    })
  }, languages)
}

export const spokenBy = async (page: Page): Promise<Spoken[]> =>
  JSON.parse(await page.evaluate(() => localStorage.getItem('said') ?? '[]'))

/** What an English voice says while the counter is cut off. */
export const LOST = 'No connection. Payments are not shown now.'

/** The sentences about payments. */
export const sentencesOf = async (page: Page): Promise<string[]> =>
  (await spokenBy(page)).map(({ text }) => text).filter((text) => text !== LOST)

/** A customer scans the printed QR and types the amount. */
export const payPrintedQr = async (
  request: APIRequestContext,
  staticLink: string,
  amount: string,
): Promise<void> => {
  const paid = await request.post('/api/v1/simulator/pay', { data: { upi: `${staticLink}&am=${amount}` } })
  expect(paid.status(), await paid.text()).toBe(200)
}

/** The device opens the login link and types the PIN. */
const logInAtCounter = async (page: Page, loginUrl: string): Promise<void> => {
  const { pathname, hash } = new URL(loginUrl)
  await page.goto(`${pathname}${hash}`)
  await page.getByLabel('PIN').fill(PIN)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** After a reload the browser may require a touch before the page may speak. */
export const startAgain = async (page: Page): Promise<void> => {
  const start = page.getByRole('button', { name: 'Start' })
  await expect(start.or(page.getByRole('button', { name: 'Show QR' }))).toBeVisible()
  if (await start.isVisible()) await start.click()
}

/**
 * Reloads the page without user activation. Playwright evaluates each script as a user gesture (`userGesture`), so a script that runs
 * before the screen is there would allow sound without Start.
 */
export const reloadUntouched = async (device: Page): Promise<void> => {
  await device.addInitScript(() =>
    Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } }),
  )
  await device.reload()
}

/** Adds a counter by the API, for the logged-in owner; `origin` is that of the story's own app. */
export const makeCounter = async (page: Page, language = 'en', origin = ORIGIN) => {
  const made = await page.request.post('/api/v1/user/counters', {
    data: { name: 'Front desk', language, pin: PIN },
    headers: { origin },
  })
  expect(made.status(), await made.text()).toBe(200)
  return (await made.json()).data as { staticLink: string; loginUrl: string }
}

/** A counter of a new merchant. */
export const addCounter = async (page: Page, language?: string) => {
  await enterDashboard(page)
  return makeCounter(page, language)
}

/** A device of the counter, in a separate browser. */
export const openDevice = async (
  page: Page,
  loginUrl: string,
  { showQr = 'Show QR', voices = ['en-IN', 'hi-IN'] } = {},
): Promise<Page> => {
  const device = await (await otherBrowser(page, { baseURL: new URL(loginUrl).origin })).newPage()
  await listenTo(device, voices)
  await logInAtCounter(device, loginUrl)
  await expect(device.getByRole('button', { name: showQr })).toBeVisible()
  return device
}

/**
 * The line of a device, which can go silent, as behind a router without internet: no request fails, none is answered, an open stream
 * brings nothing, and the browser knows of nothing. Returns the time at which it did.
 */
export const silenceable = async (device: Page): Promise<() => Promise<number>> => {
  await device.addInitScript(() => {
    const { addEventListener } = EventSource.prototype
    EventSource.prototype.addEventListener = function (
      this: EventSource,
      type: string,
      listener: (event: MessageEvent) => void,
    ) {
      const heard = (event: Event) => 'isSilent' in window || listener(event as MessageEvent)
      addEventListener.call(this, type, heard)
    } as typeof addEventListener
  })
  await device.reload()
  await startAgain(device)
  return async () => {
    await device.route('**/api/v1/counter**', () => {})
    return device.evaluate(() => {
      Object.assign(window, { isSilent: true })
      return Date.now()
    })
  }
}
