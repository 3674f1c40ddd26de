import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createTestDatabase, PATIENCE_MS } from '../../../testing/database.ts'
import { type Clock, type ManualClock, manualClock } from '../../platform/clock.ts'
import { secretsFrom } from '../../platform/crypto/crypto.ts'
import { type Database, openDatabase, sql } from '../../platform/database/database.ts'
import { randomIds } from '../../platform/ids.ts'
import { createDeliveries, type Deliveries, type DeliveriesDeps } from '../deliveries/deliveries.ts'
import type { WebhookPaused } from '../deliveries/record-attempts.ts'
import { postWebhook } from '../deliveries/send-delivery.ts'
import { type EventContent, recordEvent } from '../events/record-event.ts'
import { type EndpointKey, firstEndpoint } from './endpoint.ts'
import {
  createSealedSecret,
  type EndpointStoreDeps,
  type FurtherEndpoint,
  insertFurtherEndpoint,
  lockFurtherNames,
  updateEndpointUrl,
} from './endpoint-store.ts'

export const START = new Date('2026-11-21T04:00:00Z')
export const testSecrets = secretsFrom(new Uint8Array(32).fill(7))

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Receiver {
  readonly url: string
  readonly received: Received[]
  /** How many requests were open at once, at most. */
  readonly openMax: () => number
  /** How many are open now. */
  readonly openNow: () => number
  /** Resolves when `count` requests have come. */
  until(count: number): Promise<void>
  close(): Promise<void>
}

