import { directionOf, type PageLanguage } from '@galla/contract/payment-page/page-languages'
import { IntlMessageFormat } from 'intl-messageformat'
import { createContext, useContext } from 'react'
import { as } from './messages/as.ts'
import { bn } from './messages/bn.ts'
import { en, type MessageKey, type Messages } from './messages/en.ts'
import { gu } from './messages/gu.ts'
import { hi } from './messages/hi.ts'
import { kn } from './messages/kn.ts'
import { ml } from './messages/ml.ts'
import { mr } from './messages/mr.ts'
import { or } from './messages/or.ts'
import { pa } from './messages/pa.ts'
import { ta } from './messages/ta.ts'
import { te } from './messages/te.ts'
import { ur } from './messages/ur.ts'
import { joinScriptMessages, MANY, type ScriptKey } from './script-messages.ts'

export const MESSAGES: Readonly<Record<PageLanguage, Messages>> = {
  en,
  hi,
  bn,
  mr,
  te,
  ta,
  gu,
  ur,
  kn,
  or,
  ml,
  pa,
  as,
}

export type Values = Readonly<Record<string, string | number>>
/** Returns a message of the page in one language. */
export type Text = (key: MessageKey, values?: Values) => string

/** Isolates the direction of an amount or a name inside a right-to-left sentence. */
const isolated = (value: string | number) => (typeof value === 'string' ? `\u2068${value}\u2069` : value)

const createText = (language: PageLanguage): Text => {
  const formats = new Map<MessageKey, IntlMessageFormat>()
  const isRtl = directionOf(language) === 'rtl'
  return (key, values = {}) => {
    const known = formats.get(key)
    // Latin digits in every language, as in the customer's UPI app.
    const format = known ?? new IntlMessageFormat(MESSAGES[language][key], `${language}-u-nu-latn`)
    if (known === undefined) formats.set(key, format)
    const shown = isRtl
      ? Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolated(value)]))
      : values
    return String(format.format(shown))
  }
}

const texts = new Map<PageLanguage, Text>()

export const textIn = (language: PageLanguage): Text => {
  const known = texts.get(language) ?? createText(language)
  texts.set(language, known)
  return known
}

const TextContext = createContext<Text>(textIn('en'))
export const TextProvider = TextContext.Provider
export const useText = (): Text => useContext(TextContext)

/** The messages of the page's script, serialised for the page. */
export const scriptMessagesIn = (text: Text): string =>
  joinScriptMessages((key: ScriptKey) => {
    if (key === 'oneDay') return text('days', { days: 1 })
    return key === 'manyDays' ? text('days', { days: Number(MANY) }) : text(key)
  })
