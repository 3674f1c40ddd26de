import { isWantedAtFirst } from '@galla/contract/notices/notices'
import { z } from 'zod'
import { emailMerchant, type MailDeps, type WriteNews } from '../merchants/email-merchant.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/job-queue.ts'
import { isMailedHere, type Notice, noticeText } from './notice.ts'
import { findChoice, insertNotices, type NewNotice } from './notice-store.ts'

export const NOTICE_MAIL_JOB = 'notice.mail'

/**
 * Tells the merchant of an event, in the transaction of the event: all is committed or nothing is. The caller makes sure that it happens once;
 * where it is recorded again, its key keeps it from being sent again.
 */
export const tell = async (tx: Transaction, added: NewNotice): Promise<void> => {
  const { merchantId, key, notice } = added
  await insertNotices(tx, added)
  if (added.targetId !== undefined) return
  if (isMailedHere(notice.kind) && (await isMailed(tx, merchantId, notice.kind)))
    await addJob(tx, NOTICE_MAIL_JOB, { merchantId, notice: { ...notice } }, { key: `notice ${key}` })
}

const isMailed = async (db: Queryable, merchantId: string, kind: Notice['kind']): Promise<boolean> =>
  kind === 'test' || ((await findChoice(db, merchantId, kind, 'email')) ?? isWantedAtFirst(kind, 'email'))

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
