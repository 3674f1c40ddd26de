import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * The ports are below those that the system assigns. Each test worker has its own share and uses no port twice, because a program binds
 * its port seconds after it was found free.
 */
const { VITEST_POOL_ID: worker = '0' } = process.env
const SHARES = 8
const SHARE = 1_500
const FROM = 20_000 + (Number(worker) % SHARES) * SHARE
const TRIES_MAX = 50
const given = new Set<number>()

/** A free port for a program that a test starts. */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const port = randomInt(FROM, FROM + SHARE)
    if (given.has(port)) continue
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    given.add(port)
    return port
  }
  throw new Error('no port is free')
}
