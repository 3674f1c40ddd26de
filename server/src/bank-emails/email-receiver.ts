import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import type { AlertRefusal } from '@galla/contract/bank-alerts/alerts'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { createRefusedAlertCount } from '../bank-alerts/count-refused-alerts.ts'
import { findAccountDigits } from '../bank-alerts/digits/account-digits-store.ts'
import { addressKey } from '../merchants/limit-attempts.ts'
import { recordHeartbeat } from '../payment-accounts/source-health-store.ts'
import { sha256 } from '../platform/crypto/crypto.ts'
import { errorCode } from '../platform/error-code.ts'
import { createRateLimit } from '../platform/http/rate-limit.ts'
import type { BackgroundWork } from '../platform/jobs/sweep.ts'
import type { EmailReceiverSettings } from '../platform/mail/receiver-settings.ts'
import { UncheckedSignatureError } from './check-signature.ts'
import { type AddressDeps, type AddressedAccount, findAddressedAccount } from './email-address.ts'
import { emailAlertRow } from './email-alert-row.ts'
import { insertEmailAlerts } from './email-store.ts'
import { MailboxError, ReaderRestartedError } from './mailbox-problem.ts'
import { EMAIL_BYTES_MAX, type ReadEmail } from './read-email.ts'
import type { MailReader } from './reading/mail-reader.ts'
import type { LetterInput } from './reading/reader-messages.ts'
import { limitSenders, type SenderLimits, SmtpRefusal } from './sender-limits.ts'
import type { TakeInDeps } from './take-in-folder.ts'

/** Per sending server. */
const RECIPIENTS_PER_SECOND = 5
const RECIPIENTS_AT_ONCE = 100
/** Per account, as for alerts from a phone. */
const EMAILS_PER_SECOND = 20
const EMAILS_AT_ONCE = 500
const SOCKET_MS = 30_000
const CLOSE_MS = 1_000
/** The longest connection: slow senders must not occupy all connections. */
const SESSION_MS = 5 * 60_000

type ReceiverDeps = TakeInDeps & AddressDeps & { readonly reader: MailReader }

