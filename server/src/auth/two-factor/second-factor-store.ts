import { type Queryable, sql, type Transaction } from '../../platform/database/database.ts'

export interface SecondFactorRow {
  secret_sealed: Buffer
  confirmed_at: Date | null
  last_step: number
}

/** True when two-factor login is on; an unconfirmed factor requires no code yet. */
export const isConfirmedFactor = (factor: SecondFactorRow | undefined): factor is SecondFactorRow =>
  factor !== undefined && factor.confirmed_at !== null

export const findSecondFactor = (db: Queryable, merchantId: string): Promise<SecondFactorRow | undefined> =>
  db.maybeOne(
    sql`select secret_sealed, confirmed_at, last_step from second_factors where merchant_id = ${merchantId}`,
  )

/** Replaces an unconfirmed factor. Returns false when one is active: that is never replaced. */
export const saveNewFactor = async (
  db: Queryable,
  factor: { merchantId: string; secretSealed: Uint8Array; createdAt: Date },
): Promise<boolean> =>
  (await db.run(sql`
    insert into second_factors as f (merchant_id, secret_sealed, created_at)
    values (${factor.merchantId}, ${factor.secretSealed}, ${factor.createdAt})
    on conflict (merchant_id) do update set
      secret_sealed = excluded.secret_sealed, created_at = excluded.created_at
    where f.confirmed_at is null`)) === 1

/** Returns false when it was confirmed in the meantime, or has another secret now. */
export const confirmFactor = async (
  tx: Transaction,
  merchantId: string,
  secretSealed: Uint8Array,
  step: number,
  now: Date,
): Promise<boolean> =>
  (await tx.run(sql`
    update second_factors set confirmed_at = ${now}, last_step = ${step}
    where merchant_id = ${merchantId} and secret_sealed = ${secretSealed} and confirmed_at is null`)) === 1

/** Marks a step as used. Of two requests with the same code, the second waits and finds it used. */
export const consumeStep = async (tx: Transaction, merchantId: string, step: number): Promise<boolean> =>
  (await tx.run(sql`
    update second_factors set last_step = ${step}
    where merchant_id = ${merchantId} and confirmed_at is not null and last_step < ${step}`)) === 1

export const insertRecoveryCodes = async (
  tx: Transaction,
  merchantId: string,
  hashes: readonly Uint8Array[],
): Promise<void> => {
  await tx.run(sql`
    insert into recovery_codes (merchant_id, code_hash)
    select ${merchantId}, hash from unnest(${hashes}::bytea[]) hash`)
}

export const consumeRecoveryCode = async (
  tx: Transaction,
  merchantId: string,
  codeHash: Uint8Array,
): Promise<boolean> =>
  (await tx.run(
    sql`delete from recovery_codes where merchant_id = ${merchantId} and code_hash = ${codeHash}`,
  )) === 1

export const countRecoveryCodes = (db: Queryable, merchantId: string): Promise<number> =>
  db.value<number>(sql`select count(*)::int as count from recovery_codes where merchant_id = ${merchantId}`)

/** Deletes a factor that was set up since a time, confirmed or not; false when none was active. */
export const deleteFactorSetUpSince = async (
  tx: Transaction,
  merchantId: string,
  since: Date,
): Promise<boolean> =>
  (await tx.maybeValue<boolean>(sql`
    delete from second_factors
    where merchant_id = ${merchantId} and (confirmed_at is null or confirmed_at >= ${since})
    returning confirmed_at is not null as was_on`)) === true

/** Deletes the factor with its recovery codes; false when none was active. */
export const deleteFactor = async (tx: Transaction, merchantId: string): Promise<boolean> =>
  (await tx.maybeValue<boolean>(sql`
    delete from second_factors where merchant_id = ${merchantId} returning confirmed_at is not null as was_on`)) ===
  true
