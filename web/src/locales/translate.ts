import { intlLocale, language, messages } from './language.ts'

export type Values = Readonly<Record<string, string | number>>

/** Says which of two meanings is meant, at the end of a text: `t('State [of India]')` is "State". */
const MEANING = / \[[^\]]+\]$/

/** Gives an English text in the page's language, its values not yet filled in. */
export const translate = (english: string): string => messages[english] ?? english.replace(MEANING, '')

/**
 * Gives an English text in the page's language. Values stand in braces; a plural is written as in ICU MessageFormat:
 * `t('{count, plural, one {# order} other {# orders}}', { count })`.
 */
export const t = (english: string, values: Values = {}): string => formatMessage(translate(english), values)

/** A sentence of the server or of a schema, which may have no translation. */
export const translateServerText = (english: string): string => messages[english] ?? english

const PLURAL = /\{(\w+), plural,((?: (?:one|other|=\d{1,3}) \{(?:[^{}]|\{\w+\})*\})+)\}/g
const ARM = /(one|other|=\d{1,3}) \{((?:[^{}]|\{\w+\})*)\}/g
const VALUE = /\{(\w+)\}/g

const pluralRules = new Intl.PluralRules(language)
const count = new Intl.NumberFormat(intlLocale)

/** Formats the part of ICU MessageFormat that our messages use; a test compares it with the whole of it. */
export const formatMessage = (message: string, values: Values): string =>
  message
    .replace(PLURAL, (_, name: string, arms: string) => pluralArm(arms, Number(values[name])))
    .replace(VALUE, (placeholder, name: string) => String(values[name] ?? placeholder))

const pluralArm = (arms: string, n: number): string => {
  const texts = new Map([...arms.matchAll(ARM)].map(([, key, text]) => [key, text]))
  const text = texts.get(`=${n}`) ?? texts.get(pluralRules.select(n)) ?? texts.get('other') ?? ''
  return text.replaceAll('#', count.format(n))
}
