import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findJsonSyntaxError, whyNoJsonObject } from './json-syntax-error.ts'

test.each([
  ['{"a": 1,}', 'line 1, column 9 of its JSON: Expected double-quoted property name'],
  ['{a: 1}', "line 1, column 2 of its JSON: Expected property name or '}'"],
  ['{\n  "a": "x"\n  "b": 1\n}', "line 3, column 3 of its JSON: Expected ',' or '}' after property value"],
  ['{"a": None}', 'line 1, column 7 of its JSON: Unexpected character'],
  ['{"a": [1, 2', "line 1, column 12 of its JSON: Expected ',' or ']' after array element"],
  ['{"amount":', 'line 1, column 11 of its JSON: Unexpected end'],
  ['{"a": "x\r\ny"}', 'line 1, column 9 of its JSON: Bad control character in string literal'],
  ['{"a": "\\x"}', 'line 1, column 9 of its JSON: Bad escaped character'],
  ['{"a": "\\u12g4"}', 'of its JSON: Bad Unicode escape'],
  ['{"a": "x', 'line 1, column 9 of its JSON: Unterminated string'],
  ['{"a": 01}', 'line 1, column 8 of its JSON: Unexpected number'],
  ['{"a": tru}', 'line 1, column 10 of its JSON: Unexpected character'],
  ['{"a": 1} {', 'line 1, column 10 of its JSON: Unexpected non-whitespace character'],
  ['{"चाय": 1 ₹}', 'line 1, column 11 of its JSON'],
  ['{"👍": x}', 'line 1, column 7 of its JSON: Unexpected character'],
  ['[{"a": 1}]', 'its JSON is a list and not an object'],
  ['"{}"', 'its JSON is a text and not an object'],
  ['-5', 'its JSON is a number and not an object'],
  ['null', 'its JSON is a bare value and not an object'],
])('%j: %s', (text, reason) => {
  expect(whyNoJsonObject(text)).toContain(reason)
})

/** JSON as programs break it: pieces lost, doubled, or put where they do not belong. */
const broken = fc
  .tuple(
    fc.json(),
    fc.nat(),
    fc.nat(12),
    fc.oneof(
      fc.string({ maxLength: 4 }),
      fc.constantFrom(',', '"', '\\', '{', ']', '\n', '0', '\u0001', '-'),
    ),
  )
  .map(([json, at, lost, put]) => {
    const from = at % (json.length + 1)
    return json.slice(0, from) + put + json.slice(from + lost)
  })

test('a syntax error is found exactly in texts that the parser refuses', () => {
  fc.assert(
    fc.property(fc.oneof(broken, fc.string({ unit: 'binary' })), (text) => {
      let isJson = true
      try {
        JSON.parse(text)
      } catch {
        isJson = false
      }
      expect(findJsonSyntaxError(text) === undefined).toBe(isJson)
    }),
    { numRuns: 3_000 },
  )
})

test('the text before a syntax error can be completed, and the character there cannot follow it', () => {
  // A character that is allowed nowhere outside a string: its place is known without a parser.
  fc.assert(
    fc.property(fc.json(), fc.nat(), (json, at) => {
      const outside = [...json.matchAll(/"(?:[^"\\]|\\.)*"|[^"]/g)].map(({ index }) => index)
      const from = outside[at % outside.length] ?? 0
      expect(findJsonSyntaxError(`${json.slice(0, from)}%${json.slice(from)}`)?.offset).toBe(from)
    }),
    { numRuns: 1_000 },
  )
})

test('the message of a syntax error repeats nothing of the body', () => {
  fc.assert(
    fc.property(fc.oneof(broken, fc.string({ unit: 'binary' })), (text) => {
      expect(whyNoJsonObject(text)).toMatch(
        /^(line \d+, column \d+ of its JSON: [A-Z][a-z][\w ,:'{}[\]-]{1,50}|its JSON is [a-z ]{1,40})$/,
      )
    }),
    { numRuns: 1_000 },
  )
  for (const text of [
    '{"key": key_live_4f9a}',
    'key_live_4f9a',
    '{"key_live_4f9a" 1}',
    '{"a": "key_live_4f9a',
  ])
    expect(whyNoJsonObject(text)).not.toContain('key_live')
})

test.each([
  ['open lists', '['.repeat(256 * 1024)],
  ['open objects', '{"a":'.repeat(50_000)],
  ['a text without end', `{"a":"${'x'.repeat(256 * 1024)}`],
  ['escapes without end', `{"a":"${'\\\\'.repeat(128 * 1024)}`],
  ['a number without end', `{"a":${'9'.repeat(256 * 1024)}`],
  ['lines without end', '\n'.repeat(256 * 1024)],
])('%s have their syntax error at the end', (_name, text) => {
  expect(findJsonSyntaxError(text)).toMatchObject({ offset: text.length })
})

test('the position of an unexpected token is found in the longest body', () => {
  const text = `{"a": [${'1, '.repeat(80_000)}x`
  expect(findJsonSyntaxError(text)).toMatchObject({ offset: text.length - 1 })
})
