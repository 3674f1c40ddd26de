import { EXAMPLE_ORDER, WEBHOOK_ANSWER_UNKNOWN } from '@galla/contract/api-reference/integrator-examples'
import { SECRET_PREFIX } from '@galla/contract/webhooks/webhook'

/** Receivers reject older notifications, so that a replayed one is useless. The Standard Webhooks specification has the same tolerance. */
export const TOLERANCE_SECONDS = 300

const { client_txn_id: ID, amount: AMOUNT } = EXAMPLE_ORDER
const { message: UNKNOWN } = WEBHOOK_ANSWER_UNKNOWN.body

/** The first lines of every receiver in Node, and its check of the signature. */
export const NODE_SECRET = `const { GALLA_WEBHOOK_SECRET, PORT = '4000' } = process.env // the signing secret, ${SECRET_PREFIX}...
if (!GALLA_WEBHOOK_SECRET) throw new Error('Set GALLA_WEBHOOK_SECRET to your signing secret')
const key = Buffer.from(GALLA_WEBHOOK_SECRET.replace('${SECRET_PREFIX}', ''), 'base64')`
export const NODE_VERIFY = `function isFromGalla(headers, body) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!id || !(age <= ${TOLERANCE_SECONDS})) return false
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\`).update(body).digest()
  return String(headers['webhook-signature']).split(' ').some((part) => {
    const given = Buffer.from(part.replace('v1,', ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}`

export const PHP_VERIFY = `function answer(int $status, array $reply): void
{
    http_response_code($status);
    header('Content-Type: application/json');
    exit(json_encode($reply));
}

function isFromGalla(string $body): bool
{
    $secret = getenv('GALLA_WEBHOOK_SECRET'); // the signing secret, ${SECRET_PREFIX}...
    if (!$secret) {
        error_log('Set GALLA_WEBHOOK_SECRET to your signing secret');
        return false;
    }
    $key = base64_decode(str_replace('${SECRET_PREFIX}', '', $secret));
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if ($id === '' || !is_numeric($timestamp) || abs(time() - (int) $timestamp) > ${TOLERANCE_SECONDS}) {
        return false;
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}`

export const PYTHON_SECRET = `import base64
import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

secret = os.environ.get("GALLA_WEBHOOK_SECRET")  # the signing secret, ${SECRET_PREFIX}...
if not secret:
    sys.exit("Set GALLA_WEBHOOK_SECRET to your signing secret")
key = base64.b64decode(secret.replace("${SECRET_PREFIX}", ""))`
export const PYTHON_VERIFY = `def is_from_galla(headers, body):
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not message_id or not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > ${TOLERANCE_SECONDS}:
        return False
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(expected, each) for each in given)`

const node = `import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

${NODE_SECRET}
const orders = new Map([['${ID}', { amount: '${AMOUNT}', paid: false }]]) // your database

${NODE_VERIFY}

createServer(async (request, response) => {
  const answer = (status, reply) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(reply))
  const parts = []
  for await (const part of request) parts.push(part)
  const body = Buffer.concat(parts) // the exact bytes that were signed
  if (!isFromGalla(request.headers, body)) return answer(401, { success: false })

  const event = JSON.parse(body)
  if (event.event === 'test.ping') return answer(200, { success: true })
  const order = orders.get(event.client_txn_id)
  if (!order) return answer(${WEBHOOK_ANSWER_UNKNOWN.status}, { success: false, message: '${UNKNOWN}' })
  // The same event may arrive twice: paid stays paid, and a late failure does not undo it.
  if (event.status === 'success' && event.amount === order.amount) order.paid = true
  answer(200, { success: true })
}).listen(Number(PORT))`

const php = `<?php // try it: php -S localhost:4000 webhook.php
${PHP_VERIFY}

$body = file_get_contents('php://input'); // the exact bytes that were signed
if (!isFromGalla($body)) {
    answer(401, ['success' => false]);
}

$event = json_decode($body, true);
if ($event['event'] === 'test.ping') {
    answer(200, ['success' => true]);
}
$orders = ['${ID}' => ['amount' => '${AMOUNT}']]; // your database
$order = $orders[$event['client_txn_id']] ?? null;
if ($order === null) {
    answer(${WEBHOOK_ANSWER_UNKNOWN.status}, ['success' => false, 'message' => '${UNKNOWN}']);
}
// The same event may arrive twice: paid stays paid, and a late failure does not undo it.
if ($event['status'] === 'success' && $event['amount'] === $order['amount']) {
    error_log('Paid: ' . $event['client_txn_id']); // mark the order as paid here
}
answer(200, ['success' => true]);`

const python = `${PYTHON_SECRET}
orders = {"${ID}": {"amount": "${AMOUNT}", "paid": False}}  # your database


${PYTHON_VERIFY}


class Webhook(BaseHTTPRequestHandler):
    def answer(self, status, reply):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(reply).encode())

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))  # the exact bytes that were signed
        if not is_from_galla(self.headers, body):
            return self.answer(401, {"success": False})
        event = json.loads(body)
        if event["event"] == "test.ping":
            return self.answer(200, {"success": True})
        order = orders.get(event["client_txn_id"])
        if order is None:
            return self.answer(${WEBHOOK_ANSWER_UNKNOWN.status}, {"success": False, "message": "${UNKNOWN}"})
        # The same event may arrive twice: paid stays paid, and a late failure does not undo it.
        if event["status"] == "success" and event["amount"] == order["amount"]:
            order["paid"] = True
        self.answer(200, {"success": True})


HTTPServer(("", int(os.environ.get("PORT", "4000"))), Webhook).serve_forever()`

/** A complete receiver in each language: verifies the signature in constant time, then answers as the retry policy expects. */
export const WEBHOOK_CODE = { node, php, python } as const
