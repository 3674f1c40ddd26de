import type { Platform } from '../platform/feature.ts'
import type { Job } from '../platform/jobs/job-queue.ts'
import { renderEmail } from '../platform/mail/email-template.ts'
import type { Email } from '../platform/mail/mail.ts'
import { type MailLanguage, type Translate, translatorOf } from '../platform/mail/translator.ts'
import { findMerchant } from './find-merchant.ts'
import { insertHeldLetter } from './held-letter-store.ts'
import { type AttemptCounter, reserveEach, returnEach } from './limit-attempts.ts'

export interface MailDeps extends Pick<Platform, 'db' | 'clock' | 'secrets' | 'mailer'> {
  readonly publicUrl: URL
  /** The job that sends the letter: its name is the letter's kind. */
  readonly job: Pick<Job, 'id' | 'name'>
}

export interface News {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** The button: its label, and a path of the web app. */
  readonly action: { readonly label: string; readonly path: string }
  readonly footnote: string
  /** Instead of the merchant's own address. */
  readonly to?: string
  /** Makes the Message-ID, so that a repeated email is recognizable as a copy. */
  readonly name?: string
  /** For a letter whose link nothing else can give: its requests are limited instead. */
  readonly isAlwaysSent?: boolean
}

/** Writes news in the language of who gets them. */
export type WriteNews<N = News> = (t: Translate, language: MailLanguage) => N

/** A digest tells of a letter that was held back after this time. */
export const HELD_MS = 60 * 60_000
const SUBJECT_CHARACTERS_MAX = 300
const BODY_CHARACTERS_MAX = 600

/** Mailboxes of one person: most servers deliver `asha+anything@` to `asha@`. */
export const mailboxOf = (address: string): string => {
  const [name = '', host = ''] = address.toLowerCase().split('@')
  return `${name.split('+', 1)[0]}@${host}`
}

/**
 * Each kind of letter has limits of its own, so that no flood keeps back another kind. The mailbox has one too, because its owner may be a
 * stranger: registering proves no address.
 */
const countersOf = ({ name }: MailDeps['job'], merchantId: string, to: string): readonly AttemptCounter[] => [
  { name: 'letters', key: `${merchantId}\n${name}` },
  { name: 'letters-day', key: `${merchantId}\n${name}` },
  { name: 'letters-mailbox', key: `${mailboxOf(to)}\n${name}` },
]

/**
 * Emails a merchant at the address, with the name and in the language that the merchant has now. Beyond the limit the letter is held back
 * for a digest (mail-held-letters.ts).
 */
export const emailMerchant = async (deps: MailDeps, merchantId: string, write: WriteNews): Promise<void> => {
  const { db, clock, job, mailer, publicUrl } = deps
  const { email, name, language } = await findMerchant(deps, merchantId)
  const t = translatorOf(language)
  const news = write(t, language)
  const to = news.to ?? email
  const counters = news.isAlwaysSent ? [] : countersOf(job, merchantId, to)
  if (!(await reserveEach(deps, counters))) {
    const heldAt = clock.now()
    const letter = {
      merchantId,
      letterId: job.id,
      subject: news.subject.slice(0, SUBJECT_CHARACTERS_MAX),
      body: news.paragraphs.join(' ').slice(0, BODY_CHARACTERS_MAX),
    }
    await insertHeldLetter(db, letter, { heldAt, dueAt: new Date(heldAt.getTime() + HELD_MS) })
    return
  }
  const message = toEmail(deps, news, { to, language, greeting: t('Hello {name},', { name }) })
  try {
    await mailer.send(
      news.name === undefined
        ? message
        : { ...message, messageId: `<${news.name}.${merchantId}@${publicUrl.hostname}>` },
    )
  } catch (error) {
    await returnEach(deps, counters)
    throw error
  }
}

/**
 * Emails an address that belongs to no account yet, or to another one: the text contains no name. Its requests are limited.
 */
export const emailAddress = (
  deps: Pick<MailDeps, 'mailer' | 'publicUrl'>,
  to: string,
  language: MailLanguage,
  write: WriteNews<Omit<News, 'to' | 'name' | 'isAlwaysSent'>>,
): Promise<void> => {
  const t = translatorOf(language)
  return deps.mailer.send(toEmail(deps, write(t, language), { to, language, greeting: t('Hello,') }))
}

const toEmail = (
  { publicUrl }: Pick<MailDeps, 'publicUrl'>,
  { subject, paragraphs, action: { label, path }, footnote }: News,
  { language, ...to }: { readonly to: string; readonly greeting: string; readonly language: MailLanguage },
): Email =>
  renderEmail({
    ...to,
    subject,
    paragraphs,
    action: { label, url: new URL(path, publicUrl).href },
    footnote,
    language: {
      tag: language,
      direction: 'ltr',
      openAddress: ((t) => t('Or open this address'))(translatorOf(language)),
    },
  })
