import type { AccountKey } from '../payment-accounts/account-source.ts'
import { fixed, type Queryable, sql } from '../platform/database/database.ts'

interface AddressRow extends AccountKey {
  readonly sealed: Buffer
  readonly recipient: string
}

const ADDRESS = fixed`merchant_id as "merchantId", account_id as "accountId", token_sealed as sealed, recipient`

export const findAddress = (
  db: Queryable,
  { merchantId, accountId }: AccountKey,
): Promise<AddressRow | undefined> =>
  db.maybeOne(sql`
    select ${ADDRESS} from bank_email_addresses
    where merchant_id = ${merchantId} and account_id = ${accountId}`)

/** Finds the account of an address. */
export const findAddressByHash = (db: Queryable, hash: Uint8Array): Promise<AddressRow | undefined> =>
  db.maybeOne(sql`
    select ${ADDRESS} from bank_email_addresses where token_hash = ${hash}`)

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
