import { NODE_SECRET, NODE_VERIFY, PHP_VERIFY, PYTHON_SECRET, PYTHON_VERIFY } from './webhook-code.ts'

/** The receivers of the quickstart: they verify and print every notification, JSON or form, for any order. */
const node = `import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

${NODE_SECRET}

${NODE_VERIFY}

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
${PHP_VERIFY}

$body = file_get_contents('php://input'); // the exact bytes that were signed
$verified = isFromGalla($body);
$sent = $_POST ?: (json_decode($body, true) ?: []); // a form, or JSON
$shown = array_flip(['event', 'client_txn_id', 'amount', 'status', 'utr']);
$line = json_encode(array_intersect_key($sent, $shown) + ['verified' => $verified]);
file_put_contents('php://stdout', $line . PHP_EOL);
answer($verified ? 200 : 401, ['success' => $verified]);`

const python = `from urllib.parse import parse_qsl
${PYTHON_SECRET}


${PYTHON_VERIFY}


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
        fields = {name: sent.get(name) for name in ("event", "client_txn_id", "amount", "status", "utr")}
        print(json.dumps({**fields, "verified": verified}), flush=True)
        self.send_response(200 if verified else 401)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps({"success": verified}).encode())

    def log_message(self, *_):
        pass


HTTPServer(("", int(os.environ.get("PORT", "4000"))), Webhook).serve_forever()`

export const PRINTING_RECEIVER = { node, php, python } as const

/** The command that starts each receiver. */
export const PRINTING_START = {
  node: "GALLA_WEBHOOK_SECRET='whsec_...' node receiver.mjs",
  php: "GALLA_WEBHOOK_SECRET='whsec_...' php -S localhost:4000 receiver.php",
  python: "GALLA_WEBHOOK_SECRET='whsec_...' python3 receiver.py",
} as const
