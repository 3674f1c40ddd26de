import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface HostileImapOptions {
  /** When it attacks: before anything is asked, or instead of the reply to a command. */
  readonly at: 'greeting' | 'EXAMINE' | 'UID SEARCH' | 'IDLE'
  readonly send: string
  /** How often; without it, as long as the connection is open. */
  readonly times?: number
  /** Pauses after each piece. */
  readonly everyMs?: number
}

export interface HostileImap {
  readonly port: number
  readonly password: string
  /** Connections that were ever made. */
  connected: number
  readonly connections: ReadonlySet<Socket>
  close(): Promise<void>
}

const PIECE_CHARS = 16_000

/** A mail server that behaves until one moment, and then sends what no server should. */
export const startHostileImap = async (options: HostileImapOptions): Promise<HostileImap> => {
  const connections = new Set<Socket>()
  const server = createServer((socket) => {
    connections.add(socket)
    hostile.connected += 1
    socket.on('error', () => undefined).once('close', () => connections.delete(socket))
    serve(socket, options)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const hostile = {
    port: (server.address() as AddressInfo).port,
    password: 'abcd efgh',
    connected: 0,
    connections,
    async close() {
      for (const socket of connections) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return hostile
}

const attack = async (socket: Socket, { send, times, everyMs }: HostileImapOptions): Promise<void> => {
  const isWhole = times !== undefined || everyMs !== undefined
  const piece = isWhole ? send : send.repeat(Math.ceil(PIECE_CHARS / send.length))
  for (let n = 0; n < (times ?? Number.POSITIVE_INFINITY) && !socket.destroyed; n += 1) {
    if (!socket.write(piece))
      await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, everyMs ?? 0))
  }
}

const serve = (socket: Socket, options: HostileImapOptions): void => {
  const replies: Readonly<Record<string, string>> = {
    CAPABILITY: '* CAPABILITY IMAP4rev1 IDLE\r\n',
    EXAMINE: '* 3 EXISTS\r\n* OK [UIDVALIDITY 7] x\r\n* OK [UIDNEXT 4] x\r\n',
    'UID SEARCH': '* SEARCH\r\n',
  }
  let text = ''
  let idleTag = ''
  socket.on('data', (data) => {
    text += data.toString('latin1')
    const lines = text.split('\r\n')
    text = lines.pop() ?? ''
    for (const line of lines) {
      const [, tag = '', name = ''] = /^(\S+) ((?:UID )?\w+)/.exec(line) ?? []
      if (line === 'DONE') socket.write(`${idleTag} OK\r\n`)
      else if (name === 'IDLE') {
        idleTag = tag
        socket.write('+ idling\r\n')
        if (options.at === 'IDLE') void attack(socket, options)
      } else {
        socket.write(replies[name] ?? '')
        if (options.at !== name) socket.write(`${tag} OK\r\n`)
        else void attack(socket, options).then(() => socket.write(`${tag} OK\r\n`))
      }
    }
  })
  if (options.at !== 'greeting') socket.write('* OK ready\r\n')
  else void attack(socket, options).then(() => socket.write('* OK ready\r\n'))
}
