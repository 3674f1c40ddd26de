import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { GALLA_WEBHOOK_SECRET, PORT = '4000' } = process.env // the signing secret, whsec_...
if (!GALLA_WEBHOOK_SECRET) throw new Error('Set GALLA_WEBHOOK_SECRET to your signing secret')
const key = Buffer.from(GALLA_WEBHOOK_SECRET.replace('whsec_', ''), 'base64')

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

function fieldsOf(body) {
  try {
    return body.startsWith('{') ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body))
  } catch {
    return {}
  }
}

createServer(async (request, response) => {
  let body = ''
  for await (const part of request.setEncoding('utf8')) body += part
  const verified = isFromGalla(request.headers, body)
  const { event, client_txn_id, amount, status, utr } = fieldsOf(body)
  console.log(JSON.stringify({ event, client_txn_id, amount, status, utr, verified }))
  response.writeHead(verified ? 200 : 401, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify({ success: verified }))
}).listen(Number(PORT))
