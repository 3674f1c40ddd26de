import type { PageLanguage } from '@galla/contract/payment-page/page-languages'
import type { PageView } from './page-view.ts'

/** The address of an order's page. It keeps a language that the customer chose. */
export const pageAddress = (
  { orderId, language, isLanguageChosen }: Pick<PageView, 'orderId' | 'language' | 'isLanguageChosen'>,
  path = '',
  query = '',
): string => {
  const parts = [isLanguageChosen ? `lang=${language}` : '', query].filter((part) => part !== '')
  return `/pay/${encodeURIComponent(orderId)}${path}${parts.length === 0 ? '' : `?${parts.join('&')}`}`
}

export const linkAddress = (code: string, language?: PageLanguage): string =>
  `/l/${encodeURIComponent(code)}${language === undefined ? '' : `?lang=${language}`}`

/** The receipt in the page's language. */
export const receiptAddress = ({ orderId, language }: Pick<PageView, 'orderId' | 'language'>): string =>
  `/receipt/${encodeURIComponent(orderId)}?lang=${language}`
