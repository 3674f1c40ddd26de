import {
  SILENCE_REASONS,
  type SilenceReason,
  SOURCE_EVENTS,
  SOURCES,
  type Source,
} from '@galla/contract/webhooks/webhook'
import { z } from 'zod'
import { emailMerchant, type MailDeps } from '../merchants/email-merchant.ts'

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
    'Look at the phone: is it on and online, and is the forwarder app running? In Settings, Apps, the forwarder, Battery, choose Unrestricted.',
  mailbox: 'Check that the mailbox can still be opened: its app password may have ended or changed.',
  provider: 'Check that the keys of your provider are still valid: test the connection on the page below.',
  statement: 'Import a new statement.',
}

/** For sources that ping, or can be read, but missed payments that others reported. */
const WHERE_PAYMENTS_ARE_MISSING: Partial<Record<Source, string>> = {
  phone:
    'Another source reported payments that the phone did not. On the phone: may the forwarder app still read messages, and does the bank still send them? A test message from the app ends this alarm.',
  mailbox:
    'Another source reported payments that the mailbox did not. Does the bank still send its e-mails, and does no filter move them to another folder?',
}

const whatToDo = (source: Source, reason: SilenceReason): string =>
  (reason === 'payments' ? WHERE_PAYMENTS_ARE_MISSING[source] : undefined) ?? WHAT_TO_DO[source]

const timeInIndia = (at: string): string =>
  new Intl.DateTimeFormat('en-IN', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Kolkata',
  }).format(new Date(at))

/** Emails that a source fell silent, or that it is heard again. A repeated job sends a recognizable copy. */
export const mailSourceChange = async (deps: MailDeps, payload: unknown): Promise<void> => {
  const { merchantId, silenceId, event, source, upiId, reason, at } = sourceMail.parse(payload)
  const name = NAMES[source]
  const isSilent = event === 'source.silent'
  const last = at === null ? 'It was not heard yet.' : `It was last heard on ${timeInIndia(at)}.`
  await emailMerchant(deps, merchantId, {
    subject: isSilent ? `${name} has fallen silent` : `${name} is heard again`,
    paragraphs: isSilent
      ? [
          `${name} no longer reports payments to ${upiId}. ${last} Payments that only it hears are not recognised until it is back.`,
          whatToDo(source, reason),
        ]
      : [
          `${name} reports payments to ${upiId} again${at === null ? '' : ` since ${timeInIndia(at)}`}. What it sends now of the time between is matched with your orders as usual.`,
        ],
    action: { label: 'See your sources', path: '/dashboard/connect-merchant' },
    footnote: isSilent
      ? 'You get one e-mail for each silence, and at most three a day for one source.'
      : 'If payments of the time between are missing, import a statement of those days.',
    name: `${event}.${silenceId}`,
  })
}
