import type { IntegratorCall } from '@galla/contract/integrator-calls'
import { EXAMPLE_ORDER } from '@galla/contract/integrator-examples'
import { checkOrderStatus, createOrder } from '@galla/contract/orders'
import type { Language } from './code-language.ts'

/** What is filled into the examples. */
export interface CodePlace {
  /** With `/api/v1`. */
  readonly apiUrl: string
  readonly key: string
}

interface Request extends CodePlace {
  readonly path: string
  readonly fields: Readonly<Record<string, string>>
  /** Headers beside those that every call has. */
  readonly headers?: Readonly<Record<string, string>>
  /** What to do with `data`, in each language but curl. */
  readonly ending: Readonly<Record<Exclude<Language, 'curl'>, string>>
}

const pairs = (fields: Readonly<Record<string, string>>, line: (name: string, value: string) => string) =>
  Object.entries(fields)
    .map(([name, value]) => line(name, value))
    .join('\n')

const withoutLastComma = (text: string): string => text.replace(/,$/, '')

const curl = ({ apiUrl, key, path, fields, headers }: Request): string =>
  `curl ${apiUrl}${path} \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
${pairs(headers ?? {}, (name, value) => `  -H '${name}: ${value}' \\\n`)}  -d '{
${withoutLastComma(pairs(fields, (name, value) => `    "${name}": "${value}",`))}
  }'`

const node = ({ apiUrl, key, path, fields, headers, ending }: Request): string =>
  `const response = await fetch('${apiUrl}${path}', {
  method: 'POST',
  headers: {
    Authorization: 'Bearer ${key}',
    'Content-Type': 'application/json',
${pairs(headers ?? {}, (name, value) => `    '${name}': '${value}',\n`)}  },
  body: JSON.stringify({
${pairs(fields, (name, value) => `    ${name}: '${value}',`)}
  }),
})
const { success, msg, data } = await response.json()
if (!success) throw new Error(msg)
${ending.node}`

const php = ({ apiUrl, key, path, fields, headers, ending }: Request): string =>
  `<?php
$curl = curl_init('${apiUrl}${path}');
curl_setopt_array($curl, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 20,
    CURLOPT_HTTPHEADER => [
        'Authorization: Bearer ${key}',
        'Content-Type: application/json',
${pairs(headers ?? {}, (name, value) => `        '${name}: ${value}',\n`)}    ],
    CURLOPT_POSTFIELDS => json_encode([
${pairs(fields, (name, value) => `        '${name}' => '${value}',`)}
    ]),
]);
$reply = json_decode((string) curl_exec($curl), true);
if (empty($reply['success'])) {
    throw new Exception($reply['msg'] ?? 'Galla could not be reached');
}
$data = $reply['data'];
${ending.php}`

const python = ({ apiUrl, key, path, fields, headers, ending }: Request): string =>
  `import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    "${apiUrl}${path}",
    data=json.dumps({
${pairs(fields, (name, value) => `        "${name}": "${value}",`)}
    }).encode(),
    headers={
        "Authorization": "Bearer ${key}",
        "Content-Type": "application/json",
${pairs(headers ?? {}, (name, value) => `        "${name}": "${value}",\n`)}    },
)
try:
    with urlopen(request, timeout=20) as response:
        data = json.load(response)["data"]
except HTTPError as error:
    raise SystemExit(json.load(error)["msg"])
${ending.python}`

const inEveryLanguage = (request: Request): Record<Language, string> => ({
  curl: curl(request),
  node: node(request),
  php: php(request),
  python: python(request),
})

const SHOW_PAGE = {
  node: 'console.log(data.order_id, data.payment_url) // send your customer to payment_url',
  php: "echo $data['order_id'], ' ', $data['payment_url'], PHP_EOL; // send your customer to payment_url",
  python: 'print(data["order_id"], data["payment_url"])  # send your customer to payment_url',
} as const

export const createOrderCode = (place: CodePlace) =>
  inEveryLanguage({ ...place, path: createOrder.path, fields: EXAMPLE_ORDER, ending: SHOW_PAGE })

/** The same call, safe to repeat. */
export const createOnceCode = (place: CodePlace) =>
  inEveryLanguage({
    ...place,
    path: createOrder.path,
    fields: EXAMPLE_ORDER,
    headers: { 'Idempotency-Key': EXAMPLE_ORDER.client_txn_id },
    ending: SHOW_PAGE,
  })

export const checkStatusCode = (place: CodePlace) =>
  inEveryLanguage({
    ...place,
    path: checkOrderStatus.path,
    fields: { client_txn_id: EXAMPLE_ORDER.client_txn_id },
    ending: {
      node: "console.log(data.status === 'success' ? 'Paid, UTR ' + data.utr : data.remarks)",
      php: "echo $data['status'] === 'success' ? 'Paid, UTR ' . $data['utr'] : $data['remarks'], PHP_EOL;",
      python: 'print(f"Paid, UTR {data[\'utr\']}" if data["status"] == "success" else data["remarks"])',
    },
  })

/** A call of the reference with its example body, as one line of curl. */
export const callCode = (
  { endpoint, exampleBody }: Pick<IntegratorCall, 'endpoint' | 'exampleBody'>,
  { apiUrl, key }: CodePlace,
): string => {
  const withKey = endpoint.auth === 'key' ? `  -H 'Authorization: Bearer ${key}' \\\n` : ''
  const body = JSON.stringify(exampleBody, null, 2).replaceAll('\n', '\n  ')
  return `curl ${apiUrl}${endpoint.path} \\\n${withKey}  -H 'Content-Type: application/json' \\\n  -d '${body}'`
}
