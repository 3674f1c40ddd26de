import { PROVIDER_NAMES, type Provider } from '@galla/contract/payment-accounts/accounts'
import type { ShopQr } from '@galla/upi/link'
import type { AccountKind } from '@galla/upi/network-rules'
import { isLikelyPersonalHandle, parseVpa, type Vpa } from '@galla/upi/vpa'
import { translateServerText } from '../../../locales/translate.ts'
import { bankOf } from '../bank-of.ts'
import { type ConnectFields, EMPTY_FIELDS } from '../connect-fields.ts'

const SHOP_NAMES: readonly (readonly [RegExp, Provider])[] = [
  [/^paytm|@(?:paytm|pt[a-z]+)$/, 'paytm'],
  [/^bharatpe|@(?:bharatpe|yesbankltd)$/, 'bharatpe'],
  [/@(?:ybl|ibl|axl)$/, 'phonepe'],
  [/@(?:ok(?:axis|hdfcbank|icici|sbi|bizaxis))$/, 'googlepay'],
]

export const providerOf = (upiId: string): Provider =>
  SHOP_NAMES.find(([name]) => name.test(upiId.toLowerCase()))?.[1] ?? 'other'

/** A bank gives a code only to merchants that it has verified. */
const kindOf = (vpa: Vpa, merchantCode: string | undefined): AccountKind =>
  merchantCode !== undefined
    ? 'verified_merchant'
    : isLikelyPersonalHandle(vpa)
      ? 'personal'
      : 'small_merchant'

/** The fields of the account that follow from its UPI ID, and from the shop's own QR where it was read. */
export const fieldsFrom = (typed: string, qr: ShopQr | undefined, shopName: string): ConnectFields => {
  const vpa = parseVpa(typed.trim())
  const read = qr?.payeeVpa === vpa ? qr : undefined
  return {
    ...EMPTY_FIELDS,
    merchantUpiId: typed.trim(),
    merchantProvider: providerOf(typed.trim()),
    merchantName: read?.payeeName || shopName,
    merchantId: read?.merchantId ?? typed.trim(),
    kind: vpa === undefined ? EMPTY_FIELDS.kind : kindOf(vpa, read?.merchantCode),
    hasPrintedQr: read !== undefined && !read.hasAmount ? 'yes' : '',
  }
}

/** What is known of a UPI ID, in words: its app, its bank and the name that customers see. */
export const wordsOf = ({ merchantProvider, merchantUpiId, merchantName }: ConnectFields): string => {
  const provider = merchantProvider as Provider
  const bank = bankOf(merchantUpiId)?.name
  const words = [
    ...(provider === 'other' ? [] : [translateServerText(PROVIDER_NAMES[provider])]),
    ...(bank === undefined || bank === PROVIDER_NAMES[provider] ? [] : [bank]),
    merchantName,
  ]
  return words.join(' · ')
}
