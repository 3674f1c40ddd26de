import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '../../../testing/free-port.ts'
import { openShop, type Shop } from '../../../testing/shop.ts'
import { secretsFrom } from '../../platform/crypto/crypto.ts'
import { randomIds } from '../../platform/ids.ts'
import { findAddressProblem } from './check-public-url.ts'

/** The data key of every shop. */
const DEPS = { ids: randomIds, secrets: secretsFrom(new Uint8Array(32).fill(7)) }

let shop: Shop | undefined
const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) server.close()
  await shop?.close()
  shop = undefined
})

const listening = async (
  answer: (incoming: IncomingMessage, reply: ServerResponse) => void,
): Promise<string> => {
  const server = createServer(answer).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const startShop = async (environment: Record<string, string> = {}): Promise<number> => {
  const port = await freePort()
  shop = await openShop(environment)
  await shop.app.http.listen({ port, host: '127.0.0.1' })
  return port
}

const proxyTo = (port: number): Promise<string> =>
  listening((incoming, reply) => {
    const headers = { ...incoming.headers, 'x-forwarded-for': '198.51.100.7' }
    const forwarded = request({ host: '127.0.0.1', port, path: incoming.url, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    forwarded.end()
  })

const problemOf = (address: string) => findAddressProblem(DEPS, new URL(address))

test('an address that reaches this server directly, or through a proxy in TRUST_PROXY, has no problem', async () => {
  const port = await startShop({ TRUST_PROXY: 'loopback' })
  expect(await problemOf(`http://127.0.0.1:${port}`)).toBeNull()
  expect(await problemOf(await proxyTo(port))).toBeNull()
})

test('a proxy that is not in TRUST_PROXY is a problem', async () => {
  const port = await startShop()
  expect(await problemOf(await proxyTo(port))).toMatch(/Set TRUST_PROXY/)
})

test('an address without a server, or of another program, has a problem that says what to do', async () => {
  expect(await problemOf(`http://127.0.0.1:${await freePort()}`)).toMatch(/Nothing listens there/)
  const texts = ['<h1>Welcome to nginx</h1>', '{"success":true,"data":{"proof":"x"}}', '']
  for (const text of texts) {
    const stranger = await listening((_incoming, reply) => reply.end(text))
    expect(await problemOf(stranger)).toMatch(/Another program responds there/)
  }
  expect(await problemOf('http://nobody.invalid')).toMatch(/DNS/)
})
