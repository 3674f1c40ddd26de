/** The languages that the dashboard speaks, each under its own name. English is the language of the source. */
export const LANGUAGE_NAMES = { en: 'English', hi: 'हिन्दी' } as const
export type Language = keyof typeof LANGUAGE_NAMES

/** What the catalogue's script leaves behind, before any module runs; absent in English, in tests, and where it could not be loaded. */
interface Catalogue {
  readonly language: Language
  readonly messages: Readonly<Record<string, string>>
}

const { gallaCatalogue: catalogue } = globalThis as { readonly gallaCatalogue?: Catalogue }

/** The language of this page, until it is loaded again. */
export const language: Language = catalogue?.language ?? 'en'
export const messages: Catalogue['messages'] = catalogue?.messages ?? {}

/** For Intl: Indian grouping and order in each language, with the digits that banks and UPI apps show. */
export const intlLocale = `${language}-IN-u-nu-latn`

/** `before-modules.js` reads it too. */
const STORED = 'galla-language'

/** Remembers the language for this browser, and loads the page again in it: forms keep their drafts. */
export function chooseLanguage(chosen: Language): void {
  try {
    window.localStorage.setItem(STORED, chosen)
  } catch {
    // A browser that stores nothing stays in English.
  }
  window.location.reload()
}

/** The language that the browser asks for first, where the merchant has not chosen one; it is only offered. */
export function offeredLanguage(): Language | undefined {
  try {
    if (window.localStorage.getItem(STORED) !== null) return undefined
  } catch {
    return undefined
  }
  const [asked] = window.navigator.languages.map((tag) => tag.slice(0, 2))
  return asked === 'hi' && language !== 'hi' ? 'hi' : undefined
}
