import { useSyncExternalStore } from 'react'
import { LANGUAGES, type Language } from './code-language.ts'

const STORED = 'galla.code-language'
/** Every example on the page follows the choice made in one of them; other tabs hear of it by `storage`. */
const CHANGED = 'galla:code-language'

const isLanguage = (text: string | null): text is Language => LANGUAGES.some((each) => each === text)

function read(): Language {
  try {
    const stored = window.localStorage.getItem(STORED)
    return isLanguage(stored) ? stored : LANGUAGES[0]
  } catch {
    // A browser that keeps nothing for this site.
    return LANGUAGES[0]
  }
}

const subscribe = (changed: () => void) => {
  window.addEventListener(CHANGED, changed)
  window.addEventListener('storage', changed)
  return () => {
    window.removeEventListener(CHANGED, changed)
    window.removeEventListener('storage', changed)
  }
}

export const useChosenLanguage = (): Language => useSyncExternalStore(subscribe, read, () => LANGUAGES[0])

export function chooseLanguage(language: Language): void {
  try {
    window.localStorage.setItem(STORED, language)
  } catch {
    return
  }
  window.dispatchEvent(new Event(CHANGED))
}
