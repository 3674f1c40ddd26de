import type { Queryable } from '../platform/database/database.ts'
import { renderEmail } from '../platform/mail/email-template.ts'
import type { Email, Mailer } from '../platform/mail/mail.ts'
import { findMerchant } from './find-merchant.ts'

export interface MailDeps {
  readonly db: Queryable
  readonly mailer: Mailer
  readonly publicUrl: URL
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
}

/** Emails a merchant at the address, and with the name, that the merchant has now. */
export const emailMerchant = async (deps: MailDeps, merchantId: string, news: News): Promise<void> => {
  const { mailer, publicUrl } = deps
  const { email, name } = await findMerchant(deps, merchantId)
  const message = toEmail(deps, news, { to: news.to ?? email, greeting: `Hello ${name},` })
  await mailer.send(
    news.name === undefined
      ? message
      : { ...message, messageId: `<${news.name}.${merchantId}@${publicUrl.hostname}>` },
  )
}

/** Emails an address that belongs to no account yet, or to another one: the text contains no name. */
export const emailAddress = (deps: MailDeps, to: string, news: Omit<News, 'to' | 'name'>): Promise<void> =>
  deps.mailer.send(toEmail(deps, news, { to, greeting: 'Hello,' }))

const toEmail = (
  { publicUrl }: MailDeps,
  { subject, paragraphs, action: { label, path }, footnote }: News,
  { to, greeting }: { readonly to: string; readonly greeting: string },
): Email =>
  renderEmail({
    to,
    subject,
    greeting,
    paragraphs,
    action: { label, url: new URL(path, publicUrl).href },
    footnote,
  })
