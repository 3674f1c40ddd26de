import {
  SILENCE_REASONS,
  type SilenceReason,
  SOURCE_EVENTS,
  SOURCES,
  type Source,
} from '@galla/contract/webhooks/webhook'
import { z } from 'zod'
import type { MailDeps } from '../merchants/email-merchant.ts'
import { emailNotice } from '../notices/tell.ts'

export const SOURCE_MAIL_JOB = 'source.changed'

const sourceMail = z.object({
  merchantId: z.string(),
  silenceId: z.string(),
  event: z.enum(SOURCE_EVENTS),
  source: z.enum(SOURCES),
  upiId: z.string(),
  reason: z.enum(SILENCE_REASONS),
  /** When it was last heard; of a source that is back, when it was heard again. */
  at: z.string().nullable(),
})
export type SourceMail = z.output<typeof sourceMail>

const NAMES: Readonly<Record<Source, string>> = {
  phone: 'Your phone',
  mailbox: 'Your mailbox',
  provider: 'Your payment provider',
  statement: 'Your statement',
}

const WHAT_TO_DO: Readonly<Record<Source, string>> = {
  phone:
    'Check that the phone is on and online, and that the forwarder app is running. In Settings, Apps, the forwarder app, Battery, choose Unrestricted.',
  mailbox: 'Check that you can still log in to the mailbox. Its app password may have expired or changed.',
  provider: 'Check that your provider keys are still valid. Test the connection on the page below.',
  statement: 'Import a new statement.',
}

/** For sources that ping, or can be read, but missed payments that others reported. */
const WHERE_PAYMENTS_ARE_MISSING: Partial<Record<Source, string>> = {
  phone:
    'Another source reported payments that the phone did not. Check that the forwarder app may still read messages, and that the bank still sends them. A test message from the app ends this warning.',
  mailbox:
    'Another source reported payments that the mailbox did not. Check that the bank still sends its e-mails, and that no filter moves them to another folder.',
}

const whatToDo = (source: Source, reason: SilenceReason): string =>
  (reason === 'payments' ? WHERE_PAYMENTS_ARE_MISSING[source] : undefined) ?? WHAT_TO_DO[source]

const timeInIndia = (at: string): string =>
  new Intl.DateTimeFormat('en-IN', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Kolkata',
  }).format(new Date(at))

/** Sends an e-mail when a source stops reporting or reports again. A repeated job uses the same message id. */
export const mailSourceChange = async (deps: MailDeps, payload: unknown): Promise<void> => {
  const { merchantId, silenceId, event, source, upiId, reason, at } = sourceMail.parse(payload)
  const name = NAMES[source]
  const isSilent = event === 'source.silent'
  const last = at === null ? 'It has never reported anything.' : `Its last report was on ${timeInIndia(at)}.`
  await emailNotice(deps, 'source', merchantId, {
    subject: isSilent ? `${name} has stopped reporting payments` : `${name} reports payments again`,
    paragraphs: isSilent
      ? [
          `${name} no longer reports payments to ${upiId}. ${last} Until it works again, Galla misses payments that no other source reports.`,
          whatToDo(source, reason),
        ]
      : [
          `${name} reports payments to ${upiId} again${at === null ? '' : ` since ${timeInIndia(at)}`}. Galla matches the payments that it reports now with your orders, also those from the time in between.`,
        ],
    action: { label: 'See your sources', path: '/dashboard/connect-merchant' },
    footnote: isSilent
      ? 'You receive one e-mail each time a source stops reporting, and at most three a day for each source.'
      : 'If payments from the time in between are missing, import a statement of those days.',
    name: `${event}.${silenceId}`,
  })
}
