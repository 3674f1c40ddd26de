import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/database.ts'
import { manualClock, monotonicMs } from '../clock.ts'
import { openDatabase } from '../database/database.ts'
import { randomIds } from '../ids.ts'
import { createLog } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { addHealthRoutes } from './health.ts'
import { createHttpServer, type HttpServerDeps } from './http-server.ts'
import { setPagePolicy, webPagePolicy } from './page-policy.ts'

const MIGRATIONS_DIR = fileURLToPath(new URL('../../../migrations', import.meta.url))
let app: FastifyInstance | undefined

afterEach(async () => {
  await app?.close()
  app = undefined
})

const start = (
  over: Partial<HttpServerDeps['settings']> = {},
  onAnswered?: HttpServerDeps['onAnswered'],
): FastifyInstance => {
  app = createHttpServer({
    settings: { production: false, publicUrl: new URL('http://localhost:3000'), trustProxy: [], ...over },
    log: createLog({ level: 'silent' }),
    clock: manualClock(new Date('2026-11-21T06:00:00Z')),
    ids: randomIds,
    ...(onAnswered === undefined ? {} : { onAnswered }),
  })
  return app
}

test('every reply has the security headers and a new request id', async () => {
  const server = start()
  server.get('/fine', async () => ({ success: true }))
  for (const url of ['/fine', '/missing', '/%zz']) {
    const { headers } = await server.inject({ url, headers: { 'x-request-id': 'mine' } })
    expect(headers['x-request-id']).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
    })
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'.*frame-ancestors 'none'/)
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['access-control-allow-origin']).toBeUndefined()
  }
})

test('replies over HTTPS have HSTS', async () => {
  const server = start({ publicUrl: new URL('https://pay.example.com') })
  expect((await server.inject('/missing')).headers['strict-transport-security']).toMatch(/^max-age=\d{8}/)
})

const STRICT = "default-src 'none'; script-src 'self'"

test('each page has its own content policy, and none allows inline scripts', async () => {
  const server = start()
  server.get('/web', async (_request, reply) => {
    setPagePolicy(reply, webPagePolicy('N1'))
    return 'web'
  })
  server.get('/pay', async (_request, reply) => {
    setPagePolicy(reply, { contentSecurityPolicy: STRICT, referrerPolicy: 'no-referrer' })
    return 'pay'
  })
  const policyOf = async (url: string): Promise<string> =>
    String((await server.inject(url)).headers['content-security-policy'])
  expect(await policyOf('/web')).toMatch(/style-src 'self' 'nonce-N1'; style-src-attr 'unsafe-inline'/)
  expect(await policyOf('/web')).toMatch(/script-src 'self';/)
  expect(await policyOf('/pay')).toBe(STRICT)
  expect((await server.inject('/pay')).headers['referrer-policy']).toBe('no-referrer')
})

test('forwarding headers are used only from a trusted proxy', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  for (const [trustProxy, address] of [
    [[], '127.0.0.1'],
    [['10.0.0.0/8'], '127.0.0.1'],
    [['loopback'], '203.0.113.9'],
  ] as const) {
    const server = start({ trustProxy })
    server.get('/ip', async (request) => request.ip)
    expect((await server.inject({ url: '/ip', headers })).body).toBe(address)
    await server.close()
  }
})

test('bytes that are not HTTP get an error envelope and the connection is closed', async () => {
  const server = start()
  await server.listen({ port: 0, host: '127.0.0.1' })
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const socket = connect(address.port, '127.0.0.1')
  socket.write('GARBAGE\r\n\r\n')
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  expect(answer).toMatch(/^HTTP\/1.1 400 /)
  expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ success: false, code: 'malformed' })
})

test('an idle connection stays open for as long as a customer is in a UPI app', async () => {
  const server = start()
  server.get('/a', () => 'a')
  const { headers } = await fetch(`${await server.listen({ port: 0, host: '127.0.0.1' })}/a`)
  const [, seconds] = /^timeout=(\d+)$/.exec(headers.get('keep-alive') ?? '') ?? []
  expect(Number(seconds)).toBeGreaterThanOrEqual(3 * 60)
})

test('a shutdown finishes running requests, ends streams and accepts no new requests', async () => {
  const server = start()
  const started = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  server.get('/slow', async () => {
    started.resolve()
    await finish.promise
    return { success: true }
  })
  server.get('/events', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' })
    reply.raw.write('data: 1\n\n')
  })
  const base = await server.listen({ port: 0, host: '127.0.0.1' })
  const events = await fetch(`${base}/events`, { headers: { accept: 'text/event-stream' } })
  const slow = fetch(`${base}/slow`)
  await started.promise
  const closing = server.close()
  // The stream is ended by the server, so reading it to the end resolves.
  expect(await events.text()).toBe('data: 1\n\n')
  const late = httpRequest(`${base}/slow`, { agent: false })
  late.end()
  const [refused] = await once(late, 'error')
  expect(refused.code).toBe('ECONNREFUSED')
  finish.resolve()
  expect(await (await slow).json()).toEqual({ success: true })
  // Well before the ten seconds after which it would be cut off.
  const startedMs = monotonicMs()
  await closing
  expect(monotonicMs() - startedMs).toBeLessThan(8_000)
})

