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
orders = {"ORDER-1001": {"amount": "499.00", "paid": False}}  # your database


def is_from_galla(headers, body):
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not message_id or not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        return False
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(expected, each) for each in given)


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
        # A test, or an event that this receiver does not use.
        if event.get("event") not in ("order.success", "order.failed"):
            return self.answer(200, {"success": True})
        order = orders.get(event["client_txn_id"])
        if order is None:
            return self.answer(404, {"success": False, "message": "Transaction not found"})
        # The same event may arrive twice: paid stays paid, and a late failure does not undo it.
        if event["status"] == "success" and event["amount"] == order["amount"]:
            order["paid"] = True
        self.answer(200, {"success": True})


HTTPServer(("", int(os.environ.get("PORT", "4000"))), Webhook).serve_forever()
