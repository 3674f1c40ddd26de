import type { Queryable } from '../platform/database.ts'
import { writeLetter } from '../platform/letter.ts'
import type { Mailer } from '../platform/mail.ts'
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
  /** Names the letter, where a second copy of it is to be recognised as such. */
  readonly name?: string
}

/** Every letter to a merchant goes this way: to the address and by the name that he has when it is written. */
export const writeToMerchant = async (
  { db, mailer, publicUrl }: MailDeps,
  merchantId: string,
  { subject, paragraphs, action: { label, path }, footnote, name: letterName }: News,
): Promise<void> => {
  const { email, name } = await findMerchant({ db }, merchantId)
  const action = { label, url: new URL(path, publicUrl).href }
  const letter = writeLetter({
    to: email,
    subject,
    greeting: `Hello ${name},`,
    paragraphs,
    action,
    footnote,
  })
  await mailer.send(
    letterName === undefined
      ? letter
      : { ...letter, messageId: `<${letterName}.${merchantId}@${publicUrl.hostname}>` },
  )
}
