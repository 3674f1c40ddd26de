import type { Endpoint } from '@galla/contract/endpoint'
import type { CallLanguage } from './code-language.ts'

/** Values for the examples. */
export interface CodeTarget {
  /** Includes `/api/v1`. */
  readonly apiUrl: string
  readonly key: string
}

type Fields = Readonly<Record<string, unknown>>

interface Call extends Pick<Endpoint, 'method' | 'path' | 'auth'> {
  /** The body fields; query parameters for a GET. */
  readonly fields: Fields
  /** Headers in addition to the common ones. */
  readonly headers?: Readonly<Record<string, string>>
  /** The code that uses `data`, in each language but curl. */
  readonly ending: Readonly<Record<Exclude<CallLanguage, 'curl'>, string>>
}

interface Request extends Call {
  readonly url: string
  readonly allHeaders: Readonly<Record<string, string>>
}

/** The same call with each language's standard library. */
export const inEveryLanguage = (target: CodeTarget, call: Call): Record<CallLanguage, string> => {
  const inQuery = call.method === 'GET'
  const query = inQuery ? `?${new URLSearchParams(Object.entries(call.fields).map(pairOf))}` : ''
  const request = {
    ...call,
    url: `${target.apiUrl}${call.path}${query === '?' ? '' : query}`,
    allHeaders: {
      ...(call.auth === 'key' ? { Authorization: `Bearer ${target.key}` } : {}),
      ...(inQuery ? {} : { 'Content-Type': 'application/json' }),
      ...call.headers,
    },
  }
  return { curl: curl(request), node: node(request), php: php(request), python: python(request) }
}

const pairOf = ([name, value]: [string, unknown]): [string, string] => [name, String(value)]

const lines = (fields: Fields, line: (name: string, value: unknown) => string): string =>
  Object.entries(fields)
    .map(([name, value]) => line(name, value))
    .join('\n')

const quoted = (mark: string, text: string): string => mark + text.replaceAll(mark, `\\${mark}`) + mark

/** A value as a literal of the language; numbers are the same everywhere. */
const literal = (value: unknown, mark: string, words: Readonly<Record<string, string>> = {}): string =>
  typeof value === 'string' ? quoted(mark, value) : (words[String(value)] ?? JSON.stringify(value))

const PYTHON_LITERALS = { true: 'True', false: 'False', null: 'None' }

const curl = ({ url, method, allHeaders, fields }: Request): string => {
  const headers = Object.entries(allHeaders).map(([name, value]) => `  -H '${name}: ${value}'`)
  const address = method === 'GET' ? quoted("'", url) : url
  const body = method === 'GET' ? [] : [`  -d '${jsonOf(fields)}'`]
  return [`curl ${address}`, ...headers, ...body].join(' \\\n')
}

const jsonOf = (fields: Fields): string => JSON.stringify(fields, null, 2).replaceAll('\n', '\n  ')

const node = ({ url, method, allHeaders, fields, ending }: Request): string => {
  const body = `  body: JSON.stringify({
${lines(fields, (name, value) => `    ${name}: ${literal(value, "'")},`)}
  }),
`
  return `const response = await fetch('${url}', {
  method: '${method}',
  headers: {
${lines(allHeaders, (name, value) => `    ${/^\w+$/.test(name) ? name : `'${name}'`}: '${String(value)}',`)}
  },
${method === 'GET' ? '' : body}})
const { success, msg, data } = await response.json()
if (!success) throw new Error(msg)
${ending.node}`
}

const php = ({ url, method, allHeaders, fields, ending }: Request): string => {
  const body = `    CURLOPT_POSTFIELDS => json_encode([
${lines(fields, (name, value) => `        '${name}' => ${literal(value, "'")},`)}
    ]),
`
  return `<?php
$curl = curl_init('${url}');
curl_setopt_array($curl, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 20,
    CURLOPT_HTTPHEADER => [
${lines(allHeaders, (name, value) => `        '${name}: ${String(value)}',`)}
    ],
${method === 'GET' ? '' : body}]);
$reply = json_decode((string) curl_exec($curl), true);
if (empty($reply['success'])) {
    throw new Exception($reply['msg'] ?? 'Galla could not be reached');
}
$data = $reply['data'];
${ending.php}`
}

const python = ({ url, method, allHeaders, fields, ending }: Request): string => {
  const body = `    data=json.dumps({
${lines(fields, (name, value) => `        "${name}": ${literal(value, '"', PYTHON_LITERALS)},`)}
    }).encode(),
`
  return `import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    "${url}",
${method === 'GET' ? '' : body}    headers={
${lines(allHeaders, (name, value) => `        "${name}": "${String(value)}",`)}
    },
)
try:
    with urlopen(request, timeout=20) as response:
        data = json.load(response)["data"]
except HTTPError as error:
    raise SystemExit(json.load(error)["msg"])
${ending.python}`
}
