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

interface SealedRow {
  readonly source: VerificationSource
  readonly sealed: Buffer
}

const verificationOf = (secrets: Secrets, key: AccountKey, { source, sealed }: SealedRow): Verification => {
  const credentials: unknown = JSON.parse(
    openText(sealingKey(secrets), sealed, associatedDataOf(key, source)),
  )
  // It was validated before it was encrypted, and only this program can have encrypted it.
  return { source, credentials } as Verification
}

/** Decrypts the credentials of an account's provider. Keep them only during a provider call. */
export const findVerification = async (
  db: Queryable,
  secrets: Secrets,
  key: AccountKey,
): Promise<Verification | undefined> => {
  const row = await db.maybeOne<SealedRow>(sql`
    select source, credentials_sealed as sealed from account_sources
    where merchant_id = ${key.merchantId} and account_id = ${key.accountId}`)
  return row && verificationOf(secrets, key, row)
}

/** How many replaced credentials an account keeps. */
const REPLACED_MAX = 5

/** Copies the present credentials, which are about to be replaced, for the QRs that they made. */
export const copyReplacedCredentials = async (tx: Transaction, key: AccountKey, now: Date): Promise<void> => {
  const { merchantId, accountId } = key
  await tx.run(sql`
    insert into replaced_credentials (merchant_id, account_id, replaced_at, source, credentials_sealed)
    select merchant_id, account_id, ${now}, source, credentials_sealed from account_sources
    where merchant_id = ${merchantId} and account_id = ${accountId}
    on conflict do nothing`)
  await tx.run(sql`
    delete from replaced_credentials
    where merchant_id = ${merchantId} and account_id = ${accountId} and replaced_at < (
      select min(replaced_at) from (
        select replaced_at from replaced_credentials
        where merchant_id = ${merchantId} and account_id = ${accountId}
        order by replaced_at desc limit ${REPLACED_MAX}) latest)`)
}

export interface ReplacedVerification {
  readonly replacedAt: Date
  readonly verification: Verification
}

/** Decrypts the credentials of an account that were replaced, oldest first. */
export const listReplacedVerifications = async (
  db: Queryable,
  secrets: Secrets,
  key: AccountKey,
): Promise<ReplacedVerification[]> => {
  const rows = await db.rows<SealedRow & { replacedAt: Date }>(sql`
    select source, credentials_sealed as sealed, replaced_at as "replacedAt" from replaced_credentials
    where merchant_id = ${key.merchantId} and account_id = ${key.accountId} order by replaced_at`)
  return rows.map((row) => ({ replacedAt: row.replacedAt, verification: verificationOf(secrets, key, row) }))
}

type ReplacedKey = AccountKey & Pick<ReplacedVerification, 'replacedAt'>

/**
 * Lists replaced credentials that no order needs: no order of their time is due for another check, and no QR of their time is being made or
 * has to be closed.
 */
export const listUnusedCredentials = (db: Queryable, limit: number): Promise<ReplacedKey[]> =>
  db.rows(sql`
    select r.merchant_id as "merchantId", r.account_id as "accountId", r.replaced_at as "replacedAt"
    from replaced_credentials r
    where not exists (
        select from orders o
        where o.merchant_id = r.merchant_id and o.account_id = r.account_id and o.next_check_at is not null
          and o.created_at < r.replaced_at)
      and not exists (
        select from provider_qrs q
        where q.merchant_id = r.merchant_id and q.account_id = r.account_id and q.reserved_at < r.replaced_at
          and (q.state = 'pending' or q.close_due_at is not null))
    limit ${limit}`)

export const deleteReplacedCredentials = (
  db: Queryable,
  { merchantId, accountId, replacedAt }: ReplacedKey,
): Promise<number> =>
  db.run(sql`
    delete from replaced_credentials
    where merchant_id = ${merchantId} and account_id = ${accountId} and replaced_at = ${replacedAt}`)
