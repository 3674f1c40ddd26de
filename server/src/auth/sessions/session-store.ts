import type { SessionRole } from '@galla/contract/auth/roles'
import type { Mode } from '@galla/contract/orders/order-status'
import { type Queryable, sql, type Transaction } from '../../platform/database/database.ts'

export interface Session {
  readonly sessionId: string
  readonly tokenHash: Uint8Array
  /** Whose login it is. */
  readonly merchantId: string
  /** The shop of others that it is in; null: the login's own. */
  readonly shopId: string | null
  /** The passkey that opened it; null: a password did. */
  readonly passkeyId: string | null
  readonly mode: Mode
  readonly userAgent: string
  /** Also the time at which the user first proved who they are. */
  readonly createdAt: Date
  readonly lastUsedAt: Date
  readonly expiresAt: Date
}

export const insertSession = async (tx: Transaction, session: Session): Promise<void> => {
  await tx.run(sql`
    insert into sessions (merchant_id, session_id, shop_id, passkey_id, token_hash, mode, remember, user_agent, created_at, confirmed_at,
      last_used_at, expires_at)
    values (${session.merchantId}, ${session.sessionId}, ${session.shopId}, ${session.passkeyId}, ${session.tokenHash}, ${session.mode},
            false, ${session.userAgent}, ${session.createdAt}, ${session.createdAt}, ${session.lastUsedAt}, ${session.expiresAt})`)
}

export interface SessionRow {
  person_id: string
  /** The shop that the session is in. */
  merchant_id: string
  role: SessionRole
  mode: Mode
  remember: boolean
  created_at: Date
  confirmed_at: Date
  last_used_at: Date
  /** Read for operators only: for others it is true. */
  has_second_factor: boolean
}

/** Finds a session that has not ended. One in the shop of a team that the person has left has. */
export const findLiveSession = (
  db: Queryable,
  tokenHash: Uint8Array,
  now: Date,
): Promise<SessionRow | undefined> =>
  db.maybeOne(sql`
    select s.merchant_id as person_id, coalesce(s.shop_id, s.merchant_id) as merchant_id,
      case when s.shop_id is null then p.role else m.role end as role,
      s.mode, s.remember, s.created_at, s.confirmed_at, s.last_used_at,
      p.role <> 'operator' or exists (
        select from second_factors f where f.merchant_id = s.merchant_id and f.confirmed_at is not null
      ) as has_second_factor
    from sessions s
    join merchants p on p.merchant_id = s.merchant_id
    left join members m on m.merchant_id = s.shop_id and m.person_id = s.merchant_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${now} and (s.shop_id is null or m.role is not null)`)

/** Keeps a session from being ended until the transaction's own end. */
export const lockSession = async (
  tx: Transaction,
  merchantId: string,
  tokenHash: Uint8Array,
): Promise<void> => {
  await tx.rows(sql`
    select from sessions where merchant_id = ${merchantId} and token_hash = ${tokenHash} for key share`)
}

/** Lets a session last this long after its login, used or not. Without a time zone, because distributed tables take no such interval otherwise. */
export const updateSessionRemember = async (
  db: Queryable,
  merchantId: string,
  tokenHash: Uint8Array,
  seconds: number,
): Promise<void> => {
  await db.run(sql`
    update sessions set remember = true, expires_at = (created_at at time zone 'utc' + make_interval(secs => ${seconds})) at time zone 'utc'
    where merchant_id = ${merchantId} and token_hash = ${tokenHash}`)
}

export const updateSessionUse = async (
  db: Queryable,
  merchantId: string,
  tokenHash: Uint8Array,
  now: Date,
  expiresAt: Date,
): Promise<void> => {
  await db.run(sql`
    update sessions set last_used_at = ${now}, expires_at = greatest(expires_at, ${expiresAt})
    where merchant_id = ${merchantId} and token_hash = ${tokenHash}`)
}

export const updateSessionConfirmedAt = async (
  tx: Transaction,
  merchantId: string,
  tokenHash: Uint8Array,
  now: Date,
): Promise<void> => {
  await tx.run(sql`
    update sessions set confirmed_at = ${now} where merchant_id = ${merchantId} and token_hash = ${tokenHash}`)
}

export const updateSessionMode = async (
  db: Queryable,
  merchantId: string,
  tokenHash: Uint8Array,
  mode: Mode,
): Promise<void> => {
  await db.run(sql`
    update sessions set mode = ${mode} where merchant_id = ${merchantId} and token_hash = ${tokenHash}`)
}

/** Keeps a session when the passkey that opened it is removed: this one, or null for any. */
export const updateSessionPasskey = async (
  tx: Transaction,
  merchantId: string,
  tokenHash: Uint8Array,
  passkeyId: string | null,
): Promise<void> => {
  await tx.run(sql`
    update sessions set passkey_id = null
    where merchant_id = ${merchantId} and token_hash = ${tokenHash} and (${passkeyId}::text is null or passkey_id = ${passkeyId})`)
}

/** Null: the login's own shop. */
export const updateSessionShop = async (
  tx: Transaction,
  personId: string,
  tokenHash: Uint8Array,
  shopId: string | null,
  mode: Mode,
): Promise<void> => {
  await tx.run(sql`
    update sessions set shop_id = ${shopId}, mode = ${mode}
    where merchant_id = ${personId} and token_hash = ${tokenHash}`)
}

/** Deletes a person's sessions that are in a shop of others. */
export const deleteSessionsInShop = async (
  tx: Transaction,
  personId: string,
  shopId: string,
): Promise<void> => {
  await tx.run(sql`delete from sessions where merchant_id = ${personId} and shop_id = ${shopId}`)
}

/** Deletes a session by its cookie's hash. */
export const deleteSession = async (db: Queryable, tokenHash: Uint8Array): Promise<void> => {
  await db.run(sql`delete from sessions where token_hash = ${tokenHash}`)
}

export const deleteOtherSessions = async (
  tx: Transaction,
  merchantId: string,
  keptHash: Uint8Array,
): Promise<number> =>
  tx.run(sql`delete from sessions where merchant_id = ${merchantId} and token_hash <> ${keptHash}`)

/** Deletes a session by its id; returns its browser, or undefined when it has ended already. */
export const deleteSessionById = async (
  tx: Transaction,
  merchantId: string,
  sessionId: string,
): Promise<{ user_agent: string } | undefined> =>
  tx.maybeOne(sql`
    delete from sessions where merchant_id = ${merchantId} and session_id = ${sessionId} returning user_agent`)

export interface LiveSession {
  session_id: string
  user_agent: string
  created_at: Date
  last_used_at: Date
  is_current: boolean
}

/** Lists the current session first, then the most recently used. */
export const listLiveSessions = (
  db: Queryable,
  { merchantId, tokenHash }: { readonly merchantId: string; readonly tokenHash: Uint8Array },
  now: Date,
  max: number,
): Promise<LiveSession[]> =>
  db.rows(sql`
    select session_id, user_agent, created_at, last_used_at, token_hash = ${tokenHash} as is_current
    from sessions where merchant_id = ${merchantId} and expires_at > ${now}
    order by token_hash = ${tokenHash} desc, last_used_at desc, created_at desc limit ${max}`)

export const deleteSessions = async (tx: Transaction, merchantId: string): Promise<void> => {
  await tx.run(sql`delete from sessions where merchant_id = ${merchantId}`)
}
