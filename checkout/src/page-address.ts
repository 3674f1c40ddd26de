import type { PageLanguage } from '@galla/contract/payment-page/page-languages'
import type { PageView } from './page-view.ts'

/** An address of the order's page; a language that the customer chose by a link stays chosen. */
export const pageAddress = (
  { orderId, language, isLanguageChosen }: Pick<PageView, 'orderId' | 'language' | 'isLanguageChosen'>,
  path = '',
  query = '',
): string => {
  const parts = [isLanguageChosen ? `lang=${language}` : '', query].filter((part) => part !== '')
  return `/pay/${encodeURIComponent(orderId)}${path}${parts.length === 0 ? '' : `?${parts.join('&')}`}`
}

/** The page of a reusable link. */
export const linkAddress = (code: string, language?: PageLanguage): string =>
  `/l/${encodeURIComponent(code)}${language === undefined ? '' : `?lang=${language}`}`

/** The receipt in the language of the page. */
export const receiptAddress = ({ orderId, language }: Pick<PageView, 'orderId' | 'language'>): string =>
  `/receipt/${encodeURIComponent(orderId)}?lang=${language}`
