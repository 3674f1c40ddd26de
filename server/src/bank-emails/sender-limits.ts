import type { SMTPServer, SMTPServerOptions } from 'smtp-server'
import { addressKey } from '../merchants/limit-attempts.ts'

/** The reply to a sending server, with its SMTP code. */
export class SmtpRefusal extends Error {
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

const CONNECTIONS_MAX = 100
const CONNECTIONS_PER_ADDRESS_MAX = 10
/** Between two accepted e-mails. A sending server needs six, and some more if its recipients are refused. */
const COMMANDS_MAX = 100

type Connection = SMTPServer['connections'] extends Set<infer C> ? C : never

/** What is known of an open connection, by the id of its session. */
interface Sender {
  commands: number
  /** In the order of commands of all connections. */
  lastHeard: number
  /** It named a recipient that exists. */
  isKnown: boolean
}

export interface SenderLimits {
  readonly options: Required<Pick<SMTPServerOptions, 'onConnect' | 'onClose' | 'maxClients' | 'logger'>>
  /** Call it once, before the server listens. */
  watch(server: SMTPServer): void
  /** This session sends to an address of ours. */
  knows(sessionId: string): void
  /** This session's e-mail was stored. */
  took(sessionId: string): void
}

/**
 * Limits the connections of one sending server or IPv6 network, and their commands. When all places are taken, a connection that has not named
 * a recipient gives way: of the network with the most connections, the one that has been idle the longest.
 */
export const limitSenders = (): SenderLimits => {
  const perAddress = new Map<string, number>()
  const senders = new Map<string, Sender>()
  let server: SMTPServer | undefined
  let heard = 0

  const senderOf = (id: string): Sender => {
    const sender = senders.get(id) ?? { commands: 0, lastHeard: heard, isKnown: false }
    senders.set(id, sender)
    return sender
  }
  const count = (id: string): void => {
    const sender = senderOf(id)
    heard += 1
    sender.lastHeard = heard
    sender.commands += 1
    if (sender.commands <= COMMANDS_MAX) return
    for (const connection of server?.connections ?? [])
      if (connection.id === id) connection.send(421, 'Too many commands')
  }
  const makeRoom = (): void => {
    if (server === undefined || server.connections.size < CONNECTIONS_MAX) return
    longestIdleStranger(server.connections, senders)?.send(421, 'Too many connections')
  }

  return {
    options: {
      maxClients: CONNECTIONS_MAX,
      logger: commandCounter(count),
      onConnect({ remoteAddress }, done) {
        const key = addressKey(remoteAddress)
        const open = (perAddress.get(key) ?? 0) + 1
        perAddress.set(key, open)
        if (open > CONNECTIONS_PER_ADDRESS_MAX) done(new SmtpRefusal(421, 'Too many connections'))
        else done()
      },
      onClose({ remoteAddress, id }) {
        senders.delete(id)
        const key = addressKey(remoteAddress)
        const open = (perAddress.get(key) ?? 1) - 1
        if (open > 0) perAddress.set(key, open)
        else perAddress.delete(key)
      },
    },
    watch(watched) {
      server = watched
      // Before the library counts the new connection.
      watched.server.prependListener('connection', makeRoom)
    },
    knows: (id) => {
      senderOf(id).isKnown = true
    },
    took: (id) => {
      senderOf(id).commands = 0
    },
  }
}

const longestIdleStranger = (
  connections: ReadonlySet<Connection>,
  senders: ReadonlyMap<string, Sender>,
): Connection | undefined => {
  const open = [...connections].map((connection) => ({
    connection,
    key: addressKey(connection.remoteAddress),
    ...(senders.get(connection.id) ?? { isKnown: false, lastHeard: 0 }),
  }))
  const counts = new Map<string, number>()
  for (const { key } of open) counts.set(key, (counts.get(key) ?? 0) + 1)
  const crowd = (key: string): number => counts.get(key) ?? 0
  const [stranger] = open
    .filter(({ isKnown }) => !isKnown)
    .sort((a, b) => crowd(b.key) - crowd(a.key) || a.lastHeard - b.lastHeard)
  return stranger?.connection
}

interface LogEntry {
  readonly tnx?: string
  readonly cid?: string
}
/** The library's only report of each command is its log. Nothing is logged. */
const commandCounter = (count: (sessionId: string) => void) => ({
  ...SILENT,
  debug: (entry: LogEntry): void => {
    if (entry.tnx === 'command') count(entry.cid ?? '')
  },
})
const silence = (): void => undefined
const SILENT = { trace: silence, info: silence, warn: silence, error: silence, fatal: silence }
