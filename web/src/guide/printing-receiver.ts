import { EXAMPLE_WEBHOOK } from '@galla/contract/integrator-examples'
import { SECRET_PREFIX } from '@galla/contract/webhook'
import { TOLERANCE_SECONDS } from './webhook-code.ts'

/** The receivers of the quickstart: they verify and print whatever comes, JSON or form, of any order. */
const node = `import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { GALLA_WEBHOOK_SECRET, PORT = '4000' } = process.env // the signing secret, ${SECRET_PREFIX}...
if (!GALLA_WEBHOOK_SECRET) throw new Error('Set GALLA_WEBHOOK_SECRET to your signing secret')
const key = Buffer.from(GALLA_WEBHOOK_SECRET.replace('${SECRET_PREFIX}', ''), 'base64')

function isFromGalla(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers
  if (!id || !(Math.abs(Date.now() / 1000 - Number(timestamp)) <= ${TOLERANCE_SECONDS})) return false
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest()
  return String(signatures).split(' ').some((part) => {
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
}).listen(Number(PORT))`

const php = `<?php // start it: php -S localhost:4000 receiver.php
$secret = getenv('GALLA_WEBHOOK_SECRET'); // the signing secret, ${SECRET_PREFIX}...
if (!$secret) {
    error_log('Set GALLA_WEBHOOK_SECRET to your signing secret');
    http_response_code(401);
    exit;
}
$body = file_get_contents('php://input'); // the exact bytes that were signed
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
$key = base64_decode(str_replace('${SECRET_PREFIX}', '', $secret));
$expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
$verified = false;
if ($id !== '' && is_numeric($timestamp) && abs(time() - (int) $timestamp) <= ${TOLERANCE_SECONDS}) {
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $given) {
        $verified = $verified || hash_equals($expected, $given);
    }
}

$sent = $_POST ?: (json_decode($body, true) ?: []); // a form, or JSON
$shown = ['event', 'client_txn_id', 'amount', 'status', 'utr'];
$told = array_intersect_key($sent, array_flip($shown)) + ['verified' => $verified];
file_put_contents('php://stdout', json_encode($told) . PHP_EOL);
http_response_code($verified ? 200 : 401);
header('Content-Type: application/json');
echo json_encode(['success' => $verified]);`

const python = `import base64
import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qsl

secret = os.environ.get("GALLA_WEBHOOK_SECRET")  # the signing secret, ${SECRET_PREFIX}...
if not secret:
    sys.exit("Set GALLA_WEBHOOK_SECRET to your signing secret")
key = base64.b64decode(secret.replace("${SECRET_PREFIX}", ""))


def is_from_galla(headers, body):
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not message_id or not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > ${TOLERANCE_SECONDS}:
        return False
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(expected, each) for each in given)


def fields_of(body):
    try:
        return json.loads(body) if body.startswith(b"{") else dict(parse_qsl(body.decode()))
    except ValueError:
        return {}


class Webhook(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))  # the exact bytes that were signed
        verified = is_from_galla(self.headers, body)
        sent = fields_of(body)
        told = {name: sent.get(name) for name in ("event", "client_txn_id", "amount", "status", "utr")}
        print(json.dumps({**told, "verified": verified}), flush=True)
        self.send_response(200 if verified else 401)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps({"success": verified}).encode())

    def log_message(self, *_):
        pass


HTTPServer(("", int(os.environ.get("PORT", "4000"))), Webhook).serve_forever()`

export const PRINTING_RECEIVER = { node, php, python } as const

/** How each is started, and as which file it is saved. */
export const PRINTING_START = {
  node: { file: 'receiver.mjs', line: "GALLA_WEBHOOK_SECRET='whsec_...' node receiver.mjs" },
  php: { file: 'receiver.php', line: "GALLA_WEBHOOK_SECRET='whsec_...' php -S localhost:4000 receiver.php" },
  python: { file: 'receiver.py', line: "GALLA_WEBHOOK_SECRET='whsec_...' python3 receiver.py" },
} as const

const { event, client_txn_id, amount, status, utr } = EXAMPLE_WEBHOOK

/** What they print of the example order. */
export const PRINTED_EXAMPLE = JSON.stringify({ event, client_txn_id, amount, status, utr, verified: true })
