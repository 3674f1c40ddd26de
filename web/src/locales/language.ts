import { deviceValues, remembersLogins } from '../browser/browser-storage.ts'

/** The dashboard's languages by their own names. English is the source language. */
export const LANGUAGE_NAMES = { en: 'English', hi: 'हिन्दी' } as const
export type Language = keyof typeof LANGUAGE_NAMES

/** Set by the catalogue's script before any module runs; absent in English, in tests, and when it failed to load. */
interface Catalogue {
  readonly language: Language
  readonly messages: Readonly<Record<string, string>>
}

const { gallaCatalogue: catalogue } = globalThis as { readonly gallaCatalogue?: Catalogue }

/** The language of this page; changing it reloads the page. */
export const language: Language = catalogue?.language ?? 'en'
export const OTHER_LANGUAGES = (Object.keys(LANGUAGE_NAMES) as Language[]).filter((each) => each !== language)
export const messages: Catalogue['messages'] = catalogue?.messages ?? {}

/** For Intl: Indian grouping in each language, with Latin digits as in banks and UPI apps. */
export const intlLocale = `${language}-IN-u-nu-latn`

/** Also used by `before-modules.js`. */
const STORED = 'galla-language'

/** Stores the language in this browser and reloads the page, whose address may name another; forms keep their drafts. */
export function chooseLanguage(chosen: Language): void {
  deviceValues.write(STORED, chosen)
  const address = new URL(window.location.href)
  address.searchParams.delete('lang')
  window.history.replaceState(null, '', address)
  window.location.reload()
}

/** The browser's preferred language, offered when the merchant has not chosen one. */
export function offeredLanguage(): Language | undefined {
  // Where the choice can't be stored, an offer would lead nowhere.
  if (deviceValues.read(STORED) !== null || !remembersLogins()) return undefined
  const [asked] = window.navigator.languages.map((tag) => tag.slice(0, 2))
  return asked === 'hi' && language !== 'hi' ? 'hi' : undefined
}
