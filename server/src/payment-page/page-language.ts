import { isPageLanguage, type PageLanguage } from '@galla/contract/payment-page/page-languages'

const HEADER_CHARACTERS_MAX = 1000

/** Lists the languages of an `Accept-Language` header by preference, without those that it excludes (`q=0`). */
const acceptedLanguages = (header: string): string[] =>
  header
    .slice(0, HEADER_CHARACTERS_MAX)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((text) => text.trim())
      const q = parameters.find((parameter) => parameter.startsWith('q='))
      const weight = q === undefined ? 1 : Number(q.slice(2))
      return { language: tag.split('-')[0]?.toLowerCase() ?? '', weight: Number.isNaN(weight) ? 0 : weight }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ language }) => language)

/** The parts of a request that decide the language of the page. */
export interface LanguageRequest {
  readonly query: unknown
  readonly headers: { readonly 'accept-language'?: string | undefined }
}

/** Chooses the language of the link, else the browser's first language that the page supports, else the merchant's. */
export const pageLanguageOf = (
  { query, headers }: LanguageRequest,
  merchantLanguage: PageLanguage = 'en',
) => {
  const link = (query as { lang?: unknown } | null)?.lang
  const chosen = typeof link === 'string' && isPageLanguage(link) ? link : undefined
  const language =
    chosen ?? acceptedLanguages(headers['accept-language'] ?? '').find(isPageLanguage) ?? merchantLanguage
  return {
    language,
    isLanguageChosen: chosen !== undefined,
    offeredLanguage: offeredBeside(language, merchantLanguage),
  }
}

/** Offers the merchant's language, else Hindi or English, which most customers read. */
const offeredBeside = (language: PageLanguage, merchantLanguage: PageLanguage): PageLanguage => {
  if (language !== merchantLanguage) return merchantLanguage
  return language === 'en' ? 'hi' : 'en'
}
