import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface SilentProxy {
  /** The same database, through the proxy. */
  readonly connectionString: string
  /** Holds back all data and new connections without closing any. `replies`: holds back only what the database sends. */
  silence(direction?: 'everything' | 'replies'): void
  /** Ends all connections and refuses new ones, until `restore`. */
  refuse(): Promise<void>
  /** Passes on what was held back: data, ends, and connections that clients still wait for. */
  restore(): void
  /** Ends all connections. New ones pass. */
  cut(): void
  close(): Promise<void>
}

const connectTo = (url: URL): Socket => {
  const socketFolder = url.searchParams.get('host')
  return socketFolder === null
    ? connect(Number(url.port), url.hostname)
    : connect(`${socketFolder}/.s.PGSQL.${url.port}`)
}

/** Starts a proxy of a database that can stop responding without FIN, RST or refusal. */
export const startSilentProxy = async (connectionString: string): Promise<SilentProxy> => {
  const target = new URL(connectionString)
  const fromClients = new Set<Socket>()
  const fromServer = new Set<Socket>()
  const waiting = new Set<Socket>()
  let silent = { clients: false, server: false }

  const pass = (from: Socket, to: Socket, direction: Set<Socket>): void => {
    direction.add(from)
    from.on('data', (data) => to.write(data))
    from.on('end', () => to.end())
    from.on('error', () => to.destroy())
    from.on('close', () => direction.delete(from))
  }
  const admit = (client: Socket): void => {
    const server = connectTo(target)
    pass(client, server, fromClients)
    pass(server, client, fromServer)
    client.resume()
    if (silent.server) server.pause()
  }
  const proxy = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (client) => {
    if (!silent.clients) return admit(client)
    waiting.add(client)
    client.on('error', () => waiting.delete(client))
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  const through = new URL(connectionString)
  through.searchParams.delete('host')
  through.hostname = '127.0.0.1'
  through.port = String(port)

  return {
    connectionString: through.href,
    silence(direction = 'everything') {
      silent = { clients: direction === 'everything', server: true }
      for (const socket of fromServer) socket.pause()
      if (silent.clients) for (const socket of fromClients) socket.pause()
    },
    async refuse() {
      const closed = once(proxy, 'close')
      proxy.close()
      for (const socket of [...fromServer, ...fromClients, ...waiting]) socket.destroy()
      await closed
    },
    restore() {
      if (!proxy.listening) proxy.listen(port, '127.0.0.1')
      silent = { clients: false, server: false }
      for (const socket of [...fromServer, ...fromClients]) socket.resume()
      for (const client of waiting) admit(client)
      waiting.clear()
    },
    cut() {
      for (const socket of [...fromServer, ...fromClients]) socket.destroy()
    },
    async close() {
      for (const socket of [...fromServer, ...fromClients, ...waiting]) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
