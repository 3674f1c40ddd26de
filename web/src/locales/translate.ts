import { intlLocale, language, messages } from './language.ts'

export type Values = Readonly<Record<string, string | number>>

/** A disambiguation at the end of a key: `t('State [of India]')` is "State". */
const MEANING = / \[[^\]]+\]$/

/** Translates an English text into the page's language, without its values. */
export const translate = (english: string): string => messages[english] ?? english.replace(MEANING, '')

/**
 * Translates an English text and inserts its values, which are in braces. Plurals use ICU MessageFormat: `t('{count, plural, one {#
 * order} other {# orders}}', { count })`.
 */
export const t = (english: string, values: Values = {}): string => formatMessage(translate(english), values)

/** Translates a message of the server or a schema, if a translation exists. */
export const translateServerText = (english: string): string => messages[english] ?? english

const PLURAL = /\{(\w+), plural,((?: (?:one|other|=\d{1,3}) \{(?:[^{}]|\{\w+\})*\})+)\}/g
const ARM = /(one|other|=\d{1,3}) \{((?:[^{}]|\{\w+\})*)\}/g
const VALUE = /\{(\w+)\}/g

const pluralRules = new Intl.PluralRules(language)
const count = new Intl.NumberFormat(intlLocale)

/** Formats the subset of ICU MessageFormat that our messages use; a test compares it with the full implementation. */
export const formatMessage = (message: string, values: Values): string =>
  message
    .replace(PLURAL, (_, name: string, arms: string) => pluralArm(arms, Number(values[name])))
    .replace(VALUE, (placeholder, name: string) => String(values[name] ?? placeholder))

const pluralArm = (arms: string, n: number): string => {
  const texts = new Map([...arms.matchAll(ARM)].map(([, key, text]) => [key, text]))
  const text = texts.get(`=${n}`) ?? texts.get(pluralRules.select(n)) ?? texts.get('other') ?? ''
  return text.replaceAll('#', count.format(n))
}
