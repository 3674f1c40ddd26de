import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CONNECTION_AGE_MS_MAX, type KeptConnections, keptConnections } from './kept-connections.ts'
import { sendHttp } from './outgoing-http.ts'

const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nfine'

let server: Server
let port = 0
let kept: KeptConnections
let nowMs = 0
/** What the server says to the nth request of a connection, counted from one. */
let speak: (socket: Socket, nth: number) => void
let opened = 0
let open = new Set<Socket>()

beforeEach(async () => {
  opened = 0
  nowMs = 0
  open = new Set()
  kept = keptConnections({ keptMax: 2, nowMs: () => nowMs })
  speak = (socket) => void socket.write(ANSWER)
  server = createServer((socket) => {
    opened += 1
    open.add(socket)
    let nth = 0
    socket.on('error', () => undefined)
    socket.once('close', () => open.delete(socket))
    socket.on('data', () => {
      nth += 1
      speak(socket, nth)
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
    connectTimeoutMs: 1_000,
    totalTimeoutMs: 2_000,
    maxResponseBytes: 1_024,
    allowPrivate: true,
    kept,
  })
const fine = { status: 200, body: Buffer.from('fine') }

test('what goes to one host goes over one connection, whatever the path; another host has its own', async () => {
  for (const path of ['/a', '/b', '/a?c']) expect(await send({ path })).toMatchObject(fine)
  expect(opened).toBe(1)
  expect(await send({ host: 'localhost' })).toMatchObject(fine)
  expect(opened).toBe(2)
})

test('two that are under way at once have a connection each', async () => {
  const waiting: Socket[] = []
  speak = (socket) => void waiting.push(socket)
  const both = [send(), send()]
  await expect.poll(() => waiting.length).toBe(2)
  for (const socket of waiting) socket.write(ANSWER)
  expect(await Promise.all(both)).toMatchObject([fine, fine])
  expect(opened).toBe(2)
})

test('after its time a connection is not used again: the name is resolved and checked anew', async () => {
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
  'a kept connection that %s as we write is replaced, and the request arrives on a new one',
  async (_how, close) => {
    speak = (socket, nth) => {
      if (nth === 1) socket.write(ANSWER)
      else close(socket)
    }
    await send()
    expect(await send()).toMatchObject(fine)
    expect(opened).toBe(2)
  },
)

test('what is closed after a part of an answer is not sent again', async () => {
  speak = (socket, nth) => {
    if (nth === 1) socket.write(ANSWER)
    else socket.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nhalf')
  }
  await send()
  expect(await send()).toMatchObject({ error: 'connection_lost' })
  expect(opened).toBe(1)
})

test('a new connection that is closed is not tried again', async () => {
  speak = (socket) => void socket.resetAndDestroy()
  expect(await send()).toMatchObject({ error: 'connection_lost' })
  expect(opened).toBe(1)
})

test.each([
  ['says that it closes', 'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 4\r\n\r\nfine', 4],
  ['says more than is read', `HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n${'x'.repeat(2_000)}`, 1_024],
])('the connection of an answer that %s is not kept', async (_what, answer, bytes) => {
  speak = (socket) => void socket.write(answer)
  const reply = await send()
  expect(reply.error === undefined && reply.body.length).toBe(bytes)
  await expect.poll(() => open.size).toBe(0)
  await send()
  expect(opened).toBe(2)
})

test('no more are kept than may be: that which waited longest goes first', async () => {
  await send()
  const waiting: Socket[] = []
  speak = (socket) => void waiting.push(socket)
  const both = [send({ host: 'localhost' }), send({ host: 'localhost' })]
  await expect.poll(() => waiting.length).toBe(2)
  for (const socket of waiting) socket.write(ANSWER)
  await Promise.all(both)
  await expect.poll(() => open.size).toBe(2)
  speak = (socket) => void socket.write(ANSWER)
  await send({ host: 'localhost' })
  expect(opened).toBe(3)
  await send()
  expect(opened).toBe(4)
})
