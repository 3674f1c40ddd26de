import { DAY_MS } from '@galla/contract/durations'
import { istDayOf, istWallClock, startOfIstDay } from '@galla/contract/ist'
import { CLOSING_MAIL_HOUR } from '@galla/contract/reconciliation/closing'
import { z } from 'zod'
import type { SessionCaller } from '../merchants/caller.ts'
import { emailMerchant, type MailDeps, type WriteNews } from '../merchants/email-merchant.ts'
import type { Platform } from '../platform/feature.ts'
import { addJob } from '../platform/jobs/job-queue.ts'
import { localeOf } from '../platform/mail/translator.ts'
import {
  deleteMailedBefore,
  isClosingMailOn,
  isClosingMailSent,
  isRoundDone,
  listMerchantsToMail,
  lockRound,
  recordMailed,
  updateClosingMail,
  updateRound,
} from './closing-mail-store.ts'
import { type Closing, dailyClosing } from './daily-closing.ts'

export const CLOSING_MAIL_JOB = 'closing.mail'

/** Merchants in one transaction. */
const BATCH = 500
const KEPT_DAYS = 60

type Deps = Pick<Platform, 'db' | 'clock'>

const daysBefore = (now: Date, days: number): string => istDayOf(new Date(now.getTime() - days * DAY_MS))

/**
 * Queues, in the morning, an email about yesterday for each merchant who received live money. The position moves in the transaction that
 * adds the jobs, so that an interrupted one has done neither. Returns whether there may be more.
 */
export const queueClosingMails = async (
  { db, clock }: Deps,
  batchSize = BATCH,
): Promise<{ readonly more: boolean }> => {
  const now = clock.now()
  const day = daysBefore(now, 1)
  if (istWallClock(now).getUTCHours() < CLOSING_MAIL_HOUR || (await isRoundDone(db, day)))
    return { more: false }
  const from = startOfIstDay(day)
  const isDone = await db.transaction(async (tx) => {
    const round = await lockRound(tx, day)
    if (round.isDone) return true
    const before = new Date(from.getTime() + DAY_MS)
    const merchants = await listMerchantsToMail(tx, round.after, batchSize, from, before)
    for (const { merchantId, isDue } of merchants)
      if (isDue)
        await addJob(
          tx,
          CLOSING_MAIL_JOB,
          { merchantId, day },
          { key: `${CLOSING_MAIL_JOB} ${merchantId} ${day}` },
        )
    const done = merchants.length < batchSize
    await updateRound(tx, day, merchants.at(-1)?.merchantId ?? round.after, done)
    if (done) await deleteMailedBefore(tx, daysBefore(now, KEPT_DAYS))
    return done
  })
  return { more: !isDone }
}

type Caller = Pick<SessionCaller, 'merchantId'>

export const isClosingMailed = ({ db }: Pick<Deps, 'db'>, { merchantId }: Caller): Promise<boolean> =>
  isClosingMailOn(db, merchantId)

export const turnClosingMail = async (
  { db }: Pick<Deps, 'db'>,
  { merchantId }: Caller,
  isOn: boolean,
): Promise<void> => {
  await updateClosingMail(db, merchantId, isOn)
}

const closingMailJob = z.object({ merchantId: z.string(), day: z.string() })

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/**
 * Emails the closing. The queue tries again until it is sent. A process that dies after sending and before recording it sends it twice,
 * with the same message id, which mail programs show once.
 */
export const mailClosing = async (deps: MailDeps & Deps, payload: unknown): Promise<void> => {
  const { merchantId, day } = closingMailJob.parse(payload)
  const { db, clock } = deps
  if ((await isClosingMailSent(db, merchantId, day)) || !(await isClosingMailOn(db, merchantId))) return
  const closing = await dailyClosing(deps, { merchantId, mode: 'live' }, day)
  await emailMerchant(deps, merchantId, emailOf(closing))
  await recordMailed(db, merchantId, day, clock.now())
}

const emailOf =
  ({ date, expected, received, difference, fees, open, orders }: Closing): WriteNews =>
  (t, language) => {
    const dayFormat = new Intl.DateTimeFormat(localeOf(language), {
      timeZone: 'Asia/Kolkata',
      dateStyle: 'long',
    })
    const amount = rupees.format(received)
    return {
      subject: t('{amount} received on {day}', { amount, day: dayFormat.format(startOfIstDay(date)) }),
      paragraphs: [
        t('Received: {amount}', { amount }),
        t('Expected for {orders, plural, one {# paid order} other {# paid orders}}: {amount}', {
          orders,
          amount: rupees.format(expected),
        }),
        difference === 0
          ? t('The amounts match exactly.')
          : t('Difference: {amount}', { amount: rupees.format(difference) }),
        ...(fees > 0
          ? [
              t('Fees: {fees}. {rest} reached your account.', {
                fees: rupees.format(fees),
                rest: rupees.format(received - fees),
              }),
            ]
          : []),
        open === 0
          ? t('There is nothing for you to decide.')
          : t(
              '{open, plural, one {# payment of that day needs} other {# payments of that day need}} your decision in Reconciliation.',
              { open },
            ),
      ],
      action: { label: t('See the closing'), path: `/dashboard/reconciliation/closing?date=${date}` },
      footnote: t(
        'You receive this e-mail on the morning after a day with payments. You can turn it off on the closing page.',
      ),
      name: `closing-${date}`,
    }
  }
