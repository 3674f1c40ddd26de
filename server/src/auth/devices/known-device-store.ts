import { type Queryable, sql, type Transaction } from '../../platform/database/database.ts'

/** Checks a device in one statement, whether or not the email has an account, so that the time taken reveals nothing. */
export const isKnownDevice = async (
  db: Queryable,
  email: string,
  tokenHash: Uint8Array,
  usedAfter: Date,
): Promise<boolean> =>
  (await db.maybeOne(sql`
    select 1 from known_devices d join merchants m using (merchant_id)
    where m.email = ${email} and d.token_hash = ${tokenHash} and d.last_used_at > ${usedAfter}`)) !==
  undefined

/** Adds the device, or updates its last use. */
export const saveKnownDevice = async (
  tx: Transaction,
  merchantId: string,
  tokenHash: Uint8Array,
  now: Date,
): Promise<void> => {
  await tx.run(sql`
    insert into known_devices as d (merchant_id, token_hash, added_at, last_used_at)
    values (${merchantId}, ${tokenHash}, ${now}, ${now})
    on conflict (merchant_id, token_hash) do update set last_used_at = greatest(d.last_used_at, excluded.last_used_at)`)
}

/** Deletes all but this device and the most recently used, `max` in total. */
export const deleteSurplusDevices = async (
  tx: Transaction,
  merchantId: string,
  keptHash: Uint8Array,
  max: number,
): Promise<void> => {
  await tx.run(sql`
    delete from known_devices where merchant_id = ${merchantId} and token_hash in (
      select token_hash from known_devices where merchant_id = ${merchantId}
      order by token_hash = ${keptHash} desc, last_used_at desc, added_at desc, token_hash offset ${max})`)
}

export const deleteKnownDevices = async (tx: Transaction, merchantId: string): Promise<void> => {
  await tx.run(sql`delete from known_devices where merchant_id = ${merchantId}`)
}
