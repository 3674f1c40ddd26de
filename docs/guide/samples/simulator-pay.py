import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    "https://your-galla.example/api/v1/simulator/pay",
    data=json.dumps({
        "upi": "bhim://upi/pay?pa=01kahz5g0d1q7k3mbv8r2t4xyc@gallatest&pn=Sharma%20Tea&tr=01M7Y45MG07M3V5T9XWNB4E6RH&tn=Two%20cups%20of%20tea&am=499.00&cu=INR",
        "outcome": "success",
    }).encode(),
    headers={
        "Content-Type": "application/json",
    },
)
try:
    with urlopen(request, timeout=20) as response:
        data = json.load(response)["data"]
except HTTPError as error:
    raise SystemExit(json.load(error)["msg"])
print(data)
