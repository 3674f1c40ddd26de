import {
  isWantedAtFirst,
  NOTICE_KINDS,
  NOTICE_WAYS,
  type NoticeLanguage,
  type Notices,
} from '@galla/contract/notices/notices'
import { deviceLabel } from '../auth/devices/device-label.ts'
import { assertMayStill } from '../auth/team/lock-role.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import { countRequest } from '../merchants/limit-attempts.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Platform } from '../platform/feature.ts'
import { deleteByAge } from '../platform/jobs/delete-by-age.ts'
import { invalidField, Refusal } from '../platform/refusal.ts'
import { type Choice, deleteTarget, listChoices, oldNotices, saveChoice } from './notice-store.ts'
import { isPushKey, type PushSender, type PushSubscription } from './push-message.ts'
import { deleteTargets, listTargets, saveTarget } from './target-store.ts'
import { tell } from './tell.ts'

export interface ManageNoticesDeps extends Pick<Platform, 'db' | 'clock' | 'ids' | 'secrets' | 'settings'> {
  readonly pushSender: PushSender
}

export const showNotices = async (
  { db, settings, pushSender }: ManageNoticesDeps,
  merchantId: string,
): Promise<Notices> => {
  const [chosen, targets] = await Promise.all([listChoices(db, merchantId), listTargets(db, merchantId)])
  const choices = NOTICE_KINDS.flatMap((kind) =>
    NOTICE_WAYS.map((way) => {
      const choice = chosen.find((each) => each.kind === kind && each.way === way)
      return { kind, way, isWanted: choice?.isWanted ?? isWantedAtFirst(kind, way) }
    }),
  )
  return {
    pushKey: pushSender.publicKey,
    hasTelegram: settings.telegramBotToken !== undefined,
    choices,
    targets: targets.map(({ targetId: id, createdAt, notifiedAt, ...shown }) => ({
      id,
      ...shown,
      createdAt: createdAt.toISOString(),
      notifiedAt: notifiedAt?.toISOString() ?? null,
    })),
  }
}

/** What goes to someone's server: not more often than a person presses. */
export const countPress = (deps: ManageNoticesDeps, merchantId: string): Promise<void> =>
  countRequest(deps, { name: 'notice-press', key: merchantId })

/** Adds the browser that made the subscription. */
export const saveBrowser = async (
  deps: ManageNoticesDeps,
  caller: SessionCaller,
  subscription: PushSubscription,
  language: NoticeLanguage,
  userAgent: string,
): Promise<string> => {
  const { db, clock, ids, secrets, settings } = deps
  const { merchantId } = caller
  const { protocol, port } = new URL(subscription.endpoint)
  if (!settings.allowPrivateWebhooks && (protocol !== 'https:' || port !== ''))
    throw invalidField('endpoint', 'A push service has an https URL without a port')
  if (!isPushKey(subscription.p256dh)) throw invalidField('p256dh', 'This is no point of the curve P-256')
  await countPress(deps, merchantId)
  const now = clock.now()
  const saved = await db.transaction(async (tx) => {
    await assertMayStill(tx, caller, 'POST /user/notices/browsers', now)
    return saveTarget(tx, secrets, {
      merchantId,
      targetId: ids.ulid(now),
      way: 'push',
      name: subscription.endpoint,
      address: JSON.stringify(subscription),
      label: deviceLabel(userAgent),
      language,
      createdAt: now,
    })
  })
  if (saved === undefined) throw new Refusal('too_many_notice_targets')
  return saved
}

export const removeTarget = async (
  { db }: ManageNoticesDeps,
  merchantId: string,
  targetId: string,
): Promise<void> => {
  const isRemoved = await db.transaction((tx) => deleteTarget(tx, { merchantId, targetId }))
  if (!isRemoved) throw new Refusal('not_found')
}

/** With every login ends what a stranger may have added meanwhile. */
export const endNotices = (tx: Transaction, merchantId: string): Promise<void> =>
  deleteTargets(tx, merchantId)

/** Tells a test as everything is sent: recorded, retried, in each way. */
export const sendTest = async (deps: ManageNoticesDeps, merchantId: string): Promise<void> => {
  await countPress(deps, merchantId)
  const key = `test ${deps.ids.ulid(deps.clock.now())}`
  await deps.db.transaction((tx) => tell(tx, { merchantId, key, notice: { kind: 'test' } }))
}

export const choose = ({ db }: ManageNoticesDeps, merchantId: string, choice: Choice): Promise<number> =>
  saveChoice(db, merchantId, choice)

const KEPT_DAYS = 7

export const deleteOld = (deps: Pick<Platform, 'db' | 'clock'>): Promise<{ readonly more: boolean }> =>
  deleteByAge(deps, KEPT_DAYS, oldNotices)
