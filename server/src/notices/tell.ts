import { isWantedAtFirst } from '@galla/contract/notices/notices'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/job-queue.ts'
import { isMailedHere, type Notice } from './notice.ts'
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

/** Whether the merchant wants e-mails of this kind. */
export const isMailed = async (db: Queryable, merchantId: string, kind: Notice['kind']): Promise<boolean> =>
  kind === 'test' || ((await findChoice(db, merchantId, kind, 'email')) ?? isWantedAtFirst(kind, 'email'))
