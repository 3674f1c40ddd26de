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

const digest = z.object({ merchantId: z.string(), letters: z.number(), lines: z.array(z.string()) })

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
      const lines = groups
        .slice(0, NAMED_MAX)
        .map(
          ({ subject, letters, lastAt, lastBody }) =>
            `${letters === 1 ? '' : `${letters} times, last on `}${istText(lastAt)} IST: ${subject}. ${lastBody}`,
        )
      const letters = groups.reduce((sum, group) => sum + group.letters, 0)
      await addJob(tx, DIGEST_JOB, { merchantId, letters, lines: [...lines, ...restOf(groups)] })
    })
  }
  return { more: due.length === MERCHANTS_MAX }
}

const restOf = (groups: readonly { readonly letters: number }[]): string[] => {
  const rest = groups.slice(NAMED_MAX).reduce((sum, { letters }) => sum + letters, 0)
  return rest === 0 ? [] : [`And ${rest} more.`]
}

export const mailDigest = async (deps: MailDeps, payload: unknown): Promise<void> => {
  const { merchantId, letters, lines } = digest.parse(payload)
  await emailMerchant(deps, merchantId, {
    subject: letters === 1 ? 'An e-mail to you was held back' : `${letters} e-mails to you were held back`,
    paragraphs: [
      'So much happened in your Galla account that we did not send an e-mail about each event. This e-mail replaces the ones that we held back:',
      ...lines,
    ],
    action: { label: 'Open the dashboard', path: '/dashboard' },
    footnote: `If this was not you, set a new password now. This logs out all devices: ${new URL('/forgot-password', deps.publicUrl).href}`,
    isAlwaysSent: true,
  })
}
