import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ManualClock, manualClock } from '../clock.ts'
import { randomIds } from '../ids.ts'
import { createLog } from '../log.ts'
import { createHttpServer, STALLED_MS } from './http-server.ts'

const CHUNK = Buffer.alloc(256 * 1024, 'x')

let app: FastifyInstance
let clock: ManualClock
let port: number
let file: Readable
let pieces: number
/** The watches that run. */
let watches: Set<object>
let answered: number
const sockets = new Set<Socket>()

beforeEach(async () => {
  clock = manualClock(new Date('2026-11-21T06:00:00Z'))
  watches = new Set()
  answered = 0
  const every = (ms: number, work: () => void) => {
    const timer = clock.every(ms, work)
    watches.add(timer)
    return {
      stop: () => {
        watches.delete(timer)
        timer.stop()
      },
    }
  }
  app = createHttpServer({
    settings: { production: false, publicUrl: new URL('http://localhost:3000'), trustProxy: [] },
    log: createLog({ level: 'silent' }),
    clock: { ...clock, every },
    ids: randomIds,
  })
  app.addHook('onSend', async () => {
    answered += 1
  })
  pieces = 0
  app.get('/late', async (request, reply) => {
    // The reader is gone before the file begins.
    await new Promise((resolve) => request.raw.socket.once('close', resolve))
    return reply.type('text/plain').send(Readable.from(['late']))
  })
  app.get('/endless', async (_request, reply) => {
    file = new Readable({
      read() {
        pieces += 1
        this.push(CHUNK)
      },
    })
    return reply.type('text/plain').send(file)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  await app.close()
})

/** A reader that takes the head and then nothing, until all that lies between is full. */
const stall = async (): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1')
  sockets.add(socket)
  socket.on('error', () => {})
  socket.write('GET /endless HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await once(socket, 'readable')
  await standstill()
  return socket
}

/** Until no further piece is asked for. */
const standstill = async (): Promise<void> => {
  let before = -1
  await expect
    .poll(
      () => {
        const same = pieces === before
        before = pieces
        return same
      },
      { interval: 100 },
    )
    .toBe(true)
}

const LOOKS = STALLED_MS / 5_000

test('a download that makes no progress for 30 s is cut off, and its source is closed', async () => {
  const socket = await stall()
  for (let look = 0; look < LOOKS; look += 1) clock.advance({ seconds: 5 })
  expect(file.destroyed).toBe(false)
  const closed = once(file, 'close')
  clock.advance({ seconds: 5 })
  await closed
  expect(file.destroyed).toBe(true)
  socket.resume()
  await once(socket, 'close')
})

test('bytes that the reader sends are not progress', async () => {
  const socket = await stall()
  for (let look = 0; look <= LOOKS; look += 1) {
    await new Promise<void>((resolve) => void socket.write('GET / HTTP/1.1\r\n', () => resolve()))
    clock.advance({ seconds: 5 })
  }
  await expect.poll(() => file.destroyed).toBe(true)
})

test('a slow reader is served as long as it reads something', async () => {
  const socket = await stall()
  for (let round = 0; round < 4; round += 1) {
    for (let look = 0; look < LOOKS - 1; look += 1) clock.advance({ seconds: 5 })
    const before = pieces
    for (let taken = 0; pieces === before; ) {
      const chunk: Buffer | null = socket.read()
      if (chunk === null) await once(socket, 'readable')
      else taken += chunk.length
      expect(taken).toBeLessThan(64 * 1024 * 1024)
    }
    await standstill()
  }
  expect(file.destroyed).toBe(false)
})

test('a reply whose reader left before it began is not watched', async () => {
  for (let n = 0; n < 5; n += 1) {
    const socket = connect(port, '127.0.0.1')
    sockets.add(socket)
    socket.write('GET /late HTTP/1.1\r\nhost: localhost\r\n\r\n', () => socket.resetAndDestroy())
    await once(socket, 'close')
  }
  const served = await fetch(`http://127.0.0.1:${port}/no-such-page`)
  await served.text()
  await expect.poll(() => answered).toBe(6)
  expect(watches.size).toBe(0)
})
