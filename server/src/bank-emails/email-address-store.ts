import type { AccountKey } from '../payment-accounts/account-source.ts'
import { type Queryable, sql } from '../platform/database/database.ts'

export interface AddressRow {
  merchant_id: string
  account_id: string
  token_sealed: Buffer
  recipient: string
}

export const findAddress = (
  db: Queryable,
  { merchantId, accountId }: AccountKey,
): Promise<AddressRow | undefined> =>
  db.maybeOne(sql`
    select merchant_id, account_id, token_sealed, recipient from bank_email_addresses
    where merchant_id = ${merchantId} and account_id = ${accountId}`)

/** Finds the account of an address. */
export const findAddressByHash = (db: Queryable, hash: Uint8Array): Promise<AddressRow | undefined> =>
  db.maybeOne(sql`
    select merchant_id, account_id, token_sealed, recipient from bank_email_addresses where token_hash = ${hash}`)

export interface NewAddress extends AccountKey {
  readonly hash: Uint8Array
  readonly sealed: Uint8Array
  readonly recipient: string
  readonly createdAt: Date
}

export const saveAddress = (db: Queryable, address: NewAddress): Promise<number> =>
  db.run(sql`
    insert into bank_email_addresses (merchant_id, account_id, token_hash, token_sealed, recipient, created_at)
    values (${address.merchantId}, ${address.accountId}, ${address.hash}, ${address.sealed}, ${address.recipient}, ${address.createdAt})
    on conflict (merchant_id, account_id) do update set token_hash = excluded.token_hash, token_sealed = excluded.token_sealed,
      recipient = excluded.recipient, created_at = excluded.created_at`)
