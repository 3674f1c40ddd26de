import { type BankEmailSource, MAILBOX_PROBLEMS, type Mailbox } from '@galla/contract/bank-emails/bank-emails'
import { findCurrentAccount } from '../bank-alerts/alert-token-store.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import { Refusal } from '../platform/refusal.ts'
import { type AddressDeps, readAddress } from './email-address.ts'
import { countNotListed } from './email-store.ts'
import { findMailbox, type MailboxRow } from './mailbox-store.ts'

export type SourceDeps = AddressDeps

type Caller = Pick<SessionCaller, 'merchantId' | 'mode'>

const mailboxFrom = (row: MailboxRow): Mailbox => {
  const { problem } = row
  // A single broken connection is normal; the next attempt follows within seconds.
  // An attempt counts as failed while it goes on.
  const failures = row.owner === null ? row.failures : row.failures - 1
  const isFailing = problem !== null && (failures > 1 || problem !== 'connection_lost')
  const answered = row.lastAnsweredAt === null || problem !== null ? 'connecting' : 'connected'
  return {
    host: row.host,
    port: row.port,
    username: row.username,
    folder: row.folder,
    bankWritesTo: row.recipient,
    state: isFailing ? 'failing' : answered,
    problem: isFailing ? MAILBOX_PROBLEMS[problem] : null,
    nextAttemptAt: isFailing ? row.nextAttemptAt.toISOString() : null,
    lastAnsweredAt: row.lastAnsweredAt?.toISOString() ?? null,
    lastMessageAt: row.lastMessageAt?.toISOString() ?? null,
  }
}

/** Reads the state of the mode's current account's mailbox and e-mail address. */
export const readSource = async (
  deps: SourceDeps,
  { merchantId, mode }: Caller,
): Promise<BankEmailSource> => {
  const account = await findCurrentAccount(deps.db, merchantId, mode)
  if (account === undefined) throw new Refusal('account_not_found')
  const key = { merchantId, accountId: account.account_id }
  const [mailbox, address, notListed] = await Promise.all([
    findMailbox(deps.db, key),
    readAddress(deps, key),
    countNotListed(deps.db, key, deps.clock.now()),
  ])
  return {
    upiId: account.upi_id,
    mailbox: mailbox === undefined ? null : mailboxFrom(mailbox),
    receives: deps.mailHost !== undefined,
    address: address === undefined ? null : { address: address.address, bankWritesTo: address.recipient },
    notListed,
  }
}
