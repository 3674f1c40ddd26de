import type { ImapFlow } from 'imapflow'
import type { MailboxLogin } from '../mailbox.ts'
import { EMAIL_BYTES_MAX } from '../read-email.ts'
import type { RelayedSocket } from './relayed-socket.ts'

export interface OpenedFolder {
  readonly client: ImapFlow
  readonly uidValidity: bigint
  readonly uidNext: number
}

const GREETING_MS = 15_000
const SOCKET_MS = 60_000
/** Servers end an IDLE after half an hour, and many networks drop an idle connection after five minutes. */
const IDLE_MS_MAX = 4 * 60_000
const LINE_BYTES_MAX = 1024 * 1024
const LITERAL_BYTES_MAX = EMAIL_BYTES_MAX + 1024
const RESPONSE_BYTES_MAX = 2 * 1024 * 1024
const RESPONSE_TOKENS_MAX = 50_000

/**
 * Logs in over a connection that exists, and opens the folder read-only (EXAMINE). The merchant chooses the server, so it is not trusted:
 * everything that it sends has a limit.
 */
export const openFolder = async (
  login: MailboxLogin,
  socket: RelayedSocket,
  isSecure: boolean,
): Promise<OpenedFolder> => {
  // Imported for the first mailbox only: letters need none of it.
  const { ImapFlow: Client } = await import('imapflow')
  const client = new Client({
    host: login.host,
    port: login.port,
    secure: isSecure,
    doSTARTTLS: false,
    transport: {
      connect(_options, onConnect) {
        setImmediate(onConnect)
        return socket
      },
    },
    auth: { user: login.username, pass: login.password },
    clientInfo: { name: 'Galla' },
    logger: false,
    disableCompression: true,
    disableAutoIdle: true,
    maxIdleTime: IDLE_MS_MAX,
    greetingTimeout: GREETING_MS,
    socketTimeout: SOCKET_MS,
    maxLineLength: LINE_BYTES_MAX,
    maxLiteralSize: LITERAL_BYTES_MAX,
    maxResponseSize: RESPONSE_BYTES_MAX,
    maxResponseTokens: RESPONSE_TOKENS_MAX,
  })
  // Without a listener, a later error would end the process. The next command reports it.
  client.on('error', () => undefined)
  try {
    ignoreVanished(client)
    await client.connect()
    const { uidValidity, uidNext, exists } = await client.mailboxOpen(login.folder, { readOnly: true })
    return { client, uidValidity, uidNext: uidNext >= 1 ? uidNext : await uidAfterNewest(client, exists) }
  } catch (error) {
    client.close()
    throw error
  }
}

/**
 * The client would walk every UID of the range that the server names, millions with one line. Only servers that were asked to may send this
 * (RFC 7162), and we ask none.
 */
const ignoreVanished = (client: ImapFlow): void => {
  Object.assign(client, { untaggedVanished: () => Promise.resolve() })
}

/** Returns the next UID for servers that do not report it. */
const uidAfterNewest = async (client: ImapFlow, exists: number): Promise<number> => {
  const newest = exists === 0 ? false : await client.fetchOne('*', { uid: true })
  return newest === false ? 1 : newest.uid + 1
}
