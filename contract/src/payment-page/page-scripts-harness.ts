import type { PageLanguage } from './page-languages.ts'

export type TranslatedLanguage = Exclude<PageLanguage, 'en'>

export const SCRIPTS: Readonly<Record<TranslatedLanguage, RegExp>> = {
  hi: /\p{Script=Devanagari}/u,
  bn: /\p{Script=Bengali}/u,
  mr: /\p{Script=Devanagari}/u,
  te: /\p{Script=Telugu}/u,
  ta: /\p{Script=Tamil}/u,
  gu: /\p{Script=Gujarati}/u,
  ur: /\p{Script=Arabic}/u,
  kn: /\p{Script=Kannada}/u,
  or: /\p{Script=Oriya}/u,
  ml: /\p{Script=Malayalam}/u,
  pa: /\p{Script=Gurmukhi}/u,
  as: /\p{Script=Bengali}/u,
}

/** Characters of another language's script, and digits that are not Latin. */
export const strangeIn = (text: string, language: TranslatedLanguage): string[] => {
  const others = Object.values(SCRIPTS).filter(({ source }) => source !== SCRIPTS[language].source)
  const digits = text.replace(/\p{ASCII}/gu, '').match(/\p{Nd}/u) ?? []
  return [...others.flatMap((script) => text.match(script) ?? []), ...digits]
}
