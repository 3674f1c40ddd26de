import type { DigitsStanding, NamedDigits } from '@galla/contract/bank-alerts/account-digits'
import { ALERT_DAYS } from '@galla/contract/bank-alerts/alerts'
import { HOUR_MS } from '@galla/contract/durations'
import type { AccountKey } from '../../payment-accounts/account-source.ts'
import { type Queryable, sql, type Transaction } from '../../platform/database/database.ts'
import { type AccountDigits, NO_DIGITS } from './account-digits.ts'

/** How long a settled message shows that its account is the shop's. */
const LEARNT_FOR_MS = ALERT_DAYS * 24 * HOUR_MS
/** The numbers of an account that are kept. What is beyond waits, but is not asked about. */
const NUMBERS_MAX = 20

/** Finds the account numbers by which messages of an account are read. */
export const findAccountDigits = async (
  db: Queryable,
  { merchantId, accountId }: AccountKey,
  now: Date,
): Promise<AccountDigits> => {
  const since = new Date(now.getTime() - LEARNT_FOR_MS)
  const rows = await db.rows<{
    last_digits: string | null
    digits: string | null
    standing: DigitsStanding
  }>(sql`
    select a.last_digits, d.digits,
      case when d.is_shops then 'own' when not d.is_shops then 'other' when d.asked_at is not null then 'asked' else 'own' end as standing
    from accounts a
    left join account_digits d on d.merchant_id = a.merchant_id and d.account_id = a.account_id and a.last_digits is null
      and (d.is_shops is not null or d.asked_at is not null or d.settled_at >= ${since})
    where a.merchant_id = ${merchantId} and a.account_id = ${accountId}
    order by d.digits`)
  const [first] = rows
  if (first === undefined) return NO_DIGITS
  const namedDigits = rows.flatMap(({ digits, standing }): NamedDigits[] =>
    digits === null ? [] : [{ digits, standing }],
  )
  return { lastDigits: first.last_digits, namedDigits }
}

/** Lets only one transaction at a time learn the first number of an account. */
export const lockFirstDigits = (tx: Transaction, { merchantId, accountId }: AccountKey): Promise<unknown> =>
  tx.maybeOne(sql`
    select from accounts where merchant_id = ${merchantId} and account_id = ${accountId} for no key update`)

/** Adds the account number of a settled message. */
export const insertSettledDigits = (
  tx: Transaction,
  { merchantId, accountId }: AccountKey,
  digits: string,
  now: Date,
): Promise<number> =>
  tx.run(sql`
    insert into account_digits as d (merchant_id, account_id, digits, settled_at)
    select ${merchantId}, ${accountId}, ${digits}, ${now}
    where (select count(*) from account_digits where merchant_id = ${merchantId} and account_id = ${accountId}
      and digits <> ${digits}) < ${NUMBERS_MAX}
    on conflict (merchant_id, account_id, digits) do update set settled_at = excluded.settled_at`)

/** Notes a further settled message, at most once an hour, so that messages rarely wait for each other. */
export const updateSettledDigits = (
  tx: Transaction,
  { merchantId, accountId }: AccountKey,
  digits: string,
  now: Date,
): Promise<number> =>
  tx.run(sql`
    update account_digits set settled_at = ${now}
    where merchant_id = ${merchantId} and account_id = ${accountId} and digits = ${digits}
      and settled_at <= ${new Date(now.getTime() - HOUR_MS)}`)

/** Adds a number to ask the merchant about. */
export const insertAskedDigits = (
  tx: Transaction,
  { merchantId, accountId }: AccountKey,
  digits: string,
  now: Date,
): Promise<number> =>
  tx.run(sql`
    insert into account_digits as d (merchant_id, account_id, digits, asked_at)
    select ${merchantId}, ${accountId}, ${digits}, ${now}
    where (select count(*) from account_digits where merchant_id = ${merchantId} and account_id = ${accountId}
      and digits <> ${digits}) < ${NUMBERS_MAX}
    on conflict (merchant_id, account_id, digits) do update set asked_at = excluded.asked_at
    where d.asked_at is null and d.is_shops is null`)

/** Locks a number that messages named, with what the merchant has said of it. */
export const lockNamedDigits = (
  tx: Transaction,
  { merchantId, accountId }: AccountKey,
  digits: string,
): Promise<{ readonly isShops: boolean | null } | undefined> =>
  tx.maybeOne(sql`
    select is_shops as "isShops" from account_digits
    where merchant_id = ${merchantId} and account_id = ${accountId} and digits = ${digits} for update`)

/** The business app whose notifications are the account's. */
export const findHeardApp = (
  db: Queryable,
  { merchantId, accountId }: AccountKey,
): Promise<string | null | undefined> =>
  db.maybeValue<string | null>(sql`
    select heard_app from accounts where merchant_id = ${merchantId} and account_id = ${accountId}`)

export const updateHeardApp = (
  tx: Transaction,
  { merchantId, accountId }: AccountKey,
  app: string,
): Promise<number> =>
  tx.run(sql`
    update accounts set heard_app = ${app}
    where merchant_id = ${merchantId} and account_id = ${accountId} and heard_app is distinct from ${app}`)

/** Writes what the merchant says of a number that messages named. */
export const updateDigitsAnswer = (
  tx: Transaction,
  { merchantId, accountId }: AccountKey,
  digits: string,
  isShops: boolean,
): Promise<number> =>
  tx.run(sql`
    update account_digits set is_shops = ${isShops}
    where merchant_id = ${merchantId} and account_id = ${accountId} and digits = ${digits}`)
