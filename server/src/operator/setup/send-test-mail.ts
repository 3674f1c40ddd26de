import { emailAddress, type MailDeps } from '../../merchants/email-merchant.ts'
import type { Log } from '../../platform/log.ts'
import { mailProblem } from '../../platform/mail/mail-problem.ts'

export interface TestMailDeps extends Pick<MailDeps, 'mailer' | 'publicUrl'> {
  readonly log: Log
}

/** Sends a mail at once, past the queue. Returns a sentence that says what to do, or null when the mail server accepted it. */
export const sendTestMail = async (deps: TestMailDeps, to: string): Promise<string | null> => {
  try {
    await emailAddress(deps, to, {
      subject: 'Galla can send e-mail',
      paragraphs: ['This is your test e-mail. Merchants receive their e-mails in the same way.'],
      action: { label: 'Open Galla', path: '/operator/setup' },
      footnote: 'If you did not request it, another operator of this installation did.',
    })
    return null
  } catch (error) {
    deps.log.warn('test e-mail failed', { error })
    return mailProblem(error)
  }
}
