import type { Queryable } from '../platform/database/database.ts'
import { writeLetter } from '../platform/mail/letter.ts'
import type { Letter, Mailer } from '../platform/mail/mail.ts'
import { findMerchant } from './find-merchant.ts'

export interface MailDeps {
  readonly db: Queryable
  readonly mailer: Mailer
  readonly publicUrl: URL
}

export interface News {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** The one thing to do now: a path of ours, with what the button says. */
  readonly action: { readonly label: string; readonly path: string }
  readonly footnote: string
  /** Instead of the merchant's own address. */
  readonly to?: string
  /** Names the letter, where a second copy of it is to be recognised as such. */
  readonly name?: string
}

/** Every letter to a merchant goes this way: to the address and by the name that he has when it is written. */
export const emailMerchant = async (deps: MailDeps, merchantId: string, news: News): Promise<void> => {
  const { mailer, publicUrl } = deps
  const { email, name } = await findMerchant(deps, merchantId)
  const letter = letterFrom(deps, news, { to: news.to ?? email, greeting: `Hello ${name},` })
  await mailer.send(
    news.name === undefined
      ? letter
      : { ...letter, messageId: `<${news.name}.${merchantId}@${publicUrl.hostname}>` },
  )
}

/** To a mailbox that is nobody's account yet, or not this one's: it hears no name. */
export const emailAddress = (deps: MailDeps, to: string, news: Omit<News, 'to' | 'name'>): Promise<void> =>
  deps.mailer.send(letterFrom(deps, news, { to, greeting: 'Hello,' }))

const letterFrom = (
  { publicUrl }: MailDeps,
  { subject, paragraphs, action: { label, path }, footnote }: News,
  { to, greeting }: { readonly to: string; readonly greeting: string },
): Letter =>
  writeLetter({
    to,
    subject,
    greeting,
    paragraphs,
    action: { label, url: new URL(path, publicUrl).href },
    footnote,
  })
