import type { User } from '@galla/contract/auth/merchants'
import { MAX_LENGTH } from '@galla/contract/field-lengths'
import type { NoticeLanguage } from '@galla/contract/notices/notices'
import type { Mode } from '@galla/contract/orders/order-status'
import type { PageLanguage } from '@galla/contract/payment-page/page-languages'

export interface Merchant {
  readonly merchantId: string
  /** A guest has a login and no shop. */
  readonly role: 'owner' | 'operator' | 'guest'
  readonly isPlatform: boolean
  readonly name: string
  readonly email: string
  readonly mobileNumber: string
  /** Of e-mails to the merchant. */
  readonly language: NoticeLanguage
  readonly websiteName: string
  readonly websiteUrl: string
  readonly pageLanguage: PageLanguage
  readonly supportEmail: string
  readonly supportPhone: string
  readonly showSupport: boolean
  readonly emailReceipts: boolean
  /** The mode that the next login starts in. */
  readonly mode: Mode
  readonly suspendedAt: Date | null
  readonly suspendedReason: string | null
  readonly createdAt: Date
}

/** Normalizes an email address, so that one address is one login. Lower-casing can lengthen a text beyond the limit: then it is invalid. */
export const comparableEmail = (email: string): string | undefined => {
  const lower = email.toLowerCase()
  return lower.length <= MAX_LENGTH.email ? lower : undefined
}

export const merchantIdFrom = (ulid: string): string => `mer_${ulid.toLowerCase()}`

/** Without the simulator there is no test mode, whatever mode a session has stored. */
export const effectiveMode = (remembered: Mode, sandbox: boolean): Mode => (sandbox ? remembered : 'live')

export const userOf = (merchant: Merchant, mode: Mode): User => ({
  id: merchant.merchantId,
  name: merchant.name,
  email: merchant.email,
  mobileNumber: merchant.mobileNumber,
  websiteName: merchant.websiteName,
  websiteUrl: merchant.websiteUrl,
  pageLanguage: merchant.pageLanguage,
  supportEmail: merchant.supportEmail,
  supportPhone: merchant.supportPhone,
  showSupport: merchant.showSupport,
  emailReceipts: merchant.emailReceipts,
  role: merchant.role,
  mode,
  createdAt: merchant.createdAt.toISOString(),
  ...(merchant.suspendedAt === null ? {} : { suspended: { reason: merchant.suspendedReason ?? '' } }),
})
