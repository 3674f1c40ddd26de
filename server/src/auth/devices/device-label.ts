import type { Translate } from '@galla/contract/notices/notices'

/** The first match wins, because browsers also claim to be those further down. */
const BROWSERS = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:OPR|OPT)\//, 'Opera'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/^(?=.*\bVersion\/\d).*\bSafari\//s, 'Safari'],
  [/\bcurl\//, 'curl'],
] as const

const SYSTEMS = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bKAIOS\b/i, 'KaiOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
] as const

const nameIn = (names: readonly (readonly [RegExp, string])[], userAgent: string): string | undefined =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1]

const english: Translate = (text, values = {}) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))

/** Returns a label such as "Chrome on Android". The user agent is untrusted, so we show our own words, never its text. */
export const deviceLabel = (userAgent: string, t: Translate = english): string => {
  const browser = nameIn(BROWSERS, userAgent)
  const system = nameIn(SYSTEMS, userAgent)
  if (browser === undefined && system === undefined) return t('Unknown device')
  return system === undefined
    ? `${browser}`
    : t('{browser} on {system}', { browser: browser ?? t('A browser'), system })
}
