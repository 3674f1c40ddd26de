import { type Queryable, sql, type Transaction } from '../platform/database/database.ts'

export interface HeldLetter {
  readonly merchantId: string
  readonly letterId: string
  readonly subject: string
  readonly body: string
}

/** Holds a letter back. A repeated job holds it once. */
export const insertHeldLetter = (
  db: Queryable,
  { merchantId, letterId, subject, body }: HeldLetter,
  { heldAt, dueAt }: { readonly heldAt: Date; readonly dueAt: Date },
): Promise<number> =>
  db.run(sql`
    insert into held_letters (merchant_id, letter_id, subject, body, held_at, due_at)
    values (${merchantId}, ${letterId}, ${subject}, ${body}, ${heldAt}, ${dueAt})
    on conflict do nothing`)

/** Lists the merchants whose digest is due, and their address now. */
export const listMerchantsWithHeld = (
  db: Queryable,
  now: Date,
  limit: number,
): Promise<{ merchantId: string; email: string }[]> =>
  db.rows(sql`
    select merchant_id as "merchantId", email from merchants
    where merchant_id in (select merchant_id from held_letters where due_at <= ${now} group by merchant_id limit ${limit})`)

/** Locks one of the merchant's due letters; false when there is none, or another process has it. */
export const lockDueLetter = async (tx: Transaction, merchantId: string, now: Date): Promise<boolean> =>
  (await tx.maybeOne(sql`
    select letter_id from held_letters where merchant_id = ${merchantId} and due_at <= ${now}
    order by letter_id limit 1 for update skip locked`)) !== undefined

/** Lets the letters that are due wait longer. */
export const updateHeldDueAt = (db: Queryable, merchantId: string, now: Date, dueAt: Date): Promise<number> =>
  db.run(sql`
    update held_letters set due_at = ${dueAt} where merchant_id = ${merchantId} and due_at <= ${now}`)

export interface HeldGroup {
  readonly subject: string
  readonly letters: number
  /** When the last of them was held back, and what it says. */
  readonly lastAt: Date
  readonly lastBody: string
}

/** Deletes the merchant's oldest held letters and returns them by subject, the latest first. Of two processes, one gets them. */
export const consumeHeldLetters = (tx: Transaction, merchantId: string, max: number): Promise<HeldGroup[]> =>
  tx.rows(sql`
    with taken as (
      delete from held_letters where merchant_id = ${merchantId} and letter_id in (
        select letter_id from held_letters where merchant_id = ${merchantId} order by held_at limit ${max})
      returning letter_id, subject, body, held_at)
    select subject, letters, "lastAt", "lastBody" from (
      select distinct on (subject) subject, count(*) over (partition by subject)::int as letters, held_at as "lastAt",
        body as "lastBody"
      from taken order by subject, held_at desc, letter_id desc) groups
    order by "lastAt" desc, subject`)
