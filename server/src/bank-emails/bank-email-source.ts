import {
  type BankEmailSource,
  MAILBOX_PROBLEMS,
  type Mailbox,
} from '@galla/contract/reconciliation/bank-emails'
import { currentAccount } from '../bank-alerts/alert-token-store.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import type { Clock } from '../platform/clock.ts'
import type { Secrets } from '../platform/crypto/crypto.ts'
import type { Database } from '../platform/database/database.ts'
import type { Ids } from '../platform/ids.ts'
import { Refusal } from '../platform/refusal.ts'
import { findMailbox, type MailboxRow } from './mailbox-store.ts'

export interface SourceDeps {
  readonly db: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly secrets: Secrets
}

type Caller = Pick<SessionCaller, 'merchantId' | 'mode'>

const mailboxFrom = (row: MailboxRow): Mailbox => {
  const { problem } = row
  // One broken connection is every day's; the next attempt is seconds away.
  const isFailing = problem !== null && (row.failures > 1 || problem !== 'connection_lost')
  const answered = row.last_answered_at === null || problem !== null ? 'connecting' : 'connected'
  return {
    host: row.host,
    port: row.port,
    username: row.username,
    folder: row.folder,
    bankWritesTo: row.recipient,
    state: isFailing ? 'failing' : answered,
    problem: isFailing ? MAILBOX_PROBLEMS[problem] : null,
    nextAttemptAt: isFailing ? row.next_attempt_at.toISOString() : null,
    lastAnsweredAt: row.last_answered_at?.toISOString() ?? null,
    lastMessageAt: row.last_message_at?.toISOString() ?? null,
  }
}

/** What the merchant needs to know of the e-mails to the mode's current account. */
export const readSource = async (
  { db }: SourceDeps,
  { merchantId, mode }: Caller,
): Promise<BankEmailSource> => {
  const account = await currentAccount(db, merchantId, mode)
  if (account === undefined) throw new Refusal('account_not_found')
  const mailbox = await findMailbox(db, { merchantId, accountId: account.account_id })
  return {
    upiId: account.upi_id,
    mailbox: mailbox === undefined ? null : mailboxFrom(mailbox),
  }
}
