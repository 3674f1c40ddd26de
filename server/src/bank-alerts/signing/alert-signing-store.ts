import type { AccountKey } from '../../payment-accounts/account-source.ts'
import { type Queryable, sql, type Transaction } from '../../platform/database/database.ts'

/** An alert address: its account, and its signing secret where it has one. */
export interface SignedAddress extends AccountKey {
  readonly signingSealed: Buffer | null
}

/** Finds the account of an address. */
export const findAddress = (db: Queryable, tokenHash: Uint8Array): Promise<SignedAddress | undefined> =>
  db.maybeOne(sql`
    select merchant_id as "merchantId", account_id as "accountId", signing_sealed as "signingSealed"
    from alert_tokens where token_hash = ${tokenHash} limit 1`)

/** Sets or removes the signing secret of an account's address. Returns the address's token. */
export const updateSigningSecret = (
  tx: Transaction,
  { merchantId, accountId }: AccountKey,
  sealed: Uint8Array | null,
  now: Date,
): Promise<Buffer> =>
  tx.value<Buffer>(sql`
    update alert_tokens set signing_sealed = ${sealed}, signed_since = ${sealed === null ? null : now}
    where merchant_id = ${merchantId} and account_id = ${accountId} returning token_sealed`)

/**
 * Records the body that a signature is used for, with its content type, and returns when it was first used. Null: it was used for another body. Of two requests at once
 * with one signature, the primary key decides which is first.
 */
export const recordSignatureUse = async (
  db: Queryable,
  { merchantId, accountId }: AccountKey,
  { signatureHash, bodyHash }: { readonly signatureHash: Uint8Array; readonly bodyHash: Uint8Array },
  now: Date,
): Promise<Date | null> => {
  const { is_same: isSame, used_at: usedAt } = await db.one<{ is_same: boolean; used_at: Date }>(sql`
    insert into used_alert_signatures as u (merchant_id, account_id, signature_hash, body_hash, used_at)
    values (${merchantId}, ${accountId}, ${signatureHash}, ${bodyHash}, ${now})
    on conflict (merchant_id, account_id, signature_hash) do update set body_hash = u.body_hash
    returning body_hash = ${bodyHash} as is_same, used_at`)
  return isSame ? usedAt : null
}

/** Merchants with signatures that were first used before `before`. */
export const listMerchantsOfUsedSignatures = (
  db: Queryable,
  before: Date,
  limit: number,
): Promise<string[]> =>
  db.values<string>(sql`
    select distinct merchant_id from used_alert_signatures where used_at < ${before} limit ${limit}`)

export const deleteUsedSignatures = (db: Queryable, merchantId: string, before: Date): Promise<number> =>
  db.run(sql`delete from used_alert_signatures where merchant_id = ${merchantId} and used_at < ${before}`)
