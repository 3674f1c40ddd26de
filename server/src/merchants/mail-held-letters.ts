import { istText } from '@galla/contract/ist'
import { z } from 'zod'
import type { Platform } from '../platform/feature.ts'
import { addJob } from '../platform/jobs/job-queue.ts'
import { emailMerchant, HELD_MS, type MailDeps, mailboxOf } from './email-merchant.ts'
import {
  consumeHeldLetters,
  listMerchantsWithHeld,
  lockDueLetter,
  updateHeldDueAt,
} from './held-letter-store.ts'
import { reserveEach } from './limit-attempts.ts'

export const DIGEST_JOB = 'letters.digest'

const MERCHANTS_MAX = 100
/** Letters of one digest; the next digest tells of more. */
const LETTERS_MAX = 5_000
/** Subjects that a digest names; it counts the others. */
const NAMED_MAX = 30

const digest = z.object({
  merchantId: z.string(),
  letters: z.number(),
  groups: z.array(
    z.object({ subject: z.string(), letters: z.number(), lastAt: z.iso.datetime(), lastBody: z.string() }),
  ),
  /** Letters of other subjects. */
  rest: z.number(),
})

/**
 * Turns what was held back for a merchant into one digest. The letters go in the transaction that queues it, so nothing is lost and two
 * processes queue one. A mailbox that got too many digests gets the next one later.
 */
export const mailHeldLetters = async (
  deps: Pick<Platform, 'db' | 'clock' | 'secrets'>,
): Promise<{ readonly more: boolean }> => {
  const { db, clock } = deps
  const now = clock.now()
  const due = await listMerchantsWithHeld(db, now, MERCHANTS_MAX)
  for (const { merchantId, email } of due) {
    const counter = { name: 'letter-digests', key: mailboxOf(email) } as const
    await db.transaction(async (tx) => {
      if (!(await lockDueLetter(tx, merchantId, now))) return
      if (!(await reserveEach({ ...deps, db: tx }, [counter])))
        return void (await updateHeldDueAt(tx, merchantId, now, new Date(now.getTime() + HELD_MS)))
      const groups = await consumeHeldLetters(tx, merchantId, LETTERS_MAX)
      const named = groups
        .slice(0, NAMED_MAX)
        .map((group) => ({ ...group, lastAt: group.lastAt.toISOString() }))
      const [letters, rest] = [sumOf(groups), sumOf(groups.slice(NAMED_MAX))]
      await addJob(tx, DIGEST_JOB, { merchantId, letters, groups: named, rest })
    })
  }
  return { more: due.length === MERCHANTS_MAX }
}

const sumOf = (groups: readonly { readonly letters: number }[]): number =>
  groups.reduce((sum, { letters }) => sum + letters, 0)

export const mailDigest = async (deps: MailDeps, payload: unknown): Promise<void> => {
  const { merchantId, letters, groups, rest } = digest.parse(payload)
  await emailMerchant(deps, merchantId, (t) => ({
    subject: t(
      '{letters, plural, one {An e-mail to you was held back} other {# e-mails to you were held back}}',
      { letters },
    ),
    paragraphs: [
      t(
        'So much happened in your Galla account that we did not send an e-mail about each event. This e-mail replaces the ones that we held back:',
      ),
      ...groups.map(({ subject, letters: times, lastAt, lastBody }) => {
        const values = { times, at: istText(new Date(lastAt)), subject, body: lastBody }
        return times === 1
          ? t('{at} IST: {subject}. {body}', values)
          : t('{times} times, last on {at} IST: {subject}. {body}', values)
      }),
      ...(rest === 0 ? [] : [t('And {rest} more.', { rest })]),
    ],
    action: { label: t('Open the dashboard'), path: '/dashboard' },
    footnote: t('If this was not you, set a new password now. This logs out all devices: {url}', {
      url: new URL('/forgot-password', deps.publicUrl).href,
    }),
    isAlwaysSent: true,
  }))
}
