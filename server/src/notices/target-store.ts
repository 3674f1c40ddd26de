import { NOTICE_TARGETS_MAX, type NoticeLanguage } from '@galla/contract/notices/notices'
import { hmacSha256, openText, type Secrets, seal } from '../platform/crypto/crypto.ts'
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import type { ClaimedTarget, TargetKey, TargetWay } from './target.ts'

const sealingKey = (secrets: Secrets): Uint8Array => secrets.subkey('notice targets')
const associatedDataOf = ({ merchantId, targetId }: TargetKey): string =>
  `notice_targets address ${merchantId} ${targetId}`

export interface NewTarget extends TargetKey {
  readonly way: TargetWay
  /** What tells it from others: the endpoint of a subscription, or the id of a chat. */
  readonly name: string
  /** What reaches it. */
  readonly address: string
  readonly label: string
  readonly language: NoticeLanguage
  readonly createdAt: Date
}

/** Saves a target and returns its id; the same target again keeps its id. Undefined: the merchant has the most that one may have. */
export const saveTarget = async (
  tx: Transaction,
  secrets: Secrets,
  target: NewTarget,
): Promise<string | undefined> => {
  const { merchantId, targetId, way, name, address, label, language, createdAt } = target
  const hash = hmacSha256(sealingKey(secrets), `${way}\n${name}`)
  // Two at once are counted one after the other.
  await tx.run(sql`select from merchants where merchant_id = ${merchantId} for no key update`)
  const known = await tx.maybeValue<string>(sql`
    select target_id from notice_targets where merchant_id = ${merchantId} and address_hash = ${hash}`)
  const id = known ?? targetId
  const sealed = seal(sealingKey(secrets), address, associatedDataOf({ merchantId, targetId: id }))
  const saved = await tx.run(sql`
    insert into notice_targets (merchant_id, target_id, way, address_hash, address_sealed, label, language, created_at)
    select ${merchantId}, ${id}, ${way}, ${hash}, ${sealed}, ${label}, ${language}, ${createdAt}
    where ${known !== undefined}::boolean
      or (select count(*) from notice_targets where merchant_id = ${merchantId}) < ${NOTICE_TARGETS_MAX}
    on conflict (merchant_id, target_id) do update set address_sealed = excluded.address_sealed, label = excluded.label,
      language = excluded.language, failures = 0, problem = null,
      rests_until = case when notice_targets.lease is null then excluded.rests_until else notice_targets.rests_until end`)
  return saved === 1 ? id : undefined
}

/** Decrypts what reaches a target. Keep it in memory only for the attempt. */
export const openAddress = (secrets: Secrets, target: ClaimedTarget): string =>
  openText(sealingKey(secrets), target.addressSealed, associatedDataOf(target))

export const deleteTargets = async (tx: Transaction, merchantId: string): Promise<void> => {
  // First the link: a chat that is being added by it is waited for.
  await deleteLink(tx, merchantId)
  await tx.run(sql`delete from notice_targets where merchant_id = ${merchantId}`)
  await tx.run(sql`delete from notices where merchant_id = ${merchantId}`)
}

export interface ShownTarget {
  targetId: string
  way: TargetWay
  label: string
  createdAt: Date
  notifiedAt: Date | null
  problem: string | null
}

export const listTargets = (db: Queryable, merchantId: string): Promise<ShownTarget[]> =>
  db.rows(sql`
    select target_id as "targetId", way, label, created_at as "createdAt", notified_at as "notifiedAt", problem
    from notice_targets where merchant_id = ${merchantId} order by created_at, target_id`)

export const saveLink = (
  db: Queryable,
  merchantId: string,
  codeHash: Uint8Array,
  language: NoticeLanguage,
  expiresAt: Date,
): Promise<number> =>
  db.run(sql`
    insert into telegram_links (merchant_id, code_hash, language, expires_at)
    values (${merchantId}, ${codeHash}, ${language}, ${expiresAt})
    on conflict (merchant_id) do update set code_hash = excluded.code_hash, language = excluded.language,
      expires_at = excluded.expires_at`)

export const deleteLink = (db: Queryable, merchantId: string): Promise<number> =>
  db.run(sql`delete from telegram_links where merchant_id = ${merchantId}`)

export const hasOpenLink = async (db: Queryable, now: Date): Promise<boolean> =>
  (await db.maybeOne(sql`select from telegram_links where expires_at > ${now} limit 1`)) !== undefined

/** Uses up the link with this code. */
export const consumeLink = (
  tx: Transaction,
  codeHash: Uint8Array,
  now: Date,
): Promise<{ merchantId: string; language: NoticeLanguage } | undefined> =>
  tx.maybeOne(sql`
    delete from telegram_links where code_hash = ${codeHash} and expires_at > ${now}
    returning merchant_id as "merchantId", language`)
