import { planTitle } from '@galla/contract/subscriptions/plans'
import { z } from 'zod'
import type { MailDeps } from '../merchants/email-merchant.ts'
import { emailNotice } from '../notices/email-notice.ts'
import { tell } from '../notices/tell.ts'
import type { Clock } from '../platform/clock.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Platform } from '../platform/feature.ts'
import { addJob } from '../platform/jobs/job-queue.ts'
import { localeOf, type MailLanguage, type Translate } from '../platform/mail/translator.ts'
import type { RecordEventDeps } from '../webhooks/events/record-event.ts'
import { recordMerchantEvent } from '../webhooks/events/record-merchant-event.ts'
import { mostUrgent, PLAN_WARNING_KINDS, PLAN_WARNINGS, type PlanWarning } from './plan-warning.ts'
import { daysLeft, isActive } from './subscription.ts'
import {
  findSubscription,
  insertWarnings,
  listDueWarnings,
  type SubscriptionRow,
} from './subscription-store.ts'

export const PLAN_WARNING_JOB = 'plans.warn'

const planWarned = z.object({ merchantId: z.string(), orderId: z.string(), kind: z.enum(PLAN_WARNING_KINDS) })
export type PlanWarned = z.output<typeof planWarned>

export interface SendPlanWarningDeps extends MailDeps {
  readonly clock: Clock
}

const count = new Intl.NumberFormat('en-IN')

/** Emails a warning with current numbers. A plan that was renewed or has ended needs none. */
export const sendPlanWarning = async (deps: SendPlanWarningDeps, payload: unknown): Promise<void> => {
  const { merchantId, orderId, kind } = planWarned.parse(payload)
  const now = deps.clock.now()
  const plan = await findSubscription(deps.db, merchantId)
  if (plan === undefined || plan.orderId !== orderId || !isActive(plan, now)) return
  await emailNotice(deps, 'plan', merchantId, (t, language) => ({
    ...emailOf(t, language, kind, plan, now),
    footnote: t('You receive this e-mail because your account has a Galla plan.'),
  }))
}

const emailOf = (
  t: Translate,
  language: MailLanguage,
  kind: PlanWarning,
  plan: SubscriptionRow,
  now: Date,
) => {
  const at = (style: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(localeOf(language), { timeZone: 'Asia/Kolkata', ...style }).format(plan.expiresAt)
  const values = {
    title: planTitle(plan.planName),
    until: `${at({ dateStyle: 'long' })}, ${at({ timeStyle: 'short' })} IST`,
    left: count.format(plan.qrLeft),
    limit: count.format(plan.qrLimit),
  }
  const upgrade = { label: t('See the plans'), path: '/dashboard/new-subscription' }
  if (PLAN_WARNINGS[kind].of === 'days')
    return {
      subject: t('Your {title} plan ends in {days, plural, one {1 day} other {# days}}', {
        ...values,
        days: daysLeft(plan.expiresAt, now),
      }),
      paragraphs: [
        t('It ends on {until}. {left} of {limit} QR requests are left.', values),
        t(
          'If you renew it before then, you keep your remaining days and requests. Without a plan, you cannot create live orders. Existing orders are not affected, and Galla still records their payments.',
        ),
      ],
      action: { label: t('Renew the plan'), path: '/dashboard/manage-subscription' },
    }
  if (plan.qrLeft > 0)
    return {
      subject: t('{percent}% of your QR requests are used', {
        percent: Math.floor(((plan.qrLimit - plan.qrLeft) * 100) / plan.qrLimit),
      }),
      paragraphs: [
        t('{left} of {limit} QR requests are left on your {title} plan, which ends on {until}.', values),
        t('You can renew it or change to a larger plan at any time. Remaining requests are carried over.'),
      ],
      action: upgrade,
    }
  return {
    subject: t('Your QR requests are used up'),
    paragraphs: [
      t(
        'You have used all {limit} QR requests of your {title} plan. You cannot create live orders until you renew it or change to a larger plan.',
        values,
      ),
      t('Existing orders are not affected, and Galla still records their payments.'),
    ],
    action: upgrade,
  }
}

const recordEnding = async (
  tx: Transaction,
  deps: RecordEventDeps,
  { merchantId, orderId, kind }: PlanWarned,
): Promise<void> => {
  const plan = await findSubscription(tx, merchantId)
  if (plan === undefined) return
  const data = {
    plan: plan.planName,
    expiresAt: plan.expiresAt.toISOString(),
    requestsLeft: plan.qrLeft,
  }
  const about = `${orderId} ${kind}`
  await recordMerchantEvent(tx, deps, { merchantId, mode: 'live', type: 'subscription.ending', about, data })
}

const DUE_MAX = 200

/**
 * Queues an email for each plan that runs out of days or of QR requests. Recording and queueing are one transaction: an interrupted sweep
 * has done neither, and a repeated one finds it recorded. Returns whether there may be more.
 */
export const findDuePlanWarnings = async (
  deps: Pick<Platform, 'db'> & RecordEventDeps,
): Promise<{ readonly more: boolean }> => {
  const { db, clock } = deps
  const due = await listDueWarnings(db, clock.now(), DUE_MAX)
  for (const ofMerchant of Map.groupBy(due, ({ merchantId }) => merchantId).values())
    await db.transaction(async (tx) => {
      const recorded = await insertWarnings(tx, ofMerchant, clock.now())
      for (const [orderId, warnings] of Map.groupBy(recorded, (warning) => warning.orderId))
        for (const kind of mostUrgent(warnings.map((warning) => warning.kind))) {
          const merchantId = warnings[0]?.merchantId ?? ''
          await addJob(tx, PLAN_WARNING_JOB, { merchantId, orderId, kind } satisfies PlanWarned)
          await tell(tx, { merchantId, key: `plan ${orderId} ${kind}`, notice: { kind: 'plan' } })
          await recordEnding(tx, deps, { merchantId, orderId, kind })
        }
    })
  return { more: due.length === DUE_MAX }
}
