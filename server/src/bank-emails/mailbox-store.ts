import type { MailboxProblem } from '@galla/contract/bank-emails/bank-emails'
import type { AccountKey } from '../payment-accounts/account-source.ts'
import { openText, type Secrets, seal } from '../platform/crypto/crypto.ts'
import { fixed, type Queryable, sql } from '../platform/database/database.ts'
import { LEASE_SECONDS } from '../platform/jobs/lease.ts'
import { type MailboxLogin, type MailboxPosition, retryDelayMs } from './mailbox.ts'

export interface MailboxRow extends AccountKey, Omit<MailboxLogin, 'password'> {
  readonly passwordSealed: Buffer
  readonly recipient: string
  readonly connectedAt: Date
  readonly uidValidity: bigint | null
  readonly lastUid: number | null
  readonly stuckUid: number | null
  readonly owner: string | null
  readonly failures: number
  readonly problem: MailboxProblem | null
  readonly nextAttemptAt: Date
  readonly lastAnsweredAt: Date | null
  readonly lastMessageAt: Date | null
}

const MAILBOX = fixed`
  merchant_id as "merchantId", account_id as "accountId", host, port, username, password_sealed as "passwordSealed", folder, recipient,
  connected_at as "connectedAt", uid_validity as "uidValidity", last_uid::float8 as "lastUid", stuck_uid::float8 as "stuckUid", owner,
  failures, problem, next_attempt_at as "nextAttemptAt", last_answered_at as "lastAnsweredAt", last_message_at as "lastMessageAt"`

const sealingKey = (secrets: Secrets): Uint8Array => secrets.subkey('bank mailboxes')
const associatedDataOf = ({ merchantId, accountId }: AccountKey): string =>
  `bank_mailboxes password ${merchantId} ${accountId}`

export const findMailbox = (
  db: Queryable,
  { merchantId, accountId }: AccountKey,
): Promise<MailboxRow | undefined> =>
  db.maybeOne(
    sql`select ${MAILBOX} from bank_mailboxes where merchant_id = ${merchantId} and account_id = ${accountId}`,
  )

/** Decrypts the password. Keep it in memory only during the login. */
export const decryptLogin = (
  secrets: Secrets,
  { host, port, username, folder, ...row }: MailboxRow,
): MailboxLogin => ({
  ...{ host, port, username, folder },
  password: openText(sealingKey(secrets), row.passwordSealed, associatedDataOf(row)),
})

/** Saves the account's mailbox. After a change of server, user or folder, reading starts after the newest message. */
export const saveMailbox = (
  db: Queryable,
  secrets: Secrets,
  key: AccountKey,
  { host, port, username, password, folder }: MailboxLogin,
  recipient: string,
  now: Date,
): Promise<number> => {
  const sealed = seal(sealingKey(secrets), password, associatedDataOf(key))
  return db.run(sql`
    insert into bank_mailboxes as m
      (merchant_id, account_id, host, port, username, password_sealed, folder, recipient, connected_at, next_attempt_at)
    values (${key.merchantId}, ${key.accountId}, ${host}, ${port}, ${username}, ${sealed}, ${folder}, ${recipient}, ${now}, ${now})
    on conflict (merchant_id, account_id) do update set
      uid_validity = case when (m.host, m.port, m.username, m.folder) = (excluded.host, excluded.port, excluded.username, excluded.folder)
        then m.uid_validity end,
      last_uid = case when (m.host, m.port, m.username, m.folder) = (excluded.host, excluded.port, excluded.username, excluded.folder)
        then m.last_uid end,
      host = excluded.host, port = excluded.port, username = excluded.username, password_sealed = excluded.password_sealed,
      folder = excluded.folder, recipient = excluded.recipient,
      connected_at = greatest(excluded.connected_at, (m.connected_at at time zone 'UTC' + interval '1 millisecond') at time zone 'UTC'),
      owner = null, failures = 0, problem = null, stuck_uid = null, next_attempt_at = excluded.next_attempt_at`)
}

export const deleteMailbox = (db: Queryable, { merchantId, accountId }: AccountKey): Promise<number> =>
  db.run(sql`delete from bank_mailboxes where merchant_id = ${merchantId} and account_id = ${accountId}`)

/**
 * Claims due mailboxes that no running process reads, the longest waiting first. Each counts as failed until it was read, so that one that
 * ends its process is tried later and later, by whatever process comes next.
 */