test('the metrics are labelled with routes instead of addresses, so that their number stays small', async () => {
  const seen: unknown[] = []
  const server = start({}, ({ method, route, status }) => seen.push([method, route, status]))
  server.get('/things/:id', async () => 'x')
  await server.inject('/things/1')
  await server.inject('/things/2')
  await server.inject('/whatever/else')
  expect(seen).toEqual([
    ['GET', '/things/:id', 200],
    ['GET', '/things/:id', 200],
    ['GET', '/unknown', 404],
  ])
})

const TOKEN = 'a-metrics-token-of-length'

/** The status of /readyz, and the reason of a refusal. */
const readinessOf = async (server: ReturnType<typeof start>): Promise<[number, string | undefined]> => {
  const reply = await server.inject('/readyz')
  return [reply.statusCode, reply.json().reason]
}

test('readiness distinguishes a read-only database from a process that shuts down', async () => {
  const database = await createTestDatabase()
  const before = openDatabase(database.connectionString)
  const name = new URL(database.connectionString).pathname.slice(1)
  await before.pool.query(`alter database ${name} set default_transaction_read_only = on`)
  await before.close()
  const db = openDatabase(database.connectionString)
  let isDraining = false
  const server = start()
  addHealthRoutes(server, {
    db,
    migrationsDir: MIGRATIONS_DIR,
    metricsToken: undefined,
    metrics: createMetrics(),
    isDraining: () => isDraining,
  })
  expect(await readinessOf(server)).toEqual([503, 'database_read_only'])
  isDraining = true
  expect(await readinessOf(server)).toEqual([503, 'shutting_down'])
  await db.close()
  await database.drop()
})

test('liveness and readiness are public, and metrics require the token', async () => {
  const database = await createTestDatabase()
  const db = openDatabase(database.connectionString)
  const metrics = createMetrics()
  const server = start({}, metrics.answered)
  addHealthRoutes(server, { db, metrics, migrationsDir: MIGRATIONS_DIR, metricsToken: TOKEN })
  expect((await server.inject('/healthz')).statusCode).toBe(200)
  expect((await server.inject('/readyz')).statusCode).toBe(200)
  expect((await server.inject('/metrics')).statusCode).toBe(401)
  expect(
    (await server.inject({ url: '/metrics', headers: { authorization: 'Bearer wrong' } })).statusCode,
  ).toBe(401)
  const measured = await server.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
  expect(measured.body).toMatch(
    /galla_http_request_seconds_count\{method="GET",route="\/healthz",status="2xx"\} 1/,
  )
  expect(await readinessOf(server)).toEqual([200, undefined])
  await db.close()
  expect((await server.inject('/healthz')).statusCode).toBe(200)
  expect(await readinessOf(server)).toEqual([503, 'database_unreachable'])
  await database.drop()
})

test('a database without its migrations is not ready, and without a token there are no metrics', async () => {
  const database = await createTestDatabase()
  const db = openDatabase(database.connectionString)
  await db.pool.query(`delete from migrations where name like '0001-%'`)
  const server = start()
  addHealthRoutes(server, {
    db,
    metrics: createMetrics(),
    migrationsDir: MIGRATIONS_DIR,
    metricsToken: undefined,
  })
  expect(await readinessOf(server)).toEqual([503, 'not_migrated'])
  expect((await server.inject('/metrics')).statusCode).toBe(404)
  await db.close()
  await database.drop()
})

test('a head that never ends is cut off within 15 seconds, however slowly it goes on', async () => {
  const server = start()
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  await once(socket, 'connect')
  const startedMs = monotonicMs()
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n')
  const drip = setInterval(() => socket.write('X-More: 1\r\n'), 500)
  socket.resume()
  await once(socket, 'close')
  clearInterval(drip)
  expect(monotonicMs() - startedMs).toBeLessThan(17_000)
}, 60_000)

test('a call from our own page under another address names the right one, and a call from another site does not', async () => {
  const server = start({ publicUrl: new URL('https://pay.example.com') })
  server.post('/act', { config: { sameOrigin: true } }, async () => ({ success: true }))
  const msgFrom = async (origin: string) => {
    const headers = { origin, host: '203.0.113.5:3000' }
    const reply = await server.inject({ method: 'POST', url: '/act', headers })
    return [reply.statusCode, reply.json().msg]
  }
  expect(await msgFrom('http://203.0.113.5:3000')).toEqual([
    403,
    'Open Galla at https://pay.example.com, its own address',
  ])
  for (const origin of ['https://elsewhere.example', 'null'])
    expect(await msgFrom(origin)).toEqual([403, 'This request came from another website'])
})
