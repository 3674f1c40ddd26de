import { t } from '../../locales/translate.ts'
export interface Shared {
  readonly customerName: string
  readonly customerMobile: string
  /** Formatted for display. */
  readonly amount: string
  readonly purpose: string
  readonly merchantName: string
  readonly url: string
}

/** The message that the customer receives with the link. */
export const messageWithLink = ({ customerName, amount, purpose, merchantName, url }: Shared): string =>
  t('Hello {customerName}, please pay {amount} to {merchantName} for {purpose}: {url}', {
    customerName,
    amount,
    merchantName,
    purpose,
    url,
  })

/** Opens a WhatsApp chat with the message prefilled; the merchant sends it. Ten digits are an Indian number. */
export const whatsAppUrl = (shared: Shared): string =>
  `https://wa.me/91${shared.customerMobile}?text=${encodeURIComponent(messageWithLink(shared))}`
