import { once } from 'node:events'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { MAILBOX_PORT } from '@galla/contract/bank-emails/bank-emails'
import { realDeadline } from '../../platform/clock.ts'
import { AddressError, resolveVettedAddresses } from '../../platform/http-client/vetted-address.ts'
import type { MailboxLogin } from '../mailbox.ts'
import { MailboxError, problemOf } from '../mailbox-problem.ts'
import type { MailConnection, MailReader } from './mail-reader.ts'

export interface ImapSettings {
  /** Allows private addresses; false in production. */
  readonly allowPrivate: boolean
  /** False in tests only. */
  readonly tls: boolean
}

export interface OpenFolder {
  readonly mail: MailConnection
  readonly uidValidity: bigint
  readonly uidNext: number
}

const CONNECT_MS = 15_000
const KEEP_ALIVE_MS = 5_000

/** Connects to a mailbox at a vetted address, and lets the reader log in and open its folder. */
export const openMailbox = async (
  login: MailboxLogin,
  { reader, imap, changed }: { reader: MailReader; imap: ImapSettings; changed?: () => void },
): Promise<OpenFolder> => {
  const mail = reader.connect(await connectMailServer(login, imap), changed)
  try {
    return { mail, ...(await mail.ask('open', { login, isSecure: imap.tls })) }
  } catch (error) {
    mail.close()
    throw error
  }
}

const connectMailServer = async (
  { host, port }: MailboxLogin,
  { allowPrivate, tls }: ImapSettings,
): Promise<Socket> => {
  if (!allowPrivate && port !== MAILBOX_PORT) throw new MailboxError('connect_failed')
  const { signal, stop } = realDeadline(CONNECT_MS)
  let socket: Socket | undefined
  try {
    const [address] = await resolveVettedAddresses(host, { allowPrivate, signal })
    const target = { host: address?.address ?? '', port }
    socket = tls
      ? connectTls({ ...target, ...(isIP(host) === 0 ? { servername: host } : {}) })
      : connectTcp(target)
    await once(socket, tls ? 'secureConnect' : 'connect', { signal })
    return socket.setKeepAlive(true, KEEP_ALIVE_MS)
  } catch (error) {
    socket?.on('error', () => undefined).destroy()
    if (error instanceof AddressError) throw new MailboxError(error.code, { cause: error })
    throw new MailboxError(signal.aborted ? 'timed_out' : problemOf(error), { cause: error })
  } finally {
    stop()
  }
}
