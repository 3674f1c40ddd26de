import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { waitRealMs } from '../src/platform/clock.ts'

const CHECK_EVERY_MS = 100

export interface ReadinessBalancer {
  readonly port: number
  isReady(port: number): boolean
  close(): Promise<void>
}

/**
 * A balancer as they all are: asks each process for /readyz a few times a second, gives each request to one that is ready, keeps its
 * connections, and tries no request twice.
 */
export const startReadinessBalancer = async (ports: readonly number[]): Promise<ReadinessBalancer> => {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set<number>()
  let turn = 0
  let isClosed = false

  const check = async (port: number): Promise<void> => {
    const status = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (reply) => reply.status,
      () => 0,
    )
    if (status === 200) ready.add(port)
    else ready.delete(port)
  }
  /** One check of a port after the other: an older answer never overtakes a newer one. */
  const watch = async (port: number): Promise<void> => {
    while (!isClosed) {
      await check(port)
      await waitRealMs(CHECK_EVERY_MS)
    }
  }

  const forward = (incoming: IncomingMessage, reply: ServerResponse): void => {
    const choice = ports.filter((port) => ready.has(port))
    turn += 1
    const port = choice[turn % choice.length]
    const { method, url, headers } = incoming
    const outgoing = request({ agent, host: '127.0.0.1', port, method, path: url, headers })
    outgoing.on('response', (response) => {
      const { connection: _hop, ...rest } = response.headers
      reply.writeHead(response.statusCode ?? 502, rest)
      response.pipe(reply)
    })
    outgoing.on('error', (error) => reply.writeHead(502).end(String(error)))
    incoming.pipe(outgoing)
  }

  await Promise.all(ports.map(check))
  const watching = Promise.all(ports.map(watch))
  const server = createServer(forward).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    isReady: (port) => ready.has(port),
    async close() {
      isClosed = true
      await watching
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
