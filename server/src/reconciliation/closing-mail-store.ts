import { type Queryable, sql, type Transaction } from '../platform/database/database.ts'

export const isClosingMailOn = (db: Queryable, merchantId: string): Promise<boolean> =>
  db.value<boolean>(sql`select closing_mail from merchants where merchant_id = ${merchantId}`)

export const updateClosingMail = (db: Queryable, merchantId: string, isOn: boolean): Promise<number> =>
  db.run(sql`update merchants set closing_mail = ${isOn} where merchant_id = ${merchantId}`)

/** Locks the round, so that a concurrent sweep continues where this one ends. */
export const lockRound = async (
  tx: Transaction,
  day: string,
): Promise<{ readonly after: string; readonly isDone: boolean }> => {
  await tx.run(
    sql`insert into closing_rounds (day, after_merchant_id, is_done) values (${day}, '', false) on conflict do nothing`,
  )
  return tx.one(
    sql`select after_merchant_id as after, is_done as "isDone" from closing_rounds where day = ${day} for update`,
  )
}

export const isRoundDone = async (db: Queryable, day: string): Promise<boolean> =>
  (await db.maybeValue<boolean>(sql`select is_done from closing_rounds where day = ${day}`)) ?? false

export const updateRound = (
  tx: Transaction,
  day: string,
  afterMerchantId: string,
  isDone: boolean,
): Promise<number> =>
  tx.run(sql`
    update closing_rounds set after_merchant_id = ${afterMerchantId}, is_done = ${isDone} where day = ${day}`)

/** Lists the next merchants, and whether each received live money on the day and wants the email. */
export const listMerchantsToMail = async (
  tx: Transaction,
  after: string,
  limit: number,
  from: Date,
  before: Date,
): Promise<{ readonly merchantId: string; readonly isDue: boolean }[]> => {
  const merchants = await tx.rows<{ merchantId: string; isOn: boolean }>(sql`
    select merchant_id as "merchantId", closing_mail as "isOn" from merchants where merchant_id > ${after} order by merchant_id limit ${limit}`)
  const subscribed = merchants.filter(({ isOn }) => isOn).map(({ merchantId }) => merchantId)
  const paid = await tx.values<string>(sql`
    select distinct c.merchant_id from credits c
    join accounts a on a.merchant_id = c.merchant_id and a.account_id = c.account_id and a.mode = 'live'
    where c.merchant_id = any(${subscribed}::text[]) and c.received_at >= ${from} and c.received_at < ${before}
      and c.state in ('matched', 'unmatched', 'ambiguous', 'amount_mismatch', 'duplicate', 'refunded')`)
  const due = new Set(paid)
  return merchants.map(({ merchantId }) => ({ merchantId, isDue: due.has(merchantId) }))
}

export const isClosingMailSent = async (db: Queryable, merchantId: string, day: string): Promise<boolean> =>
  (await db.maybeOne(
    sql`select merchant_id from closing_mails where merchant_id = ${merchantId} and day = ${day}`,
  )) !== undefined

export const recordMailed = (db: Queryable, merchantId: string, day: string, at: Date): Promise<number> =>
  db.run(sql`
    insert into closing_mails (merchant_id, day, sent_at) values (${merchantId}, ${day}, ${at}) on conflict do nothing`)

export const deleteMailedBefore = async (tx: Transaction, before: string): Promise<void> => {
  await tx.run(sql`delete from closing_mails where day < ${before}`)
  await tx.run(sql`delete from closing_rounds where day < ${before}`)
}
