import { once } from 'node:events'
import { createServer } from 'node:http'
import { PROXIES, proxyOrigin, RECEIVER, receiverUrl } from './cluster-places.ts'
import type { Journal } from './journal.ts'

const LOGIN = { email: 'cluster@example.com', password: 'correct horse battery' }
const MERCHANT = { ...LOGIN, name: 'Sharma Tea', mobileNumber: '9876543210' }

export interface Shop {
  readonly authorization: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** The shop's server: writes down when it was notified that an order is paid. */
const startReceiver = async (journal: Journal) => {
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
  server.listen(RECEIVER.port, RECEIVER.host)
  await once(server, 'listening')
  return server
}

const post = async (
  path: string,
  body: object,
  headers: Readonly<Record<string, string>>,
): Promise<Response> => {
  const reply = await fetch(`${proxyOrigin(PROXIES[0])}/api/v1${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', origin: proxyOrigin(PROXIES[0]), ...headers },
  })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return reply
}

/** Registers a merchant whose orders are paid in test mode, with a webhook. */
export const openShop = async (journal: Journal): Promise<Shop> => {
  await post('/auth/register', MERCHANT, {})
  const login = await post('/auth/login', LOGIN, {})
  const cookie = login.headers
    .getSetCookie()
    .map((text) => text.split(';', 1)[0])
    .join('; ')
  const details = (await (await post('/user/get-api-details', {}, { cookie })).json()) as {
    data: { apiKey: string }
  }
  const receiver = await startReceiver(journal)
  await post('/user/update-webhook-url', { webhookUrl: receiverUrl }, { cookie })
  return {
    authorization: { authorization: `Bearer ${details.data.apiKey}` },
    async close() {
      receiver.close()
      receiver.closeAllConnections()
      await once(receiver, 'close')
    },
  }
}
