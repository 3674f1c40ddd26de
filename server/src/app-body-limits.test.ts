import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { connect, type Socket } from 'node:net'
import { STATEMENT_BYTES_MAX } from '@galla/contract/bank-statements/statement-limits'
import { DIALECT_PATHS } from '@galla/contract/gateway-compat/dialects'
import { BODY_BYTES_MAX } from '@galla/contract/limits'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop, type ShopMerchant } from '../testing/shop.ts'
import { sql } from './platform/database/database.ts'

interface Route {
  readonly method: string
  readonly url: string
  readonly limit: number
}

const PIECE = 64 * 1024
/** Up to the end of the answer the system hands over what has arrived, 2 MB a turn. */
const MARGIN = 5 * 1024 * 1024
/** More than the limit and all that the system keeps for a connection. */
const SURPLUS = 24 * 1024 * 1024
/** Each waits until the server closes its connection. */
const AT_ONCE = 16

let shop: Shop
let merchant: ShopMerchant
let app: FastifyInstance
let port: number
const routes: Route[] = []
/** The server's ends of the connections, by the client's port. */
const accepted = new Map<number, Socket>()

const watch = (message: unknown): void => {
  ;({ fastify: app } = message as { fastify: FastifyInstance })
  app.addHook('onRoute', ({ method, url, bodyLimit }) => {
    for (const each of [method].flat()) routes.push({ method: each, url, limit: bodyLimit ?? BODY_BYTES_MAX })
  })
}

beforeAll(async () => {
  subscribe('fastify.initialization', watch)
  shop = await openShop()
  merchant = await shop.merchant()
  app.server.on('connection', (socket: Socket) => accepted.set(socket.remotePort ?? 0, socket))
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => {
  unsubscribe('fastify.initialization', watch)
  return shop.close()
})

interface Sent {
  readonly status: number
  readonly bytesRead: number
}

/** Sends a head and then pieces, as long as the server takes them; ends when the server has closed the connection. */
const send = async (head: readonly string[], pieces: readonly Buffer[]): Promise<Sent> => {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (data) => {
    answer += data.toString('latin1')
  })
  // A client that keeps sending after the end is reset.
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  let ended = false
  void closed.then(() => {
    ended = true
  })
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  const own = socket.localPort ?? 0
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  for (const piece of pieces)
    if (!ended && !socket.write(piece))
      await Promise.race([closed, new Promise<void>((resolve) => socket.once('drain', resolve))])
  await closed
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]),
    bytesRead: accepted.get(own)?.bytesRead ?? -1,
  }
}

const headOf = ({ method, url }: Route, ...headers: string[]): string[] => [
  `${method} ${url.replaceAll(/:\w+/g, '1').replace('*', 'x')} HTTP/1.1`,
  'host: localhost:3000',
  'origin: http://localhost:3000',
  ...headers,
]
const chunk = (content: string): Buffer =>
  Buffer.from(`${content.length.toString(16)}\r\n${content}\r\n`, 'latin1')
const ONE_PIECE = chunk('x'.repeat(PIECE))
const piecesFor = (limit: number): Buffer[] =>
  Array<Buffer>(Math.ceil((limit + SURPLUS) / PIECE)).fill(ONE_PIECE)

test('every route refuses a Content-Length over the limit without reading the body', async () => {
  expect(routes.length).toBeGreaterThan(150)
  const answers = await Promise.all(
    routes.map(async (route) => {
      const length = `content-length: ${route.limit + 1}`
      const { status, bytesRead } = await send(headOf(route, 'content-type: application/json', length), [])
      return [route.method, route.url, status, bytesRead < 2_000]
    }),
  )
  // Other gateways say in a 200 that they refuse.
  const dialects = new Set<string>(Object.values(DIALECT_PATHS))
  const statusOf = ({ method, url }: Route) => (method === 'POST' && dialects.has(url) ? 200 : 413)
  expect(answers).toEqual(routes.map((route) => [route.method, route.url, statusOf(route), true]))
})

test('every route refuses a body without Content-Length at the limit', async () => {
  const wrong: unknown[] = []
  const next = routes.values()
  const sendToNext = async (): Promise<void> => {
    for (const route of next) {
      const head = headOf(route, 'content-type: application/json', 'transfer-encoding: chunked')
      const { status, bytesRead } = await send(head, piecesFor(route.limit))
      if (!(status >= 200 && status < 500) || bytesRead > route.limit + MARGIN)
        wrong.push([route.method, route.url, status, bytesRead])
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendToNext))
  expect(wrong).toEqual([])
})

test('a refused body is not parsed while its route counts it', async () => {
  const route = routes.find(({ url }) => url === '/api/v1/alerts/:token') as Route
  const head = headOf(route, 'transfer-encoding: chunked')
  let read = 0
  const isStill = (): boolean => {
    const before = read
    read = [...accepted.values()].at(-1)?.bytesRead ?? 0
    return read > route.limit && read === before
  }
  accepted.clear()
  // The count waits for the address, and the address for the table.
  const sent = await shop.db.transaction(async (tx) => {
    await tx.run(sql`lock table accounts in access exclusive mode`)
    const answer = send(head, piecesFor(route.limit))
    await expect.poll(isStill).toBe(true)
    return { answer }
  })
  const { status, bytesRead } = await sent.answer
  expect([status, bytesRead < route.limit + MARGIN]).toEqual([413, true])
})

const BOUNDARY = 'x-boundary'
const upload = (url: string): string[] => [
  `POST ${url} HTTP/1.1`,
  'host: localhost:3000',
  'origin: http://localhost:3000',
  `content-type: multipart/form-data; boundary=${BOUNDARY}`,
  'transfer-encoding: chunked',
  `cookie: ${merchant.cookie}`,
]
const PART = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`

test.each([
  ['a file without an end', [chunk(PART)]],
  ['what stands before the first part', []],
])('an upload is refused at its limit: %s', async (_name, beginning) => {
  const { status, bytesRead } = await send(upload('/api/v1/user/statements'), [
    ...beginning,
    ...piecesFor(STATEMENT_BYTES_MAX),
  ])
  expect(status).toBe(413)
  expect(bytesRead).toBeLessThan(STATEMENT_BYTES_MAX + MARGIN)
})
