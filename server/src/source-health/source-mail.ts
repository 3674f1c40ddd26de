import {
  SILENCE_REASONS,
  type SilenceReason,
  SOURCE_EVENTS,
  SOURCES,
  type Source,
} from '@galla/contract/webhooks/webhook'
import { z } from 'zod'
import type { MailDeps } from '../merchants/email-merchant.ts'
import { emailNotice } from '../notices/email-notice.ts'
import { sourceOf } from '../notices/notice.ts'
import { localeOf, type MailLanguage, type Translate } from '../platform/mail/translator.ts'

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

/** Sources that ping, or can be read, may miss payments that others reported. */
const whatToDo = (t: Translate, source: Source, reason: SilenceReason): string => {
  switch (source) {
    case 'phone':
      return reason === 'payments'
        ? t(
            'Another source reported payments that the phone did not. Check that the forwarder app may still read messages, and that the bank still sends them. A test message from the app ends this warning.',
          )
        : t(
            'Check that the phone is on and online, and that the forwarder app is running. In Settings, Apps, the forwarder app, Battery, choose Unrestricted.',
          )
    case 'mailbox':
      return reason === 'payments'
        ? t(
            'Another source reported payments that the mailbox did not. Check that the bank still sends its e-mails, and that no filter moves them to another folder.',
          )
        : t('Check that you can still log in to the mailbox. Its app password may have expired or changed.')
    case 'provider':
      return t('Check that your provider keys are still valid. Test the connection on the page below.')
    case 'statement':
      return t('Import a new statement.')
  }
}

const timeInIndia = (language: MailLanguage, at: string): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Kolkata',
  }).format(new Date(at))

/** Sends an e-mail when a source stops reporting or reports again. A repeated job uses the same message id. */
export const mailSourceChange = async (deps: MailDeps, payload: unknown): Promise<void> => {
  const change = sourceMail.parse(payload)
  await emailNotice(deps, 'source', change.merchantId, (t, language) => ({
    ...(change.event === 'source.silent' ? silent(t, language, change) : back(t, language, change)),
    action: { label: t('See your sources'), path: '/dashboard/connect-merchant' },
    name: `${change.event}.${change.silenceId}`,
  }))
}

const silent = (t: Translate, language: MailLanguage, { source, upiId, reason, at }: SourceMail) => {
  const values = { source: sourceOf(t, source), upiId, at: at === null ? '' : timeInIndia(language, at) }
  return {
    subject: t('{source} has stopped reporting payments', values),
    paragraphs: [
      [
        t('{source} no longer reports payments to {upiId}.', values),
        at === null ? t('It has never reported anything.') : t('Its last report was on {at}.', values),
        t('Until it works again, Galla misses payments that no other source reports.'),
      ].join(' '),
      whatToDo(t, source, reason),
    ],
    footnote: t(
      'You receive one e-mail each time a source stops reporting, and at most three a day for each source.',
    ),
  }
}

const back = (t: Translate, language: MailLanguage, { source, upiId, at }: SourceMail) => {
  const values = { source: sourceOf(t, source), upiId, at: at === null ? '' : timeInIndia(language, at) }
  return {
    subject: t('{source} reports payments again', values),
    paragraphs: [
      [
        at === null
          ? t('{source} reports payments to {upiId} again.', values)
          : t('{source} reports payments to {upiId} again since {at}.', values),
        t(
          'Galla matches the payments that it reports now with your orders, also those from the time in between.',
        ),
      ].join(' '),
    ],
    footnote: t('If payments from the time in between are missing, import a statement of those days.'),
  }
}
