import type { JsonSchema } from './openapi-replies.ts'

/** What is sent, and a word for the report. */
export interface Spoiled {
  readonly what: string
  readonly body: string
}

type Fields = Readonly<Record<string, unknown>>

const WRONG_TYPES: readonly unknown[] = [null, true, -1, 1.5, '', [], {}, ['a'], { $gt: '' }]
const HUGE = 'x'.repeat(70_000)
const ODD_UNICODE = [
  '\0',
  '\ud800',
  '\u202e\u200f\u0627',
  'e\u0301'.repeat(50),
  '💥'.repeat(40),
  '\u2028\x7f',
]

const json = (what: string, body: unknown): Spoiled => ({ what, body: JSON.stringify(body) })

/** Bodies for any operation and any caller: the documented example, nothing, and unusual values that JSON allows. */
export const bodiesForAnyone = (example: Fields): readonly Spoiled[] => {
  const inside = JSON.stringify(example).slice(1, -1)
  const first = Object.keys(example)[0] ?? 'x'
  return [
    json('valid', example),
    json('empty', {}),
    json('huge', { ...example, [first]: HUGE }),
    {
      what: 'duplicate keys',
      body: `{"${first}":{"a":1},${inside === '' ? '' : `${inside},`}"${first}":"second"}`,
    },
    {
      what: 'prototype keys',
      body: `{"__proto__":{"success":true,"role":"operator"},"constructor":{"prototype":{"x":1}}${inside === '' ? '' : `,${inside}`}}`,
    },
    { what: 'not JSON', body: '{"a":' },
  ]
}

/** Each field at its edges and beyond them, of another type, huge, and in odd characters. */
export const spoiledFields = (
  example: Fields,
  schemas: Readonly<Record<string, JsonSchema>>,
): readonly Spoiled[] =>
  Object.entries(schemas).flatMap(([field, schema]) => [
    ...[...WRONG_TYPES, ...ODD_UNICODE, HUGE, ...edgesOf(schema)].map((value) =>
      json(`${field} = ${JSON.stringify(value)?.slice(0, 40)}`, { ...example, [field]: value }),
    ),
    json(`no ${field}`, Object.fromEntries(Object.entries(example).filter(([name]) => name !== field))),
  ])

/** What stands just inside and just outside of what the document allows. */
export const edgesOf = (schema: JsonSchema): readonly unknown[] => [
  ...(schema.maxLength === undefined
    ? []
    : [schema.maxLength, schema.maxLength + 1].map((n) => 'x'.repeat(n))),
  ...(schema.minLength === undefined ? [] : ['x'.repeat(Math.max(0, schema.minLength - 1))]),
  ...(schema.maximum === undefined ? [] : [schema.maximum, schema.maximum + 1]),
  ...(schema.minimum === undefined ? [] : [schema.minimum, schema.minimum - 1]),
  ...(schema.enum === undefined ? [] : [...schema.enum, `${String(schema.enum[0])} `, 'toString']),
]

/** The same for what stands in an address. */
export const spoiledTexts = (schema: JsonSchema): readonly string[] => [
  ...edgesOf(schema).map(String),
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  'NaN',
  '%',
  '\0',
  '__proto__',
  '💥',
  '\u202e',
  'x'.repeat(2_000),
]
