import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Journal } from './journal.ts'

/** A program that has just started on a busy machine. */
const BUSY = 503
const TRIES_MAX = 30
const RETRY_MS = 1_000

export interface ShopPlace {
  /** The origin of Galla. */
  readonly origin: string
  readonly email: string
  /** Where the shop's own server listens. */
  readonly receiver: { readonly host: string; readonly port: number }
}

export interface Shop {
  readonly authorization: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** The shop's server: records when it is notified that an order is paid. */
const startReceiver = async (journal: Journal, { host, port }: ShopPlace['receiver']) => {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (data) => {
      body += String(data)
    })
    request.on('end', () => {
      response.end('ok')
      const id = /"client_txn_id":"([^"]+)"/.exec(body)?.[1] ?? ''
      const sale = journal.sales.get(id)
      if (sale !== undefined) sale.notifiedAtMs ??= journal.nowMs()
    })
  })
  server.listen(port, host)
  await once(server, 'listening')
  return server
}

const post = async (
  origin: string,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>>,
): Promise<Response> => {
  for (let tries = 1; ; tries += 1) {
    const reply = await fetch(`${origin}/api/v1${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', origin, ...headers },
    })
    if (reply.ok) return reply
    const text = await reply.text()
    if (reply.status !== BUSY || tries === TRIES_MAX) throw new Error(`${path}: ${reply.status} ${text}`)
    await pause(RETRY_MS)
  }
}

/** Registers a merchant whose orders are paid in test mode, with a webhook. */
export const openShop = async (
  journal: Journal,
  { origin, email, receiver: place }: ShopPlace,
): Promise<Shop> => {
  const credentials = { email, password: 'correct horse battery' }
  const merchant = { ...credentials, name: 'Sharma Tea', mobileNumber: '9876543210' }
  await post(origin, '/auth/register', merchant, {})
  const login = await post(origin, '/auth/login', credentials, {})
  const cookie = login.headers
    .getSetCookie()
    .map((text) => text.split(';', 1)[0])
    .join('; ')
  const details = (await (await post(origin, '/user/get-api-details', {}, { cookie })).json()) as {
    data: { apiKey: string }
  }
  const receiver = await startReceiver(journal, place)
  const webhookUrl = `http://${place.host}:${place.port}/`
  await post(origin, '/user/update-webhook-url', { webhookUrl }, { cookie })
  return {
    authorization: { authorization: `Bearer ${details.data.apiKey}` },
    async close() {
      receiver.close()
      receiver.closeAllConnections()
      await once(receiver, 'close')
    },
  }
}
