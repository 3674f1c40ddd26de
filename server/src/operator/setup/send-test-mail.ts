import { emailAddress, type MailDeps } from '../../merchants/email-merchant.ts'
import type { Log } from '../../platform/log.ts'
import { mailProblem } from '../../platform/mail/mail-problem.ts'

export interface TestMailDeps extends MailDeps {
  readonly log: Log
}

/** Sends a mail at once, past the queue. Returns a sentence that says what to do, or null when the mail server accepted it. */
export const sendTestMail = async (deps: TestMailDeps, to: string): Promise<string | null> => {
  try {
    await emailAddress(deps, to, {
      subject: 'Galla can send mail',
      paragraphs: ['This is the test mail that you asked for. Merchants get their mails the same way.'],
      action: { label: 'Open Galla', path: '/operator/setup' },
      footnote: 'If you did not ask for it, another operator of this installation did.',
    })
    return null
  } catch (error) {
    deps.log.warn('the test mail was not sent', { error })
    return mailProblem(error)
  }
}
