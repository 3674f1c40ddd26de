import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    "https://your-galla.example/api/v1/order/check-order-status",
    data=json.dumps({
        "client_txn_id": "ORDER-1000",
    }).encode(),
    headers={
        "Authorization": "Bearer key_test_...",
        "Content-Type": "application/json",
    },
)
try:
    with urlopen(request, timeout=20) as response:
        data = json.load(response)["data"]
except HTTPError as error:
    raise SystemExit(json.load(error)["msg"])
print(f"Paid, UTR {data['utr']}" if data["status"] == "success" else data["remarks"])
