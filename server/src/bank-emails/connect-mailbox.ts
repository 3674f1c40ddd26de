import { MAILBOX_PROBLEMS, type MailboxForm } from '@galla/contract/bank-emails/bank-emails'
import { recordSecurityEvent } from '../auth/security-events/record-security-event.ts'
import { findCurrentAccount } from '../bank-alerts/alert-token-store.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import { lockMerchant } from '../merchants/merchant-store.ts'
import type { AccountKey } from '../payment-accounts/account-source.ts'
import { deleteHeartbeat } from '../payment-accounts/source-health-store.ts'
import type { Secrets } from '../platform/crypto/crypto.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import type { SourceDeps } from './bank-email-source.ts'
import { rotateAddress } from './email-address.ts'
import type { MailboxLogin } from './mailbox.ts'
import { MailboxError, ReaderRestartedError } from './mailbox-problem.ts'
import { decryptLogin, deleteMailbox, findMailbox, saveMailbox } from './mailbox-store.ts'
import { type ImapSettings, openMailbox } from './reading/connect-mail-server.ts'
import type { MailReader } from './reading/mail-reader.ts'

type Caller = Pick<SessionCaller, 'merchantId' | 'mode'>

const currentKey = async (
  db: Queryable,
  { merchantId, mode }: Caller,
): Promise<AccountKey & { readonly upiId: string }> => {
  const account = await findCurrentAccount(db, merchantId, mode)
  if (account === undefined) throw new Refusal('no_account')
  return { merchantId, accountId: account.account_id, upiId: account.upi_id }
}

/** Locks the current account: only a current account may have a mailbox. */
const lockCurrentKey = async (tx: Transaction, caller: Caller): ReturnType<typeof currentKey> => {
  await lockMerchant(tx, caller.merchantId)
  return currentKey(tx, caller)
}

/** The login of a form. Without a password, the stored one is used, but never for another server or user. */
const loginFrom = async (
  db: Queryable,
  secrets: Secrets,
  key: AccountKey,
  { host, port, username, password, folder }: MailboxForm,
): Promise<MailboxLogin> => {
  if (password !== undefined) return { host, port, username, password, folder }
  const row = await findMailbox(db, key)
  if (row?.host !== host || row.port !== port || row.username !== username)
    throw new Refusal('invalid_fields', {
      errors: [{ field: 'password', msg: 'Please enter the app password' }],
    })
  return { ...decryptLogin(secrets, row), folder }
}

/** Gives the mode's current account a new address for e-mails. */
export const rotateEmailAddress = async (
  deps: SourceDeps,
  caller: SessionCaller,
  bankWritesTo: string,
): Promise<void> =>
  deps.db.transaction(async (tx) =>
    rotateAddress(tx, deps, caller, await lockCurrentKey(tx, caller), bankWritesTo),
  )

/** Saves the mailbox of the mode's current account. The caller wakes the watcher. */
export const connectMailbox = async (
  deps: SourceDeps,
  caller: SessionCaller,
  form: MailboxForm,
): Promise<void> => {
  const { merchantId, mode, client } = caller
  await deps.db.transaction(async (tx) => {
    const key = await lockCurrentKey(tx, caller)
    const login = await loginFrom(tx, deps.secrets, key, form)
    await saveMailbox(tx, deps.secrets, key, login, form.bankWritesTo.toLowerCase(), deps.clock.now())
    const subject = `${mode} mode, ${key.upiId}, ${login.username} at ${login.host}`.slice(0, 200)
    await recordSecurityEvent(tx, deps, { merchantId, client, kind: 'mailbox_connected', subject })
  })
}

/** Deletes the mailbox. Repeating it changes nothing. */
export const disconnectMailbox = async (deps: SourceDeps, caller: SessionCaller): Promise<void> => {
  const { merchantId, mode, client } = caller
  const key = await currentKey(deps.db, caller)
  await deps.db.transaction(async (tx) => {
    if ((await deleteMailbox(tx, key)) === 0) return
    await deleteHeartbeat(tx, key, 'mailbox')
    const subject = `${mode} mode, ${key.upiId}`
    await recordSecurityEvent(tx, deps, { merchantId, client, kind: 'mailbox_disconnected', subject })
  })
}

export interface TestDeps extends SourceDeps {
  readonly imap: ImapSettings
  readonly reader: MailReader
}

/** Tests whether the folder can be opened. */
export const testMailbox = async (
  deps: TestDeps,
  caller: Caller,
  form: MailboxForm,
): Promise<{ works: boolean; detail: string }> => {
  const login = await loginFrom(deps.db, deps.secrets, await currentKey(deps.db, caller), form)
  const open = async (): Promise<void> => (await openMailbox(login, deps)).mail.close()
  try {
    // Another merchant's test may have ended the process.
    await open().catch((error: unknown) => {
      if (!(error instanceof ReaderRestartedError)) throw error
      return open()
    })
    return { works: true, detail: `The folder ${login.folder} can be read.` }
  } catch (error) {
    if (error instanceof MailboxError) return { works: false, detail: MAILBOX_PROBLEMS[error.problem] }
    throw error
  }
}
