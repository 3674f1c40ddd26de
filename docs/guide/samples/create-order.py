import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    "https://your-galla.example/api/v1/order/create-order",
    data=json.dumps({
        "client_txn_id": "ORDER-1001",
        "amount": "499.00",
        "p_info": "Two cups of tea",
        "customer_name": "Asha Rao",
        "customer_email": "asha@example.com",
        "customer_mobile": "9876543210",
        "redirect_url": "https://yourdomain.com/thanks",
    }).encode(),
    headers={
        "Authorization": "Bearer key_test_...",
        "Content-Type": "application/json",
        "Idempotency-Key": "ORDER-1001",
    },
)
try:
    with urlopen(request, timeout=20) as response:
        data = json.load(response)["data"]
except HTTPError as error:
    raise SystemExit(json.load(error)["msg"])
print(data["order_id"], data["payment_url"])  # send your customer to payment_url
