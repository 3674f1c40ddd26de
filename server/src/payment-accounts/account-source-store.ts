import { MAKES_QR, type VerificationSource } from '@galla/contract/payment-accounts/verification'
import { openText, type Secrets, seal } from '../platform/crypto/crypto.ts'
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import type { AccountKey, AccountSource, Verification } from './account-source.ts'

interface SourceRow {
  merchant_id: string
  account_id: string
  source: VerificationSource
  credentials_sealed: Buffer
  calls: bigint
  recent_calls: Date[]
  failures: number
  paused_until: Date | null
  last_worked_at: Date | null
  last_failed_at: Date | null
  last_message: string
  notification_id: string
}

const sealingKey = (secrets: Secrets): Uint8Array => secrets.subkey('account sources')
const associatedDataOf = ({ merchantId, accountId }: AccountKey, source: string): string =>
  `account_sources credentials ${merchantId} ${accountId} ${source}`

const sourceFrom = (row: SourceRow): AccountSource => ({
  merchantId: row.merchant_id,
  accountId: row.account_id,
  source: row.source,
  calls: row.calls,
  failures: row.failures,
  pausedUntil: row.paused_until,
  lastWorkedAt: row.last_worked_at,
  lastFailedAt: row.last_failed_at,
  lastMessage: row.last_message,
  notificationId: row.notification_id,
})

/** Saves the account's only provider API; another one, or new credentials, replace it and start without a health record. */
export const saveSource = async (
  tx: Transaction,
  secrets: Secrets,
  key: AccountKey,
  { source, credentials }: Verification,
  now: Date,
): Promise<AccountSource> => {
  await updateProviderMakesQr(tx, key, MAKES_QR[source])
  await deleteProviderName(tx, key)
  const sealed = seal(sealingKey(secrets), JSON.stringify(credentials), associatedDataOf(key, source))
  return sourceFrom(
    await tx.one<SourceRow>(sql`
      insert into account_sources (merchant_id, account_id, source, credentials_sealed, connected_at)
      values (${key.merchantId}, ${key.accountId}, ${source}, ${sealed}, ${now})
      on conflict (merchant_id, account_id) do update set
        source = excluded.source, credentials_sealed = excluded.credentials_sealed, connected_at = excluded.connected_at,
        failures = 0, paused_until = null, last_worked_at = null, last_failed_at = null, last_message = ''
      returning *`),
  )
}

export const deleteSource = async (tx: Transaction, key: AccountKey): Promise<void> => {
  await updateProviderMakesQr(tx, key, false)
  await deleteProviderName(tx, key)
  await tx.run(sql`
    delete from account_sources where merchant_id = ${key.merchantId} and account_id = ${key.accountId}`)
}

/** Forgets the payee's name that another provider, or other credentials, reported. */
const deleteProviderName = (tx: Transaction, { merchantId, accountId }: AccountKey): Promise<number> =>
  tx.run(sql`
    delete from payee_name_suggestions
    where merchant_id = ${merchantId} and account_id = ${accountId} and source = 'provider'`)

const updateProviderMakesQr = (
  tx: Transaction,
  { merchantId, accountId }: AccountKey,
  isProvider: boolean,
): Promise<number> =>
  tx.run(sql`
    update accounts set provider_makes_qr = ${isProvider}
    where merchant_id = ${merchantId} and account_id = ${accountId} and provider_makes_qr <> ${isProvider}`)

/** Finds the account that a notification URL belongs to. */
export const findAccountByNotificationId = async (
  db: Queryable,
  notificationId: string,
): Promise<AccountKey | undefined> => {
  const row = await db.maybeOne<{ merchant_id: string; account_id: string }>(sql`
    select merchant_id, account_id from account_sources where notification_id = ${notificationId}`)
  return row && { merchantId: row.merchant_id, accountId: row.account_id }
}

export const findSource = async (
  db: Queryable,
  { merchantId, accountId }: AccountKey,
): Promise<AccountSource | undefined> => {
  const row = await db.maybeOne<SourceRow>(sql`
    select * from account_sources where merchant_id = ${merchantId} and account_id = ${accountId}`)
  return row && sourceFrom(row)
}

/** Decrypts the credentials of an account's provider. Keep them only during a provider call. */
export const findVerification = async (
  db: Queryable,
  secrets: Secrets,
  key: AccountKey,
): Promise<Verification | undefined> => {
  const row = await db.maybeOne<Pick<SourceRow, 'source' | 'credentials_sealed'>>(sql`
    select source, credentials_sealed from account_sources
    where merchant_id = ${key.merchantId} and account_id = ${key.accountId}`)
  if (row === undefined) return undefined
  const { source, credentials_sealed: sealed } = row
  const credentials: unknown = JSON.parse(
    openText(sealingKey(secrets), sealed, associatedDataOf(key, source)),
  )
  // It was validated before it was encrypted, and only this program can have encrypted it.
  return { source, credentials } as Verification
}
