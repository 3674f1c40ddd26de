import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that a system gives away by itself: what was free stays free between the asking and the using. */
const PORTS = { from: 20_000, below: 32_000 }
const TRIES_MAX = 50

/** A free port for a program that a test starts. */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const port = randomInt(PORTS.from, PORTS.below)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
  throw new Error('no port is free')
}
