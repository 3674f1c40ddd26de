import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  ConnectionError,
  type EventPage,
  type Galla,
  type OrderEvent,
  verifyWebhook,
  verifyWebhookForm,
} from '../src/galla.ts'
import { forward } from './forward.ts'

const event = (number: number): OrderEvent =>
  ({ event: 'order.success', eventId: `evt_${number}`, orderId: `ORDER${number}` }) as OrderEvent

const page = (next: string, ...data: OrderEvent[]): EventPage => ({ data, next, more: false })

let server: Server
let to: URL
let receive: RequestListener
let said: string[]
let waited: number[]
let stopping: AbortController

beforeEach(async () => {
  said = []
  waited = []
  stopping = new AbortController()
  receive = (_request, response) => response.writeHead(200).end()
  server = createServer((request, response) => receive(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  to = new URL(`http://localhost:${(server.address() as AddressInfo).port}/webhook`)
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Galla, as far as it is asked here: each page once, and then the program is stopped. */
const forwarding = (
  pages: readonly (EventPage | Error)[],
  over: Partial<Parameters<typeof forward>[0]> = {},
) => {
  const left = [...pages]
  const asked: (string | undefined)[] = []
  const listEvents: Galla['listEvents'] = async ({ after } = {}) => {
    asked.push(after)
    const next = left.shift()
    if (next instanceof Error) throw next
    if (next !== undefined) return next
    stopping.abort(new Error('stopped'))
    throw stopping.signal.reason
  }
  const done = forward({
    galla: { listEvents },
    to,
    secret: null,
    say: (line) => said.push(line),
    signal: stopping.signal,
    wait: async (ms) => {
      waited.push(ms)
    },
    ...over,
  })
  return { asked, done }
}

test('galla-sdk listen skips earlier events and forwards new events once, signed and in order', async () => {
  const got: unknown[] = []
  receive = async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const secret = /whsec_\S+/.exec(said.join('\n'))?.[0] ?? ''
    const verified = await verifyWebhook(body, request.headers, secret)
    got.push(verified.eventId)
    response.writeHead(200).end()
  }
  const { asked, done } = forwarding([page('1', event(0)), page('3', event(1), event(2)), page('3')])
  expect(await done).toEqual({ taken: 2, notTaken: 0 })
  expect(got).toEqual(['evt_1', 'evt_2'])
  expect(asked).toEqual([undefined, '1', '3', '3'])
  expect(said[0]).toBe(`Ready. Forwarding events to ${to.href}`)
})

test('galla-sdk listen forwards an event in its own format and without other headers', async () => {
  const got: unknown[] = []
  receive = async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const secret = /whsec_\S+/.exec(said.join('\n'))?.[0] ?? ''
    const fields = await verifyWebhookForm(body, request.headers, secret)
    got.push(fields, Object.keys(request.headers).sort(), request.headers['content-type'])
    response.writeHead(200).end()
  }
  const form = { contentType: 'application/x-www-form-urlencoded', body: 'id=7&status=success' }
  const forms = { ...page('3', event(1), event(2)), notifications: [form, null] }
  expect(await forwarding([page('1'), forms]).done).toEqual({ taken: 1, notTaken: 0 })
  expect(got).toEqual([
    { id: '7', status: 'success' },
    [
      'accept-encoding',
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
    ],
    'application/x-www-form-urlencoded',
  ])
  expect(said.at(-1)).toBe('order.success  ORDER2  not sent: its webhook format does not include it')
})

test('an unreachable receiver is reported by name, and the next event is still sent', async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
  const { done } = forwarding([page('1'), page('3', event(1), event(2))])
  expect(await done).toEqual({ taken: 0, notTaken: 2 })
  expect(said.slice(2)).toEqual(
    [1, 2].map((n) => `order.success  ORDER${n}  not delivered: connection refused`),
  )
})

test('a receiver that does not respond times out, and does not delay later events', async () => {
  receive = (request, response) => {
    if (request.headers['webhook-id'] !== 'evt_1') response.writeHead(200).end()
  }
  const { done } = forwarding([page('1'), page('3', event(1), event(2))], { receiverTimeoutMs: 3_000 })
  expect(await done).toEqual({ taken: 1, notTaken: 1 })
  expect(said[2]).toBe('order.success  ORDER1  not delivered: no response in 3 s')
  expect(said[3]).toMatch(/^order\.success {2}ORDER2 {2}HTTP 200 {2}\d+ ms$/)
})

test.each([204, 302, 500])(
  'galla-sdk listen reports HTTP %s as not delivered and does not follow redirects',
  async (status) => {
    const paths: (string | undefined)[] = []
    receive = (request, response) => {
      paths.push(request.url)
      response.writeHead(status, { location: '/elsewhere' }).end()
    }
    const { done } = forwarding([page('1'), page('2', event(1))])
    expect(await done).toEqual({ taken: 0, notTaken: 1 })
    expect(paths).toEqual(['/webhook'])
    expect(said[2]).toMatch(
      new RegExp(
        `HTTP ${status} {2}\\d+ ms {2}\\(only HTTP 200 means delivered: Galla would retry the webhook\\)$`,
      ),
    )
  },
)

test('a restart of Galla is reported once, retried from the same cursor, and its end is reported', async () => {
  const down = new ConnectionError('localhost:3000 could not be reached')
  const { asked, done } = forwarding([page('1'), down, down, page('2', event(1)), page('2')])
  expect(await done).toMatchObject({ taken: 1 })
  expect(asked.slice(1, 4)).toEqual(['1', '1', '1'])
  expect(said.slice(2)).toEqual([
    'localhost:3000 could not be reached. Retrying until Galla responds.',
    'Connected again.',
    expect.stringContaining('ORDER1  HTTP 200'),
  ])
  expect(waited.slice(0, 2)).toEqual([5_000, 5_000])
})

test("a stop during a slow receiver's response ends the run at once", async () => {
  receive = () => stopping.abort(new Error('stopped'))
  const { done } = forwarding([page('1'), page('3', event(1), event(2))])
  expect(await done).toEqual({ taken: 0, notTaken: 1 })
  expect(said[2]).toBe('order.success  ORDER1  not delivered: stopped')
})

test('an invalid secret is refused before the run reports that it is ready', async () => {
  const { done } = forwarding([page('1')], { secret: 'key_test_1' })
  await expect(done).rejects.toThrow('must start with whsec_')
  expect(said).toEqual([])
})

test.each([
  [
    "the receiver's message is printed in one line",
    404,
    null,
    '{"success":false,\n "message":"Transaction not found"}',
    '{"success":false, "message":"Transaction not found"}',
  ],
  ['a long response is truncated', 500, null, 'x'.repeat(5_000), `${'x'.repeat(200)}...`],
  [
    'a rejected signature points to the secret of this run',
    401,
    null,
    '',
    'does your receiver use the secret above?',
  ],
  [
    'a rejected signature points to the given secret',
    400,
    'whsec_c2VjcmV0LW9mLW1pbmU=',
    '',
    'does your receiver use this --secret?',
  ],
])('%s', async (_, status, secret, answer, printed) => {
  receive = (_request, response) => response.writeHead(status).end(answer)
  await forwarding([page('a'), page('b', event(1))], { secret }).done
  expect(said.at(-1)).toContain(printed)
  expect(said.at(-1)).not.toContain('\n')
})
