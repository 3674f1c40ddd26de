import type { Hosting } from '@galla/contract/operator/operator-setup'
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts'

/** Who uses this installation, as its operator said; null: nothing yet. */
export const findHosting = async (db: Queryable): Promise<Hosting | null> =>
  (await db.maybeValue<Hosting | null>(sql`select hosting from merchants where is_platform`)) ?? null

/** The one shop of an installation of its own, whose name is null before it has registered; undefined where it is for others. */
export const findOwnShop = (db: Queryable): Promise<{ readonly name: string | null } | undefined> =>
  db.maybeOne(sql`
    select (select name from merchants where not is_metered) as name
    from merchants where is_platform and hosting = 'own_shop'`)

/** Locks the answer, so that two operators change it one after the other. */
export const lockHosting = async (tx: Transaction): Promise<Hosting | null> =>
  tx.value<Hosting | null>(sql`select hosting from merchants where is_platform for update`)

/** How many shops there are, at most two. */
export const countShops = (tx: Transaction): Promise<number> =>
  tx.value<number>(sql`
    select count(*)::int from (select from merchants where role = 'owner' limit 2) shops`)

/** Plans and quota apply to the shops of others only. */
export const updateHosting = async (tx: Transaction, hosting: Hosting): Promise<void> => {
  await tx.run(sql`update merchants set hosting = ${hosting} where is_platform`)
  await tx.run(sql`update merchants set is_metered = ${hosting !== 'own_shop'} where role = 'owner'`)
}
