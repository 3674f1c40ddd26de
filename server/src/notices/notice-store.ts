import type { NoticeKind, NoticeWay } from '@galla/contract/notices/notices'
import { type Database, part, type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import { rowsByAge } from '../platform/jobs/delete-by-age.ts'
import { LEASE_SECONDS } from '../platform/jobs/lease.ts'
import type { Notice } from './notice.ts'
import type { ClaimedTarget, TargetKey } from './target.ts'

export interface NewNotice {
  readonly merchantId: string
  /** One event has one key. */
  readonly key: string
  readonly notice: Notice
  /** Only this one is notified. */
  readonly targetId?: string
}

/** Inserts an event for each target that takes its kind, once. */
export const insertNotices = (
  tx: Transaction,
  { merchantId, key, notice, targetId }: NewNotice,
): Promise<number> =>
  tx.run(sql`
    insert into notices (merchant_id, target_id, event_key, notice)
    select merchant_id, target_id, ${key}, ${JSON.stringify(notice)}::json from notice_targets t
    where merchant_id = ${merchantId} and (${targetId ?? null}::text is null or target_id = ${targetId ?? null}) and not exists (
      select from notice_choices c
      where c.merchant_id = ${merchantId} and c.kind = ${notice.kind} and c.way = t.way and not c.is_wanted)
    on conflict do nothing`)

export interface Choice {
  kind: NoticeKind
  way: NoticeWay
  isWanted: boolean
}

export const listChoices = (db: Queryable, merchantId: string): Promise<Choice[]> =>
  db.rows(sql`
    select kind, way, is_wanted as "isWanted" from notice_choices where merchant_id = ${merchantId}`)

export const findChoice = (
  db: Queryable,
  merchantId: string,
  kind: NoticeKind,
  way: NoticeWay,
): Promise<boolean | undefined> =>
  db.maybeValue(sql`
    select is_wanted from notice_choices where merchant_id = ${merchantId} and kind = ${kind} and way = ${way}`)

export const saveChoice = (
  db: Queryable,
  merchantId: string,
  { kind, way, isWanted }: Choice,
): Promise<number> =>
  db.run(sql`
    insert into notice_choices (merchant_id, kind, way, is_wanted) values (${merchantId}, ${kind}, ${way}, ${isWanted})
    on conflict (merchant_id, kind, way) do update set is_wanted = excluded.is_wanted`)

/** Targets that may be notified now: those that answer first, then those that have rested longest. */
export const listDueTargets = (
  db: Database,
  waitHours: number,
  max: number,
): Promise<(TargetKey & { readonly failures: number })[]> =>
  db.rows(sql`
    select t.merchant_id as "merchantId", t.target_id as "targetId", t.failures
    from (select distinct merchant_id, target_id from notices
          where waits and created_at > now() - make_interval(hours => ${waitHours})) n
    join notice_targets t on t.merchant_id = n.merchant_id and t.target_id = n.target_id
    where t.rests_until <= now()
    order by t.failures > 0, t.rests_until, t.target_id limit ${max}`)

/** Claims a target for one attempt, which counts as failed until it is recorded. */
export const claimTarget = (
  db: Queryable,
  { merchantId, targetId }: TargetKey,
  lease: string,
): Promise<ClaimedTarget | undefined> =>
  db.maybeOne(sql`
    update notice_targets set lease = ${lease}, failures = failures + 1,
      rests_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where merchant_id = ${merchantId} and target_id = ${targetId} and rests_until <= now()
    returning merchant_id as "merchantId", target_id as "targetId", lease, way, language, address_sealed as "addressSealed",
      failures - 1 as failures`)

export const listWaiting = (
  db: Queryable,
  { merchantId, targetId }: TargetKey,
  waitHours: number,
  max: number,
): Promise<{ key: string; notice: Notice }[]> =>
  db.rows(sql`
    select event_key as key, notice from notices
    where merchant_id = ${merchantId} and target_id = ${targetId} and waits
      and created_at > now() - make_interval(hours => ${waitHours})
    order by created_at, event_key limit ${max}`)

export interface AttemptEnd {
  readonly isNotified: boolean
  readonly failures: number
  readonly problem: string | null
  readonly restSeconds: number
}

/** Ends an attempt; false if another process holds the lease by now. */
export const releaseTarget = async (
  tx: Transaction,
  { merchantId, targetId, lease }: ClaimedTarget,
  { isNotified, failures, problem, restSeconds }: AttemptEnd,
): Promise<boolean> =>
  (await tx.run(sql`
    update notice_targets set lease = null, failures = ${failures}, problem = ${problem},
      notified_at = ${isNotified ? part`now()` : part`notified_at`},
      rests_until = now() + make_interval(secs => ${restSeconds})
    where merchant_id = ${merchantId} and target_id = ${targetId} and lease = ${lease}`)) === 1

export const finishNotices = (
  tx: Transaction,
  { merchantId, targetId }: TargetKey,
  keys: readonly string[],
): Promise<number> =>
  tx.run(sql`
    update notices set waits = false
    where merchant_id = ${merchantId} and target_id = ${targetId} and event_key = any(${keys}::text[]) and waits`)

/** Gives up what waits for a target that does not answer, but for the latest. */
export const abandonOldest = (
  tx: Transaction,
  { merchantId, targetId }: TargetKey,
  keptMax: number,
): Promise<number> =>
  tx.run(sql`
    update notices set waits = false
    where merchant_id = ${merchantId} and target_id = ${targetId} and event_key in (
      select event_key from notices
      where merchant_id = ${merchantId} and target_id = ${targetId} and waits
      order by created_at desc, event_key desc offset ${keptMax})`)

/** Deletes a target; false if there is none. What is recorded for it just then stays, and is deleted by age. */
export const deleteTarget = async (
  tx: Transaction,
  { merchantId, targetId }: TargetKey,
): Promise<boolean> => {
  const deleted = await tx.run(
    sql`delete from notice_targets where merchant_id = ${merchantId} and target_id = ${targetId}`,
  )
  await tx.run(sql`delete from notices where merchant_id = ${merchantId} and target_id = ${targetId}`)
  return deleted === 1
}

export const oldNotices = rowsByAge(
  part`notices`,
  part`target_id, event_key`,
  (before) => part`t.created_at < ${before}`,
)
