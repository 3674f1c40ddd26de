import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    "https://your-galla.example/api/v1/events?after=0&limit=100",
    headers={
        "Authorization": "Bearer key_test_...",
    },
)
try:
    with urlopen(request, timeout=20) as response:
        data = json.load(response)["data"]
except HTTPError as error:
    raise SystemExit(json.load(error)["msg"])
print(data)
