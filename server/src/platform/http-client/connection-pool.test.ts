import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { monotonicMs } from '../clock.ts'
import { CONNECTION_AGE_MS_MAX, type ConnectionPool, createConnectionPool } from './connection-pool.ts'
import { sendHttp } from './outgoing-http.ts'

const RESPONSE = 'HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nfine'

let server: Server
let port = 0
let pool: ConnectionPool
let nowMs = 0
/** What the server answers to the nth request of a connection, counted from one. */
let respond: (socket: Socket, nth: number) => void
let opened = 0
let open = new Set<Socket>()

beforeEach(async () => {
  opened = 0
  // The time at which connections are opened.
  nowMs = monotonicMs()
  open = new Set()
  pool = createConnectionPool({ max: 2, nowMs: () => nowMs })
  respond = (socket) => void socket.write(RESPONSE)
  server = createServer((socket) => {
    opened += 1
    open.add(socket)
    let nth = 0
    socket.on('error', () => undefined)
    socket.once('close', () => open.delete(socket))
    socket.on('data', () => {
      nth += 1
      respond(socket, nth)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  port = (server.address() as AddressInfo).port
})
afterEach(async () => {
  for (const socket of open) socket.destroy()
  await new Promise((resolve) => server.close(resolve))
})

/** Without a body, so that the server counts requests by packets. */
const send = ({ host = '127.0.0.1', path = '/' } = {}) =>
  sendHttp({
    url: `http://${host}:${port}${path}`,
    method: 'POST',
    connectTimeoutMs: 60_000,
    totalTimeoutMs: 60_000,
    maxResponseBytes: 1_024,
    allowPrivate: true,
    pool,
  })
const fine = { status: 200, body: Buffer.from('fine') }

test('requests to one origin reuse one connection; another host gets a new one', async () => {
  for (const path of ['/a', '/b', '/a?c']) expect(await send({ path })).toMatchObject(fine)
  expect(opened).toBe(1)
  expect(await send({ host: 'localhost' })).toMatchObject(fine)
  expect(opened).toBe(2)
})

test('two requests at the same time use two connections', async () => {
  const waiting: Socket[] = []
  respond = (socket) => void waiting.push(socket)
  const both = [send(), send()]
  await expect.poll(() => waiting.length).toBe(2)
  for (const socket of waiting) socket.write(RESPONSE)
  expect(await Promise.all(both)).toMatchObject([fine, fine])
  expect(opened).toBe(2)
})

test('a connection past its maximum age is replaced, so the host name is resolved and checked again', async () => {
  await send()
  nowMs += CONNECTION_AGE_MS_MAX * 2
  await send()
  expect(opened).toBe(2)
  await expect.poll(() => open.size).toBe(1)
})

test.each<[string, (socket: Socket) => void]>([
  ['is reset', (socket) => socket.resetAndDestroy()],
  ['is ended', (socket) => socket.end()],
])(
  'a reused connection that %s while we write is replaced, and the request arrives on a new one',
  async (_how, close) => {
    respond = (socket, nth) => {
      if (nth === 1) socket.write(RESPONSE)
      else close(socket)
    }
    await send()
    expect(await send()).toMatchObject(fine)
    expect(opened).toBe(2)
  },
)

test('a request whose response breaks off is not sent again', async () => {
  respond = (socket, nth) => {
    if (nth === 1) socket.write(RESPONSE)
    else socket.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nhalf')
  }
  await send()
  expect(await send()).toMatchObject({ error: 'connection_lost' })
  expect(opened).toBe(1)
})

test('a request on a new connection that is closed is not sent again', async () => {
  respond = (socket) => void socket.resetAndDestroy()
  expect(await send()).toMatchObject({ error: 'connection_lost' })
  expect(opened).toBe(1)
})

test.each([
  ['announces a close', 'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 4\r\n\r\nfine', 4],
  ['is longer than the limit', `HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n${'x'.repeat(2_000)}`, 1_024],
])('the connection of a response that %s is not reused', async (_what, answer, bytes) => {
  respond = (socket) => void socket.write(answer)
  const reply = await send()
  expect(reply.error === undefined && reply.body.length).toBe(bytes)
  await expect.poll(() => open.size).toBe(0)
  await send()
  expect(opened).toBe(2)
})

test('the pool has a maximum size and drops the longest idle connection', async () => {
  await send()
  const waiting: Socket[] = []
  respond = (socket) => void waiting.push(socket)
  const both = [send({ host: 'localhost' }), send({ host: 'localhost' })]
  await expect.poll(() => waiting.length).toBe(2)
  for (const socket of waiting) socket.write(RESPONSE)
  await Promise.all(both)
  await expect.poll(() => open.size).toBe(2)
  respond = (socket) => void socket.write(RESPONSE)
  await send({ host: 'localhost' })
  expect(opened).toBe(3)
  await send()
  expect(opened).toBe(4)
})
