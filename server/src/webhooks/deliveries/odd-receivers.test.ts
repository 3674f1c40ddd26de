import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { RETRY_DELAYS_SECONDS } from '@galla/contract/webhooks/webhook'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/database/database.ts'
import { updateEndpointUrl } from '../endpoints/endpoint-store.ts'
import { type Bench, openBench, openReceiver, openWorker } from '../endpoints/webhook-harness.ts'
import type { DeliveriesDeps } from './deliveries.ts'
import { listDeliveriesOfOrder } from './delivery-history-store.ts'
import { postWebhook } from './send-delivery.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

/** As ever, but nobody has fifteen seconds here for who only drips. */
const impatientWith =
  (drips: string): DeliveriesDeps['post'] =>
  (request) =>
    postWebhook({ allowPrivate: true })(request.url === drips ? { ...request, totalTimeoutMs: 500 } : request)

const OK = 'HTTP/1.1 200 OK\r\n'
const drip = (socket: Socket): void => {
  const timer = setInterval(() => socket.write('x'), 20)
  socket.once('close', () => clearInterval(timer))
}
const after = (start: string, go: (socket: Socket) => void) => (socket: Socket) => {
  socket.write(start)
  go(socket)
}
const pour = (socket: Socket): void => {
  const more = (): void => {
    while (socket.writable && socket.write('x'.repeat(65_536)));
  }
  socket.on('drain', more)
  more()
}

/** A server that speaks as it likes once it was asked; how many connections are open, and were. */
const openOdd = async (speak: (socket: Socket) => void) => {
  const sockets = new Set<Socket>()
  let connections = 0
  const server: Server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    socket.once('data', () => speak(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    open: () => sockets.size,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        for (const socket of sockets) socket.destroy()
      }),
  }
}

const lost = { state: 'failed', attempts: [{ status: null, error: 'connection_lost' }] }
const late = { state: 'failed', attempts: [{ status: null, error: 'timed_out' }] }

test.each<[string, (socket: Socket) => void, object]>([
  ['resets the connection', (socket) => socket.resetAndDestroy(), lost],
  ['hangs up', (socket) => socket.end(), lost],
  ['speaks no HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'), lost],
  ['sends zeros', (socket) => socket.end(Buffer.alloc(5_000)), lost],
  ['sends headers without an end', after(`${OK}x-long: `, pour), lost],
  ['ends in the middle of its answer', (socket) => socket.end(`${OK}content-length: 99\r\n\r\nhalf`), lost],
  ['drips its status', drip, lost],
  ['drips its headers', after(`${OK}x-slow: `, drip), late],
  ['drips its answer', after(`${OK}content-length: 99\r\n\r\n`, drip), late],
  [
    'answers without an end',
    after(`${OK}connection: close\r\n\r\n`, pour),
    { state: 'delivered', attempts: [{ status: 200, error: null }] },
  ],
])(
  'a receiver that %s ends its attempt, keeps no connection, and delays nobody',
  async (_how, speak, expected) => {
    const odd = await openOdd(speak)
    const shop = await openReceiver()
    const worker = await openWorker(bench.connectionString, bench.clock, {
      post: impatientWith(expected === late ? odd.url : ''),
    })
    const [bad, good] = [await bench.merchant(odd.url), await bench.merchant(shop.url)]
    await bench.paid(bad, 'ODD', worker.wake)
    await bench.paid(good, 'GOOD', worker.wake)
    await shop.until(1)
    await worker.idle()
    const [delivery] = await listDeliveriesOfOrder(bench.db, bad.merchantId, 'ODD')
    expect(delivery).toMatchObject(expected)
    expect(odd.connections()).toBe(1)
    await expect.poll(odd.open).toBe(0)
    if (delivery?.state === 'failed') {
      // It comes to its senses: nothing was lost.
      await updateEndpointUrl(bench.store, bad, { url: shop.url })
      worker.start()
      bench.clock.advance({ seconds: 10 })
      await shop.until(2)
      await worker.idle()
      expect(await listDeliveriesOfOrder(bench.db, bad.merchantId, 'ODD')).toMatchObject([
        { state: 'delivered', attempts: [{ status: null }, { status: 200 }] },
      ])
    }
    await worker.close()
    await Promise.all([odd.close(), shop.close()])
    expect(worker.errors).toEqual([])
  },
)

test('a restart between any two attempts loses and repeats none: each has its number and its time', async () => {
  const shop = await openReceiver((reply) => reply.writeHead(500).end('no'))
  const key = await bench.merchant(shop.url)
  const orders = ['ORDER_1', 'ORDER_2', 'ORDER_3']
  const due = async () =>
    bench.db.rows<{ due_at: Date; attempts_made: number }>(sql`
      select event_id, due_at, attempts_made, (select count(leased_until) from webhook_undelivered) as leased from webhook_deliveries
      where merchant_id = ${key.merchantId} order by event_id`)
  for (const order of orders) await bench.paid(key, order)
  const during = async (act: () => void): Promise<void> => {
    const worker = await openWorker(bench.connectionString, bench.clock)
    worker.start()
    await worker.idle()
    act()
    await worker.idle()
    await worker.close()
    expect(worker.errors).toEqual([])
  }
  const nothing = () => undefined
  await during(nothing)
  for (const [index, seconds] of RETRY_DELAYS_SECONDS.entries()) {
    const before = await due()
    expect(before.map(({ attempts_made }) => attempts_made)).toEqual([index + 1, index + 1, index + 1])
    expect(shop.received).toHaveLength(3 * (index + 1))
    // A start changes nothing of what is not due yet.
    await during(() => bench.clock.advance({ seconds: seconds * 0.9 - 1 }))
    expect(await due()).toEqual(before)
    // Half of the time it falls due while nothing runs.
    const pass = () => bench.clock.advance({ seconds: seconds * 0.2 + 2 })
    if (index % 2 === 0) pass()
    await during(index % 2 === 0 ? nothing : pass)
  }
  await during(() => bench.clock.advance({ days: 4 }))
  expect(shop.received).toHaveLength(30)
  for (const order of orders) {
    const [delivery] = await listDeliveriesOfOrder(bench.db, key.merchantId, order)
    expect(delivery).toMatchObject({ state: 'exhausted', nextAttemptAt: null })
    expect(delivery?.attempts).toHaveLength(10)
  }
  const { rows } = await bench.db.pool.query(
    'select event_id, array_agg(attempt order by attempt) as numbers from webhook_attempts where merchant_id = $1 group by 1',
    [key.merchantId],
  )
  for (const { numbers } of rows) expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  await shop.close()
})
