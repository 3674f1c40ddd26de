from urllib.parse import parse_qsl
import base64
import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

secret = os.environ.get("GALLA_WEBHOOK_SECRET")  # the signing secret, whsec_...
if not secret:
    sys.exit("Set GALLA_WEBHOOK_SECRET to your signing secret")
key = base64.b64decode(secret.replace("whsec_", ""))


def is_from_galla(headers, body):
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not message_id or not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
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
        fields = {name: sent.get(name) for name in ("event", "client_txn_id", "amount", "status", "utr")}
        print(json.dumps({**fields, "verified": verified}), flush=True)
        self.send_response(200 if verified else 401)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps({"success": verified}).encode())

    def log_message(self, *_):
        pass


HTTPServer(("", int(os.environ.get("PORT", "4000"))), Webhook).serve_forever()
