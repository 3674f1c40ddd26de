import { z } from 'zod'
import { emailMerchant, type MailDeps, type WriteNews } from '../merchants/email-merchant.ts'
import { type Notice, noticeText } from './notice.ts'
import { isMailed } from './tell.ts'

/** Emails news of a kind that merchants choose, if this one wants it. */
export const emailNotice = async (
  deps: MailDeps,
  kind: Notice['kind'],
  merchantId: string,
  write: WriteNews,
): Promise<void> => {
  if (await isMailed(deps.db, merchantId, kind)) await emailMerchant(deps, merchantId, write)
}

const mailed = z.object({ merchantId: z.string(), notice: z.custom<Notice>() })

/** The e-mail of an event that has none of its own. */
export const mailNotice = async (deps: MailDeps, payload: unknown): Promise<void> => {
  const { merchantId, notice } = mailed.parse(payload)
  await emailNotice(deps, notice.kind, merchantId, (t) => {
    const { title, body, path } = noticeText(t, [notice])
    return {
      subject: title,
      paragraphs: [body],
      action: { label: t('Open Galla'), path },
      footnote: t('You chose this e-mail under Profile, Notifications.'),
      name: `notice-${deps.job.id}`,
    }
  })
}
