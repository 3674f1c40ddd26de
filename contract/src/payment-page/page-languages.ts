/** The languages of the payment page, each named in itself. */
export const PAGE_LANGUAGES = {
  en: 'English',
  hi: 'हिन्दी',
  bn: 'বাংলা',
  mr: 'मराठी',
  te: 'తెలుగు',
  ta: 'தமிழ்',
  gu: 'ગુજરાતી',
  ur: 'اردو',
  kn: 'ಕನ್ನಡ',
  or: 'ଓଡ଼ିଆ',
  ml: 'മലയാളം',
  pa: 'ਪੰਜਾਬੀ',
  as: 'অসমীয়া',
} as const

export type PageLanguage = keyof typeof PAGE_LANGUAGES

export const PAGE_LANGUAGE_CODES = Object.keys(PAGE_LANGUAGES) as [PageLanguage, ...PageLanguage[]]

export const isPageLanguage = (text: string | undefined): text is PageLanguage =>
  text !== undefined && Object.hasOwn(PAGE_LANGUAGES, text)

export const directionOf = (language: PageLanguage): 'ltr' | 'rtl' => (language === 'ur' ? 'rtl' : 'ltr')
