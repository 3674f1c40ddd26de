import { once } from 'node:events'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { answerFetch, answerSearch, type FolderMessage } from './imap-folder.ts'

export interface FakeImapOptions {
  readonly now: () => Date
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer }
  /** Servers of the old school have none. */
  readonly withoutIdle?: boolean
}

export interface FakeImap {
  readonly port: number
  readonly password: string
  /** The folder, in the order of uids; longer ones are made on the fly by `messageAt`. */
  readonly messages: FolderMessage[]
  uidValidity: number
  /** Each command that came, without its tag. */
  readonly commands: string[]
  /** Bytes sent to clients. */
  sent: number
  /** Open connections. */
  readonly connections: Set<Socket>
  /** The reply to a login with a wrong password. */
  loginRefusal: string
  /** Fetched messages come in this order. */
  order: (messages: readonly FolderMessage[]) => readonly FolderMessage[]
  /** Cuts the connection in the middle of the answer to a command that this matches, once each time it is set. */
  cutAt: RegExp | undefined
  /** Adds a message, and notifies those who are idle. */
  deliver(source: Buffer | string, over?: Partial<FolderMessage>): FolderMessage
  /** Gives the folder a new UIDVALIDITY and its messages new uids, in this order. */
  renumber(messages: readonly FolderMessage[]): void
  close(): Promise<void>
}

const USER = 'shop@example.com'
const PASSWORD = 'abcd efgh ijkl mnop'

/** A mail server over real sockets that speaks as much of RFC 3501 and RFC 2177 as a reader of one folder needs. */
export const startFakeImap = async (options: FakeImapOptions): Promise<FakeImap> => {
  const idlers = new Set<Socket>()
  const serve = (socket: Socket): void => {
    fake.connections.add(socket)
    socket.once('close', () => {
      fake.connections.delete(socket)
      idlers.delete(socket)
    })
    socket.on('error', () => socket.destroy())
    const session = createSession(fake, socket, idlers, options)
    let text = ''
    socket.on('data', (data) => {
      text += data.toString('latin1')
      const lines = text.split('\r\n')
      text = lines.pop() ?? ''
      lines.forEach(session)
    })
    write(fake, socket, '* OK ready\r\n')
  }
  const server = options.tls === undefined ? createTcpServer(serve) : createTlsServer(options.tls, serve)
  const fake: FakeImap = {
    port: 0,
    password: PASSWORD,
    messages: [],
    uidValidity: 1_700_000_000,
    commands: [],
    sent: 0,
    connections: new Set(),
    loginRefusal: 'NO [AUTHENTICATIONFAILED] Invalid credentials',
    order: (messages) => messages,
    cutAt: undefined,
    deliver(source, over = {}) {
      const uid = (fake.messages.at(-1)?.uid ?? 0) + 1
      const message = { uid, source: Buffer.from(source), receivedAt: options.now(), ...over }
      fake.messages.push(message)
      for (const socket of idlers) announce(fake, socket)
      return message
    },
    renumber(messages) {
      fake.uidValidity += 1
      const renumbered = messages.map((message, n) => ({ ...message, uid: n + 1 }))
      fake.messages.splice(0, fake.messages.length, ...renumbered)
    },
    async close() {
      for (const socket of fake.connections) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(fake, { port: (server.address() as AddressInfo).port })
}

const write = (fake: FakeImap, socket: Socket, text: string | Buffer): void => {
  fake.sent += text.length
  socket.write(text)
}

/** How many messages each client knows of. */
const known = new WeakMap<Socket, number>()

/** Servers announce new messages while a client is idle, and with the answer to any command. */
const announce = (fake: FakeImap, socket: Socket): void => {
  const count = fake.messages.length
  if (known.get(socket) === undefined || known.get(socket) === count) return
  known.set(socket, count)
  write(fake, socket, `* ${count} EXISTS\r\n`)
}

const createSession = (fake: FakeImap, socket: Socket, idlers: Set<Socket>, options: FakeImapOptions) => {
  let idleTag = ''
  let loginTag = ''
  const capabilities = `IMAP4rev1 AUTH=PLAIN ID${options.withoutIdle === true ? '' : ' IDLE'}`
  const answers: Readonly<Record<string, (tail: string) => Iterable<string | Buffer> | string>> = {
    CAPABILITY: () => [`* CAPABILITY ${capabilities}\r\n`],
    ID: () => ['* ID NIL\r\n'],
    NOOP: () => [],
    LIST: (tail) => [
      tail === '"" ""' ? '* LIST (\\Noselect) "/" ""\r\n' : '* LIST (\\HasNoChildren) "/" "INBOX"\r\n',
    ],
    LSUB: () => ['* LSUB () "/" "INBOX"\r\n'],
    EXAMINE: (tail) => {
      if (!/^"?INBOX"?$/i.test(tail)) return 'NO [NONEXISTENT] Unknown Mailbox'
      known.set(socket, fake.messages.length)
      return opened(fake)
    },
    'UID SEARCH': (tail) => answerSearch(fake.messages, tail),
    'UID FETCH': (tail) => answerFetch(fake.messages, tail, fake.order),
    LOGOUT: () => ['* BYE\r\n'],
  }
  return (line: string): void => {
    if (line === 'DONE') {
      idlers.delete(socket)
      write(fake, socket, `${idleTag} OK IDLE\r\n`)
      return
    }
    if (loginTag !== '') {
      write(fake, socket, `${loginTag} ${isLogin(line) ? 'OK' : fake.loginRefusal}\r\n`)
      loginTag = ''
      return
    }
    const [, tag = '', name = '', tail = ''] = /^(\S+) ((?:UID )?\S+) ?(.*)$/.exec(line) ?? []
    fake.commands.push(`${name} ${tail}`.trim())
    if (name === 'AUTHENTICATE') {
      loginTag = tag
      write(fake, socket, '+ \r\n')
      return
    }
    if (name === 'IDLE' && options.withoutIdle !== true) {
      idleTag = tag
      idlers.add(socket)
      write(fake, socket, '+ idling\r\n')
      announce(fake, socket)
      return
    }
    const answer = answers[name]?.(tail) ?? 'BAD no such command'
    if (typeof answer === 'string') {
      write(fake, socket, `${tag} ${answer}\r\n`)
      return
    }
    const isCut = fake.cutAt?.test(`${name} ${tail}`) === true
    socket.cork()
    for (const part of answer) {
      if (isCut) {
        fake.cutAt = undefined
        write(fake, socket, Buffer.from(part).subarray(0, part.length / 2))
        socket.uncork()
        socket.destroySoon()
        return
      }
      write(fake, socket, part)
    }
    announce(fake, socket)
    write(fake, socket, `${tag} OK${name === 'EXAMINE' ? ' [READ-ONLY]' : ''} done\r\n`)
    socket.uncork()
    if (name === 'LOGOUT') socket.end()
  }
}

const isLogin = (line: string): boolean => {
  const [, user, password] = Buffer.from(line, 'base64').toString().split('\0')
  return user === USER && password === PASSWORD
}

const opened = ({ messages, uidValidity }: FakeImap): string[] => [
  '* FLAGS (\\Seen)\r\n',
  `* ${messages.length} EXISTS\r\n`,
  '* 0 RECENT\r\n',
  `* OK [UIDVALIDITY ${uidValidity}]\r\n`,
  `* OK [UIDNEXT ${(messages.at(-1)?.uid ?? 0) + 1}]\r\n`,
]