/** Receives e-mails to the accounts' addresses by SMTP, each with one recipient. A message is accepted only after it is stored. */
export const createEmailReceiver = (deps: ReceiverDeps, settings: EmailReceiverSettings): BackgroundWork => {
  const limits = limitSenders()
  const { accept, take } = createIntake(deps, limits)
  const refusalOf = (error: unknown): Error => {
    if (error instanceof SmtpRefusal) return error
    if (!(error instanceof UncheckedSignatureError)) deps.onError(error)
    return new SmtpRefusal(451, 'Try again later')
  }
  const answer = (work: Promise<void>, done: (error?: Error | null) => void): void =>
    void work.then(
      () => done(),
      (error: unknown) => done(refusalOf(error)),
    )
  const { tls } = settings
  const server = new SMTPServer({
    name: settings.host,
    banner: 'Galla',
    ...(tls && { cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) }),
    disabledCommands: tls === undefined ? ['AUTH', 'STARTTLS'] : ['AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    size: EMAIL_BYTES_MAX,
    socketTimeout: SOCKET_MS,
    closeTimeout: CLOSE_MS,
    ...limits.options,
    onRcptTo: ({ address }, session, done) => answer(accept(address, session), done),
    onData: (stream, session, done) => answer(take(stream, session), done),
  })
  limits.watch(server)
  // Senders cause the errors of connections. Only errors of the port concern the operator.
  server.on('error', (error) => {
    if (/EADDRINUSE|EADDRNOTAVAIL|EACCES/.test(errorCode(error))) deps.onError(error)
  })
  server.server.on('connection', (socket: Socket) => {
    const session = deps.clock.every(SESSION_MS, () => void socket.destroy())
    socket.once('close', session.stop)
  })
  return {
    start: () => void server.listen(settings.port),
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

/** Finds the account of a recipient, and stores its e-mails. */
const createIntake = (deps: ReceiverDeps, limits: SenderLimits) => {
  const { clock } = deps
  const accounts = new WeakMap<SMTPServerSession['envelope'], AddressedAccount>()
  const senders = createRateLimit({ clock, perSecond: RECIPIENTS_PER_SECOND, burst: RECIPIENTS_AT_ONCE })
  const emails = createRateLimit({ clock, perSecond: EMAILS_PER_SECOND, burst: EMAILS_AT_ONCE })
  const countRefused = createRefusedAlertCount(deps)
  const refuse = async (
    { merchantId, accountId }: AddressedAccount,
    reason: AlertRefusal,
    refusal: SmtpRefusal,
  ): Promise<never> => {
    await countRefused({ merchantId, accountId, reason })
    throw refusal
  }
  return {
    async accept(address: string, { id, remoteAddress, envelope }: SMTPServerSession): Promise<void> {
      if (!senders.take(addressKey(remoteAddress)).allowed)
        throw new SmtpRefusal(451, 'Too many recipients, try again later')
      if (accounts.has(envelope)) throw new SmtpRefusal(452, 'One recipient for each message')
      const account = await findAddressedAccount(deps, address)
      if (account === undefined) throw new SmtpRefusal(550, 'No such address')
      if (!emails.take(`${account.merchantId} ${account.accountId}`).allowed)
        await refuse(account, 'too_many', new SmtpRefusal(451, 'Too many messages, try again later'))
      accounts.set(envelope, account)
      limits.knows(id)
    },
    async take(stream: SMTPServerDataStream, { id, envelope }: SMTPServerSession): Promise<void> {
      const raw = await readBody(stream)
      const account = accounts.get(envelope)
      if (account === undefined) throw new SmtpRefusal(503, 'No recipient')
      if (raw === undefined)
        return refuse(account, 'too_large', new SmtpRefusal(552, 'This message is too large'))
      const { recipients } = account
      const email = await readLetter(deps.reader, raw, { now: clock.now(), recipients })
      const alert = emailAlertRow(deps, email, await findAccountDigits(deps.db, account, deps.clock.now()))
      const added = await deps.db.transaction((tx) => insertEmailAlerts(tx, account, 'address', [alert]))
      // Anyone can send to an address, so only e-mails that may be a bank's count as heartbeats.
      if (alert.outcome !== 'ignored')
        await recordHeartbeat(deps.db, { ...account, source: 'mailbox', kind: 'message' }, clock.now())
      limits.took(id)
      for (const each of added) if (each.isPending) deps.recordSoon(each)
    },
  }
}

/** Returns undefined if the message is too large. */
const readBody = async (stream: SMTPServerDataStream): Promise<Buffer | undefined> => {
  const pieces: Buffer[] = []
  // Reads the rest of a message that is too large, so that the sender gets the refusal.
  for await (const piece of stream) if (!stream.sizeExceeded) pieces.push(piece as Buffer)
  return stream.sizeExceeded ? undefined : Buffer.concat(pieces)
}

/** Reads an e-mail in the separate process. One that stops the process is unreadable; other errors are thrown. */
const readLetter = async (reader: MailReader, raw: Uint8Array, letter: LetterInput): Promise<ReadEmail> => {
  const read = async (): Promise<ReadEmail> => {
    const mail = reader.connect()
    try {
      return await mail.ask('letter', { raw, ...letter })
    } finally {
      mail.close()
    }
  }
  try {
    // Another letter may have stopped the process.
    return await read().catch((error: unknown) => {
      if (!(error instanceof ReaderRestartedError)) throw error
      return read()
    })
  } catch (error) {
    if (error instanceof MailboxError && error.problem === 'too_much') return unreadable(raw)
    throw error
  }
}

const unreadable = (raw: Uint8Array): ReadEmail => ({
  text: '',
  subject: '',
  sender: null,
  origin: { refusal: 'unreadable' },
  writtenAt: null,
  identity: ['refused', sha256(raw).toString('hex')],
})
