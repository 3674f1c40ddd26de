import type { SignatureFault } from '@galla/contract/reconciliation/alerts'
import type { AccountKey } from '../payment-accounts/account-source.ts'
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts'

/** The account of an alert address. */
export interface AddressAccount extends AccountKey {
  /** The end of its bank account's number. */
  readonly lastDigits: string | null
}

/** An alert address: its account, and its signing secret where it has one. */
export interface SignedAddress extends AddressAccount {
  readonly signingSealed: Buffer | null
}

/** Finds the accounts of many addresses at once, in their order. */
export const findAddresses = async (
  db: Queryable,
  tokenHashes: readonly Uint8Array[],
): Promise<(SignedAddress | null)[]> => {
  const rows = await db.rows<{
    merchant_id: string | null
    account_id: string | null
    signing_sealed: Buffer | null
    last_digits: string | null
  }>(sql`
    select t.merchant_id, t.account_id, t.signing_sealed, a.last_digits
    from unnest(${tokenHashes.map((hash) => Buffer.from(hash))}::bytea[]) with ordinality as i (token_hash, n)
    left join alert_tokens t on t.token_hash = i.token_hash
    left join accounts a on a.merchant_id = t.merchant_id and a.account_id = t.account_id
    order by i.n`)
  return rows.map(({ merchant_id: merchantId, account_id: accountId, ...row }) =>
    merchantId === null || accountId === null
      ? null
      : { merchantId, accountId, signingSealed: row.signing_sealed, lastDigits: row.last_digits },
  )
}

/** Sets or removes the signing secret of an account's address. False: it has no address. */
export const saveSigningSecret = async (
  tx: Transaction,
  { merchantId, accountId }: AccountKey,
  sealed: Uint8Array | null,
  now: Date,
): Promise<boolean> =>
  (await tx.run(sql`
    update alert_tokens set signing_sealed = ${sealed}, signed_since = ${sealed === null ? null : now}
    where merchant_id = ${merchantId} and account_id = ${accountId}`)) === 1

/** Counts a refused message in its minute. */
export const recordRefusedAlert = (
  db: Queryable,
  { merchantId, accountId }: AccountKey,
  reason: SignatureFault,
  now: Date,
): Promise<number> =>
  db.run(sql`
    insert into refused_alerts as r (merchant_id, account_id, minute, reason, messages)
    values (${merchantId}, ${accountId}, date_trunc('minute', ${now}::timestamptz), ${reason}, 1)
    on conflict (merchant_id, account_id, minute, reason) do update set messages = r.messages + 1`)

/** Since when the messages of an account have to be signed, and what was refused since `from`. */
export const findSigning = async (
  db: Queryable,
  { merchantId, accountId }: AccountKey,
  from: Date,
): Promise<{
  signedSince: Date | null
  refused: { reason: SignatureFault; messages: number; last: Date }[]
}> => {
  const [token, refused] = await Promise.all([
    db.maybeOne<{ signed_since: Date | null }>(sql`
      select signed_since from alert_tokens where merchant_id = ${merchantId} and account_id = ${accountId}`),
    db.rows<{ reason: SignatureFault; messages: number; last: Date }>(sql`
      select reason, sum(messages)::int as messages, max(minute) as last from refused_alerts
      where merchant_id = ${merchantId} and account_id = ${accountId} and minute >= ${from}
      group by reason order by reason`),
  ])
  return { signedSince: token?.signed_since ?? null, refused }
}

export const deleteRefusedAlertsBefore = (db: Queryable, before: Date, limit: number): Promise<number> =>
  db.run(sql`
    delete from refused_alerts where (merchant_id, account_id, minute, reason) in (
      select merchant_id, account_id, minute, reason from refused_alerts where minute < ${before} limit ${limit})`)