/** A merchant's server on loopback. `answer` decides; one that never answers is a black hole. */
export const openReceiver = async (
  answer: (reply: ServerResponse, request: Received) => void = (reply) => reply.end('OK'),
): Promise<Receiver> => {
  const received: Received[] = []
  const waiting = new Set<{ count: number; resolve: () => void }>()
  const sockets = new Set<Socket>()
  let open = 0
  let openMax = 0
  const server = createServer((incoming, reply) => {
    const chunks: Buffer[] = []
    open += 1
    openMax = Math.max(openMax, open)
    reply.once('close', () => {
      open -= 1
    })
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const request = {
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      }
      received.push(request)
      answer(reply, request)
      for (const waiter of waiting) if (received.length >= waiter.count) waiter.resolve()
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    openMax: () => openMax,
    openNow: () => open,
    until: (count) =>
      new Promise((resolve) => {
        if (received.length >= count) resolve()
        else waiting.add({ count, resolve })
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

export interface Worker extends Deliveries {
  readonly deps: DeliveriesDeps
  readonly errors: unknown[]
  readonly jobs: WebhookPaused[]
  close(): Promise<void>
}

/** The deliveries of one process, with a separate connection pool. */
export const openWorker = async (
  connectionString: string,
  clock: Clock,
  over: Partial<DeliveriesDeps> = {},
): Promise<Worker> => {
  const db = openDatabase(connectionString, { max: 5, connectTimeoutMs: PATIENCE_MS })
  const errors: unknown[] = []
  const jobs: WebhookPaused[] = []
  const deps: DeliveriesDeps = {
    db,
    clock,
    ids: randomIds,
    secrets: testSecrets,
    post: postWebhook({ allowPrivate: true }),
    addJob: async (_tx, _job, payload) => void jobs.push(payload),
    log: {
      debug: nobody,
      info: nobody,
      warn: nobody,
      error: (_event, fields) => void errors.push(fields?.error),
    },
    ...over,
  }
  const deliveries = createDeliveries(deps)
  return {
    ...deliveries,
    deps,
    errors,
    jobs,
    async close() {
      await deliveries.stop()
      await db.close()
    },
  }
}

export interface Bench {
  readonly connectionString: string
  readonly db: Database
  readonly clock: ManualClock
  readonly store: EndpointStoreDeps
  /** A merchant, with a URL if one is given. */
  merchant(url?: string): Promise<EndpointKey>
  /** A further endpoint of this merchant. */
  further(key: EndpointKey, wanted: Partial<FurtherEndpoint> & { readonly url: string }): Promise<EndpointKey>
  /** Many at once, each with a URL and one event that is due. */
  many(urls: readonly string[]): Promise<void>
  /** An order of this merchant was paid. */
  paid(
    key: EndpointKey,
    orderId: string,
    wake?: (key: EndpointKey) => void,
    sequence?: number,
  ): Promise<string>
  /** As after the time of every lease. */
  endLeases(): Promise<unknown>
  close(): Promise<void>
}

export const CONTENT: EventContent = {
  client_txn_id: 'TXN_1',
  orderId: '01JD0000000000000000000001',
  amount: '499.00',
  orderAmount: '499.00',
  p_info: 'Masala tea',
  customerName: 'Asha Rao',
  customerEmail: 'asha@example.com',
  customerMobile: '9876543210',
  redirectUrl: 'https://shop.example/done?cart=7',
  udf1: 'चाय',
  udf2: '',
  udf3: '',
  remarks: 'Payment received',
  status: 'success',
  txnDate: '2026-11-21T09:30:00.000+05:30',
  utr: '600000000001',
  payerUpiId: 'asha@okaxis',
  paidLate: false,
  failureReason: null,
}

const nobody = () => undefined

export const openBench = async (): Promise<Bench> => {
  const database = await createTestDatabase()
  const db = openDatabase(database.connectionString, { max: 5, connectTimeoutMs: PATIENCE_MS })
  const clock = manualClock(START)
  const store: EndpointStoreDeps = { db, clock, ids: randomIds, secrets: testSecrets, wakeDeliveries: nobody }
  return {
    connectionString: database.connectionString,
    db,
    clock,
    store,
    async merchant(url) {
      const key = firstEndpoint({ merchantId: `mer_${randomIds.ulid(START).toLowerCase()}`, mode: 'test' })
      await db.run(sql`
        insert into merchants (merchant_id, role, name, email, mobile_number, password_hash, created_at)
        values (${key.merchantId}, 'owner', 'Sharma Tea', ${`${key.merchantId}@example.com`}, '9876543210',
                '$argon2id$none', ${START})`)
      if (url !== undefined) await updateEndpointUrl(store, key, { url })
      return key
    },
    further: (key, wanted) =>
      db.transaction(async (tx) => {
        const others = await lockFurtherNames(store, key, tx)
        const fields = { name: `Endpoint ${others.length}`, events: ['order.success'] as const }
        return insertFurtherEndpoint(
          store,
          key,
          { ...fields, format: 'standard', takesAny2xx: false, ...wanted },
          tx,
        )
      }),
    async many(urls) {
      const now = clock.now()
      const keys = urls.map(() =>
        firstEndpoint({ merchantId: `mer_${randomIds.ulid(now).toLowerCase()}`, mode: 'test' }),
      )
      const sealed = keys.map((key) => createSealedSecret({ ids: randomIds, secrets: testSecrets }, key))
      await db.run(sql`
        with input as (
          select id, url, sealed, n from unnest(${keys.map(({ merchantId }) => merchantId)}::text[], ${[...urls]}::text[],
            ${sealed}::bytea[]) with ordinality as t (id, url, sealed, n)
        ), merchant as (
          insert into merchants (merchant_id, role, name, email, mobile_number, password_hash, created_at)
          select id, 'owner', 'Tea', id || '@example.com', '9876543210', '$argon2id$none', ${now} from input
        ), endpoint as (
          insert into webhook_endpoints (merchant_id, mode, url, secret_sealed, created_at)
          select id, 'test', url, sealed, ${now} from input
        ), event as (
          insert into webhook_events (merchant_id, event_id, mode, order_id, event, sequence, payload, created_at, has_delivery)
          select id, 'evt' || n, 'test', 'ORDER' || n, 'order.success', 2, '{}', ${now}, true from input
        )
        insert into webhook_undelivered (merchant_id, event_id, mode, url, state, due_at)
        select id, 'evt' || n, 'test', url, 'pending', ${now} from input`)
    },
    paid: ({ merchantId, mode }, orderId, wakeDeliveries = nobody, sequence = 2) =>
      db.transaction((tx) =>
        recordEvent(
          tx,
          { clock, ids: randomIds, wakeDeliveries },
          { merchantId, mode, orderId, event: 'order.success', sequence, payload: { ...CONTENT, orderId } },
        ),
      ),
    endLeases: () =>
      db.run(sql`update webhook_undelivered set leased_until = now() where leased_until is not null`),
    async close() {
      await db.close()
      await database.drop()
    },
  }
}
