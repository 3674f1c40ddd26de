import fc from 'fast-check'
import { expect, test } from 'vitest'
import { faultIn, whyNoJsonObject } from './broken-json.ts'

test.each([
  ['{"a": 1,}', 'line 1, column 9 of its JSON has } where a name in double quotes should be'],
  ['{a: 1}', 'line 1, column 2 of its JSON has a where a name in double quotes or } should be'],
  ["{'a': 1}", 'line 1, column 2 of its JSON has a single quotation mark where a name in double quotes or }'],
  [
    '{\n  "a": "x"\n  "b": 1\n}',
    'line 3, column 3 of its JSON has a quotation mark where a comma or } should',
  ],
  ['{"a": None}', 'line 1, column 7 of its JSON has None where a value should be'],
  ['{"a": undefined}', 'has undefined where a value should be'],
  ['{"a": [1, 2', 'line 1, column 12 of its JSON has nothing more where a comma or ] should be'],
  ['{"amount":', 'line 1, column 11 of its JSON has nothing more where a value should be'],
  ['{"a": "x\r\ny"}', 'line 1, column 9 of its JSON has a line break where an escape such as \\n or \\"'],
  ['{"a": "\\x"}', 'line 1, column 9 of its JSON has x where an escape such as \\n or \\"'],
  ['{"a": "\\u12g4"}', 'has g where four hexadecimal digits should be'],
  ['{"a": "x', 'line 1, column 9 of its JSON has nothing more where a closing quotation mark should be'],
  ['{"a": 01}', 'line 1, column 8 of its JSON has 1 where a comma or } should be'],
  ['{"a": 1.}', 'has } where a digit should be'],
  ['{"a": tru}', 'line 1, column 10 of its JSON has } where true should be'],
  ['{"a": 1} {', 'line 1, column 10 of its JSON has { where the end should be'],
  ['{“a”: 1}', 'has a curly quotation mark where a name'],
  ['{"चाय": 1 ₹}', 'line 1, column 11 of its JSON has a character that is not ASCII where a comma or }'],
  ['{"👍": x}', 'line 1, column 7 of its JSON has x where a value should be'],
  ['[{"a": 1}]', 'its JSON is a list and not an object'],
  ['"{}"', 'its JSON is a text and not an object'],
  ['-5', 'its JSON is a number and not an object'],
  ['null', 'its JSON is a bare value and not an object'],
])('%j: %s', (text, told) => {
  expect(whyNoJsonObject(text)).toContain(told)
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

const parsed = (text: string): SyntaxError | undefined => {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return error as SyntaxError
  }
}

test('it finds a fault in what the parser refuses and in nothing else, and where the parser says a place, there', () => {
  let places = 0
  fc.assert(
    fc.property(fc.oneof(broken, fc.string({ unit: 'binary' })), (text) => {
      const fault = faultIn(text)
      const error = parsed(text)
      expect(fault === undefined).toBe(error === undefined)
      const [, place] = /at position (\d+)/.exec(error?.message ?? '') ?? []
      if (place === undefined) return
      places += 1
      expect(fault?.offset).toBe(Number(place))
    }),
    { numRuns: 3_000 },
  )
  expect(places).toBeGreaterThan(300)
})

test('of what was sent it repeats one plain character at most, or a word that everybody knows', () => {
  const known = new Set(['None', 'True', 'False', 'undefined', 'NaN', 'Infinity', 'nil'])
  fc.assert(
    fc.property(fc.oneof(broken, fc.string({ unit: 'binary' })), (text) => {
      const { found = '' } = faultIn(text) ?? {}
      expect(known.has(found) || /^(a |nothing more$|[!-~]?$)/.test(found)).toBe(true)
      expect(whyNoJsonObject(text)).toMatch(/^[ -~]{1,140}$/)
    }),
    { numRuns: 1_000 },
  )
  expect(whyNoJsonObject('{"key": key_live_4f9a}')).not.toContain('ey_live')
})

test.each([
  ['open lists', '['.repeat(256 * 1024)],
  ['open objects', '{"a":'.repeat(50_000)],
  ['a text without end', `{"a":"${'x'.repeat(256 * 1024)}`],
  ['escapes without end', `{"a":"${'\\\\'.repeat(128 * 1024)}`],
  ['a number without end', `{"a":${'9'.repeat(256 * 1024)}`],
  ['lines without end', '\n'.repeat(256 * 1024)],
])('%s are too much for nobody', (_name, text) => {
  expect(faultIn(text)).toMatchObject({ offset: text.length, found: 'nothing more' })
})
