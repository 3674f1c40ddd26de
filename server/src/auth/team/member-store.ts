import type { MemberRole } from '@galla/contract/auth/roles'
import { MEMBERS_MAX } from '@galla/contract/auth/team'
import type { Mode } from '@galla/contract/orders/order-status'
import { type Queryable, sql, type Transaction } from '../../platform/database/database.ts'

export interface MemberRow {
  readonly personId: string
  readonly name: string
  readonly email: string
  readonly role: MemberRole
  readonly joinedAt: Date
}

/** Lists the login that registered the shop first, then by when they joined. */
export const listMembers = (db: Queryable, merchantId: string): Promise<MemberRow[]> =>
  db.rows(sql`
    select p.merchant_id as "personId", p.name, p.email, coalesce(m.role, 'owner') as role,
      coalesce(m.joined_at, p.created_at) as "joinedAt"
    from merchants p left join members m on m.merchant_id = ${merchantId} and m.person_id = p.merchant_id
    where p.merchant_id = ${merchantId} or m.merchant_id = ${merchantId}
    order by p.merchant_id <> ${merchantId}, m.joined_at, p.merchant_id limit ${MEMBERS_MAX + 1}`)

export const countMembers = (tx: Transaction, merchantId: string): Promise<number> =>
  tx.value<number>(sql`select count(*)::int from members where merchant_id = ${merchantId}`)

/** Returns false when the person is a member already. */
export const insertMember = async (
  tx: Transaction,
  merchantId: string,
  personId: string,
  role: MemberRole,
  now: Date,
): Promise<boolean> =>
  (await tx.run(sql`
    insert into members (merchant_id, person_id, role, joined_at) values (${merchantId}, ${personId}, ${role}, ${now})
    on conflict do nothing`)) === 1

export const findMember = (
  db: Queryable,
  merchantId: string,
  personId: string,
): Promise<Pick<MemberRow, 'role' | 'email'> | undefined> =>
  db.maybeOne(sql`
    select m.role, p.email from members m join merchants p on p.merchant_id = m.person_id
    where m.merchant_id = ${merchantId} and m.person_id = ${personId}`)

export const updateMemberRole = async (
  tx: Transaction,
  merchantId: string,
  personId: string,
  role: MemberRole,
): Promise<void> => {
  await tx.run(sql`
    update members set role = ${role} where merchant_id = ${merchantId} and person_id = ${personId}`)
}

export const deleteMember = async (tx: Transaction, merchantId: string, personId: string): Promise<void> => {
  await tx.run(sql`delete from members where merchant_id = ${merchantId} and person_id = ${personId}`)
}

export interface ShopRow {
  readonly id: string
  readonly name: string
  readonly role: MemberRole
}

/** Lists the shops of others where the person works. */
export const listShopsOf = (db: Queryable, personId: string): Promise<ShopRow[]> =>
  db.rows(sql`
    select s.merchant_id as id, s.name, m.role from members m join merchants s on s.merchant_id = m.merchant_id
    where m.person_id = ${personId} order by m.joined_at, s.merchant_id limit ${MEMBERS_MAX}`)

/** The shop of others that the person's next login opens: the one opened last; for a guest, who has no other, any. */
export const findNextShop = (
  db: Queryable,
  personId: string,
  isGuest: boolean,
): Promise<{ readonly shopId: string; readonly mode: Mode } | undefined> =>
  db.maybeOne(sql`
    select s.merchant_id as "shopId", s.mode from members m join merchants s on s.merchant_id = m.merchant_id
    where m.person_id = ${personId} and (m.opened_at is not null or ${isGuest}::boolean)
    order by m.opened_at desc nulls last, m.joined_at limit 1`)

/** Null: the person's own shop. */
export const updateOpenedShop = async (
  tx: Transaction,
  personId: string,
  shopId: string | null,
  now: Date,
): Promise<void> => {
  await tx.run(sql`
    update members set opened_at = case when merchant_id = ${shopId} then ${now}::timestamptz end
    where person_id = ${personId}`)
}
