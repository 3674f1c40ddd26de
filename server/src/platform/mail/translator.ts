import { readFileSync } from 'node:fs'
import { IntlMessageFormat } from 'intl-messageformat'

/** The languages of e-mails to merchants; English is the source language. */
export type MailLanguage = 'en' | 'hi'

/** Translates an English text and inserts its values, as `t` of the dashboard does; the structure test finds what has no translation. */
export type Translate = (english: string, values?: Readonly<Record<string, string | number>>) => string

const HINDI: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('./hi.json', import.meta.url), 'utf8'),
)

/** For Intl: Indian grouping in each language, with Latin digits as in banks and UPI apps. */
export const localeOf = (language: MailLanguage): string => `${language}-IN-u-nu-latn`

export const translatorOf =
  (language: MailLanguage): Translate =>
  (english, values) => {
    const message = (language === 'hi' ? HINDI[english] : undefined) ?? english
    return String(
      new IntlMessageFormat(message, localeOf(language), undefined, { ignoreTag: true }).format(values),
    )
  }
