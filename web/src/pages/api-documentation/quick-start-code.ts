export interface QuickStartPlace {
  readonly apiUrl: string
  readonly key: string
}

const ORDER_FIELDS = [
  ['client_txn_id', 'ORDER-1001'],
  ['amount', '499.00'],
  ['p_info', 'Two cups of tea'],
  ['customer_name', 'Asha Rao'],
  ['customer_email', 'asha@example.com'],
  ['customer_mobile', '9876543210'],
  ['redirect_url', 'https://yourdomain.com/thanks'],
] as const

const asJson = (pairs: readonly (readonly [string, string])[], indent: string): string =>
  pairs.map(([name, value]) => `${indent}"${name}": "${value}"`).join(',\n')

export const createWithCurl = ({ apiUrl, key }: QuickStartPlace): string =>
  `curl ${apiUrl}/order/create-order \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '{
${asJson(ORDER_FIELDS, '    ')}
  }'`

export const createWithNode = ({ apiUrl, key }: QuickStartPlace): string =>
  `const response = await fetch('${apiUrl}/order/create-order', {
  method: 'POST',
  headers: {
    Authorization: 'Bearer ${key}',
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({
${ORDER_FIELDS.map(([name, value]) => `    ${name}: '${value}',`).join('\n')}
  }),
})
const { success, msg, data } = await response.json()
if (!success) throw new Error(msg)
console.log(data.order_id, data.payment_url) // send your customer to payment_url`

export const checkWithCurl = ({ apiUrl, key }: QuickStartPlace): string =>
  `curl ${apiUrl}/order/check-order-status \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '{ "client_txn_id": "ORDER-1001" }'`

export const checkWithNode = ({ apiUrl, key }: QuickStartPlace): string =>
  `const response = await fetch('${apiUrl}/order/check-order-status', {
  method: 'POST',
  headers: {
    Authorization: 'Bearer ${key}',
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({ client_txn_id: 'ORDER-1001' }),
})
const { data } = await response.json()
if (data.status === 'success') console.log('Paid, UTR', data.utr)`

/** Standard Webhooks 1.0: HMAC-SHA256 over id, timestamp and the exact body, by the secret's decoded bytes. */
export const verifyWithNode = (): string =>
  `import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const secret = process.env.GALLA_WEBHOOK_SECRET // the signing secret above, whsec_...
const key = Buffer.from(secret.replace('whsec_', ''), 'base64')

function isFromGalla(headers, body) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  if (!id || Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest()
  return String(headers['webhook-signature']).split(' ').some((part) => {
    const given = Buffer.from(part.split(',')[1] ?? '', 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  if (!isFromGalla(request.headers, body)) return response.writeHead(401).end()
  const event = JSON.parse(body)
  if (event.status === 'success') console.log('Paid:', event.client_txn_id, event.utr)
  response.writeHead(200).end() // only a 200 counts as delivered
}).listen(4000)`