export const claimMailboxes = async (
  db: Queryable,
  workerId: string,
  /** The accounts that this process already reads. */
  reading: readonly AccountKey[],
  now: Date,
  limit: number,
): Promise<MailboxRow[]> => {
  const due = await db.rows<Pick<MailboxRow, 'merchantId' | 'accountId' | 'failures' | 'problem'>>(sql`
    select merchant_id as "merchantId", account_id as "accountId", failures, problem from bank_mailboxes
    where next_attempt_at <= ${now} and (owner is null or owned_until <= now())
      and (merchant_id, account_id) not in (
        select * from unnest(${reading.map(({ merchantId }) => merchantId)}::text[],
          ${reading.map(({ accountId }) => accountId)}::text[]))
    order by next_attempt_at, merchant_id limit ${limit}`)
  const claimed: MailboxRow[] = []
  // One by one, because another process may have claimed it meanwhile.
  for (const { merchantId, accountId, failures, problem } of due) {
    const retryAt = new Date(now.getTime() + retryDelayMs(failures + 1, problem ?? 'connection_lost'))
    const rows = await db.rows<MailboxRow>(sql`
        update bank_mailboxes set owner = ${workerId}, owned_until = now() + make_interval(secs => ${LEASE_SECONDS}),
          failures = failures + 1, next_attempt_at = ${retryAt}
        where merchant_id = ${merchantId} and account_id = ${accountId} and next_attempt_at <= ${now}
          and (owner is null or owned_until <= now())
        returning ${MAILBOX}`)
    claimed.push(...rows.map((row) => ({ ...row, failures: row.failures - 1 })))
  }
  return claimed
}

/** True if a due mailbox waits for a free connection. */
export const isMailboxWaiting = async (db: Queryable, now: Date): Promise<boolean> =>
  (await db.maybeOne(sql`
    select from bank_mailboxes
    where next_attempt_at <= ${now} and (owner is null or owned_until <= now()) limit 1`)) !== undefined

export interface OwnedMailbox extends AccountKey {
  readonly workerId: string
  readonly connectedAt: Date
}

/** Lists the mailboxes that this process still owns, by account and time of connection. */
export const listOwned = (
  db: Queryable,
  workerId: string,
): Promise<Pick<MailboxRow, 'merchantId' | 'accountId' | 'connectedAt'>[]> =>
  db.rows(sql`
    select merchant_id as "merchantId", account_id as "accountId", connected_at as "connectedAt" from bank_mailboxes
    where owner = ${workerId}`)

export const renewMailbox = (
  db: Queryable,
  { merchantId, accountId, workerId, connectedAt }: OwnedMailbox,
): Promise<number> =>
  db.run(sql`
    update bank_mailboxes set owned_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where merchant_id = ${merchantId} and account_id = ${accountId} and owner = ${workerId} and connected_at = ${connectedAt}`)

/** Updates the position. False: the mailbox was changed or taken over meanwhile. */
export const updateMailboxPosition = async (
  db: Queryable,
  { merchantId, accountId, workerId, connectedAt }: OwnedMailbox,
  { uidValidity, lastUid }: MailboxPosition,
  {
    answeredAt,
    messageAt,
    isTrusted,
  }: { readonly answeredAt: Date; readonly messageAt: Date | null; readonly isTrusted: boolean },
): Promise<boolean> =>
  (await db.run(sql`
    update bank_mailboxes set uid_validity = ${uidValidity}, last_uid = ${lastUid}, last_answered_at = ${answeredAt},
      last_message_at = coalesce(${messageAt}, last_message_at), problem = null, stuck_uid = null,
      failures = case when ${isTrusted}::boolean then 0 else failures end,
      next_attempt_at = case when ${isTrusted}::boolean then least(next_attempt_at, ${answeredAt}) else next_attempt_at end
    where merchant_id = ${merchantId} and account_id = ${accountId} and owner = ${workerId} and connected_at = ${connectedAt}`)) ===
  1

export interface Release {
  readonly failures: number
  readonly problem: MailboxProblem | null
  readonly nextAttemptAt: Date
  readonly stuckUid: number | null
}

/** Releases a mailbox, to be opened again at the given time. */
export const releaseMailbox = (
  db: Queryable,
  { merchantId, accountId, workerId, connectedAt }: OwnedMailbox,
  { failures, problem, nextAttemptAt, stuckUid }: Release,
): Promise<number> =>
  db.run(sql`
    update bank_mailboxes set owner = null, failures = ${failures}, problem = ${problem}, next_attempt_at = ${nextAttemptAt},
      stuck_uid = ${stuckUid}
    where merchant_id = ${merchantId} and account_id = ${accountId} and owner = ${workerId} and connected_at = ${connectedAt}`)
