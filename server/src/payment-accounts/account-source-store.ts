import { MAKES_QR, type VerificationSource } from '@galla/contract/payment-accounts/verification'
import { openText, type Secrets, seal } from '../platform/crypto/crypto.ts'
import { part, type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import { prepared } from '../platform/database/sql.ts'
import type { AccountKey, AccountSource, Verification } from './account-source.ts'

const sealingKey = (secrets: Secrets): Uint8Array => secrets.subkey('account sources')
const associatedDataOf = ({ merchantId, accountId }: AccountKey, source: string): string =>
  `account_sources credentials ${merchantId} ${accountId} ${source}`

const columns = part`
  merchant_id as "merchantId", account_id as "accountId", source, calls, failures, paused_until as "pausedUntil",
  last_worked_at as "lastWorkedAt", last_failed_at as "lastFailedAt", last_message as "lastMessage",
  notification_id as "notificationId"`

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
  return tx.one(sql`
      insert into account_sources (merchant_id, account_id, source, credentials_sealed, connected_at)
      values (${key.merchantId}, ${key.accountId}, ${source}, ${sealed}, ${now})
      on conflict (merchant_id, account_id) do update set
        source = excluded.source, credentials_sealed = excluded.credentials_sealed, connected_at = excluded.connected_at,
        failures = 0, paused_until = null, last_worked_at = null, last_failed_at = null, last_message = ''
      returning ${columns}`)
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
export const findAccountByNotificationId = (
  db: Queryable,
  notificationId: string,
): Promise<AccountKey | undefined> =>
  db.maybeOne(sql`
    select merchant_id as "merchantId", account_id as "accountId" from account_sources
    where notification_id = ${notificationId}`)

export const findSource = (
  db: Queryable,
  { merchantId, accountId }: AccountKey,
): Promise<AccountSource | undefined> =>
  db.maybeOne(
    prepared(sql`
    select ${columns} from account_sources where merchant_id = ${merchantId} and account_id = ${accountId}`),
  )

/** Decrypts the credentials of an account's provider. Keep them only during a provider call. */
export const findVerification = async (
  db: Queryable,
  secrets: Secrets,
  key: AccountKey,
): Promise<Verification | undefined> => {
  const row = await db.maybeOne<{ source: VerificationSource; sealed: Buffer }>(sql`
    select source, credentials_sealed as sealed from account_sources
    where merchant_id = ${key.merchantId} and account_id = ${key.accountId}`)
  if (row === undefined) return undefined
  const { source, sealed } = row
  const credentials: unknown = JSON.parse(
    openText(sealingKey(secrets), sealed, associatedDataOf(key, source)),
  )
  // It was validated before it was encrypted, and only this program can have encrypted it.
  return { source, credentials } as Verification
}
