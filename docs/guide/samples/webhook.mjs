import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { GALLA_WEBHOOK_SECRET, PORT = '4000' } = process.env // the signing secret, whsec_...
if (!GALLA_WEBHOOK_SECRET) throw new Error('Set GALLA_WEBHOOK_SECRET to your signing secret')
const key = Buffer.from(GALLA_WEBHOOK_SECRET.replace('whsec_', ''), 'base64')
const orders = new Map([['ORDER-1001', { amount: '499.00', paid: false }]]) // your database

function isFromGalla(headers, body) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!id || !(age <= 300)) return false
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  return String(headers['webhook-signature'])
    .split(' ')
    .some((part) => {
      const given = Buffer.from(part.replace('v1,', ''), 'base64')
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
}

createServer(async (request, response) => {
  const answer = (status, reply) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(reply))
  const parts = []
  for await (const part of request) parts.push(part)
  const body = Buffer.concat(parts) // the exact bytes that were signed
  if (!isFromGalla(request.headers, body)) return answer(401, { success: false })

  const event = JSON.parse(body)
  // A test, or an event that this receiver does not use.
  if (event.event !== 'order.success' && event.event !== 'order.failed') return answer(200, { success: true })
  const order = orders.get(event.client_txn_id)
  if (!order) return answer(404, { success: false, message: 'Transaction not found' })
  // The same event may arrive twice: paid stays paid, and a late failure does not undo it.
  if (event.status === 'success' && event.amount === order.amount) order.paid = true
  answer(200, { success: true })
}).listen(Number(PORT))
