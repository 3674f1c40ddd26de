import type { AccountRails } from '@galla/contract/bank-alerts/alerts'
import type { Mode } from '@galla/contract/orders/order-status'
import type { Rail } from '@galla/upi/rail'
import { part, type Queryable, type SqlPart, sql, type Transaction } from '../platform/database/database.ts'

export const updateLastDigits = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  lastDigits: string | null,
): Promise<number> =>
  db.run(sql`
    update accounts set last_digits = ${lastDigits} where merchant_id = ${merchantId} and mode = ${mode} and is_current`)

interface RailsRow {
  settling_rails: Rail[]
  keeps_other_rails: boolean
}

const railsFrom = (row: RailsRow): AccountRails => ({
  imps: row.settling_rails.includes('imps'),
  unknown: row.settling_rails.includes('unknown'),
  others: row.keeps_other_rails ? 'keep' : 'ignore',
})

interface AlertSettings {
  readonly rails: AccountRails
  readonly lastDigits: string | null
}

const selectSettings = async (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  lock: SqlPart,
): Promise<AlertSettings | undefined> => {
  const row = await db.maybeOne<RailsRow & { last_digits: string | null }>(sql`
    select settling_rails, keeps_other_rails, last_digits from accounts
    where merchant_id = ${merchantId} and mode = ${mode} and is_current ${lock}`)
  return row && { rails: railsFrom(row), lastDigits: row.last_digits }
}

/** Finds the settings by which messages of the mode's current account are read. */
export const findAlertSettings = (db: Queryable, merchantId: string, mode: Mode) =>
  selectSettings(db, merchantId, mode, part``)

/** The same, locked for a change. */
export const lockAlertSettings = (tx: Transaction, merchantId: string, mode: Mode) =>
  selectSettings(tx, merchantId, mode, part`for no key update`)

export const updateRails = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  rails: AccountRails,
): Promise<number> => {
  const settling: Rail[] = ['upi', ...(['imps', 'unknown'] as const).filter((rail) => rails[rail])]
  return db.run(sql`
    update accounts set settling_rails = ${settling}::text[], keeps_other_rails = ${rails.others === 'keep'}
    where merchant_id = ${merchantId} and mode = ${mode} and is_current`)
}
