import type { NoticeLanguage } from '@galla/contract/notices/notices'
import type { Mode } from '@galla/contract/orders/order-status'
import type { PageLanguage } from '@galla/contract/payment-page/page-languages'
import { part, type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import { prepared } from '../platform/database/sql.ts'
import type { Merchant } from './merchant.ts'

const columns = part`
  merchant_id as "merchantId", role, is_platform as "isPlatform", name, email, mobile_number as "mobileNumber", language,
  website_name as "websiteName", website_url as "websiteUrl", page_language as "pageLanguage", support_email as "supportEmail",
  support_phone as "supportPhone", show_support as "showSupport", email_receipts as "emailReceipts", mode,
  suspended_at as "suspendedAt", suspended_reason as "suspendedReason", created_at as "createdAt"`

export interface NewMerchant {
  readonly merchantId: string
  readonly role: Merchant['role']
  readonly isPlatform: boolean
  readonly name: string
  readonly email: string
  readonly mobileNumber: string
  readonly language: NoticeLanguage
  readonly passwordHash: string
  readonly createdAt: Date
}

/**
 * Returns false when the email is taken, or when there is already a platform merchant, including one that another transaction is creating.
 */
export const insertMerchant = async (
  tx: Transaction,
  merchant: NewMerchant & { readonly isMetered: boolean },
): Promise<boolean> =>
  (await tx.run(sql`
    insert into merchants (merchant_id, role, is_platform, is_metered, name, email, mobile_number, language, password_hash, created_at)
    values (${merchant.merchantId}, ${merchant.role}, ${merchant.isPlatform}, ${merchant.isMetered}, ${merchant.name}, ${merchant.email},
            ${merchant.mobileNumber}, ${merchant.language}, ${merchant.passwordHash}, ${merchant.createdAt})
    on conflict do nothing`)) === 1

export const getMerchantById = (db: Queryable, merchantId: string): Promise<Merchant> =>
  db.one(prepared(sql`select ${columns} from merchants where merchant_id = ${merchantId}`))

export const findByEmail = async (
  db: Queryable,
  email: string,
): Promise<{ merchant: Merchant; passwordHash: string } | undefined> => {
  const row = await db.maybeOne<Merchant & { passwordHash: string }>(
    prepared(sql`select ${columns}, password_hash as "passwordHash" from merchants where email = ${email}`),
  )
  if (row === undefined) return undefined
  const { passwordHash, ...merchant } = row
  return { merchant, passwordHash }
}

export const findPlatformMerchantId = (db: Queryable): Promise<string | undefined> =>
  db.maybeValue<string>(sql`select merchant_id from merchants where is_platform`)

export const getPasswordHash = (db: Queryable, merchantId: string): Promise<string> =>
  db.value<string>(sql`select password_hash from merchants where merchant_id = ${merchantId}`)

/**
 * Locks the merchant's row, so that changes to a merchant as a whole (keys, login) happen one after the other. Rows that refer to the
 * merchant can still be written, as under every `for no key update`.
 */
export const lockMerchant = async (tx: Transaction, merchantId: string): Promise<void> => {
  await tx.one(sql`select merchant_id from merchants where merchant_id = ${merchantId} for no key update`)
}

/** Locks the merchant's row for the rest of a login; false when the password or the email address has changed since it was checked. */
export const lockUnchanged = async (
  tx: Transaction,
  { merchantId, email }: Pick<Merchant, 'merchantId' | 'email'>,
  checkedHash: string,
): Promise<boolean> =>
  (await tx.maybeOne(sql`
    select 1 from merchants where merchant_id = ${merchantId} and email = ${email} and password_hash = ${checkedHash}
    for no key update`)) !== undefined

/** Null keeps the old value. */
export interface ProfileChange {
  readonly name: string
  readonly mobileNumber: string
  readonly websiteName: string
  readonly websiteUrl: string
  readonly pageLanguage: PageLanguage | null
  readonly supportEmail: string | null
  readonly supportPhone: string | null
  readonly showSupport: boolean | null
  readonly emailReceipts: boolean | null
  readonly passwordHash: string | null
}

/** Updates only if the password has not changed since it was checked. */
export const updateMerchant = (
  tx: Transaction,
  merchantId: string,
  checkedHash: string | null,
  change: ProfileChange,
): Promise<Merchant | undefined> =>
  tx.maybeOne(sql`
    update merchants set
      name = ${change.name}, mobile_number = ${change.mobileNumber},
      website_name = ${change.websiteName}, website_url = ${change.websiteUrl},
      page_language = coalesce(${change.pageLanguage}, page_language),
      support_email = coalesce(${change.supportEmail}, support_email),
      support_phone = coalesce(${change.supportPhone}, support_phone),
      show_support = coalesce(${change.showSupport}, show_support),
      email_receipts = coalesce(${change.emailReceipts}, email_receipts),
      password_hash = coalesce(${change.passwordHash}, password_hash)
    where merchant_id = ${merchantId} and (${checkedHash}::text is null or password_hash = ${checkedHash})
    returning ${columns}`)

/** Violates merchants_email_once when another merchant has the address. */
export const updateEmail = async (tx: Transaction, merchantId: string, email: string): Promise<void> => {
  await tx.run(sql`update merchants set email = ${email} where merchant_id = ${merchantId}`)
}

/** Returns the merchant's email. */
export const updatePasswordHash = (
  tx: Transaction,
  merchantId: string,
  passwordHash: string,
): Promise<string> =>
  tx.value<string>(sql`
    update merchants set password_hash = ${passwordHash} where merchant_id = ${merchantId} returning email`)

/** Returns true for the first login ever: of two at once, for one of them. */
export const recordFirstLogin = async (tx: Transaction, merchantId: string, now: Date): Promise<boolean> =>
  (await tx.run(sql`
    update merchants set first_login_at = ${now}
    where merchant_id = ${merchantId} and first_login_at is null`)) === 1

export const updateLanguage = async (
  db: Queryable,
  merchantId: string,
  language: NoticeLanguage,
): Promise<void> => {
  await db.run(sql`update merchants set language = ${language} where merchant_id = ${merchantId}`)
}

export const updateMerchantMode = async (db: Queryable, merchantId: string, mode: Mode): Promise<void> => {
  await db.run(sql`update merchants set mode = ${mode} where merchant_id = ${merchantId}`)
}
