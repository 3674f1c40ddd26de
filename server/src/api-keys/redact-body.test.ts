import { expect, test } from 'vitest'
import { REQUEST_BODY_BYTES_MAX, redactedBody } from './redact-body.ts'

test('personal and secret fields are removed, and request parameters stay', () => {
  const kept = redactedBody({
    key: 'key_test_secret',
    client_txn_id: 'ORDER-1',
    amount: 'x'.repeat(500),
    customer_name: 'Asha Rao',
    customer_email: 'asha@example.com',
    customer_mobile: '9876543210',
    udf1: 'her address',
    p_info: 'Tea',
    redirect_url: 'https://shop.example/done?token=abc#top',
    deep: { password: 'hidden' },
    list: ['9876543210'],
    empty: '',
  })
  expect(JSON.parse(kept ?? '')).toEqual({
    key: '[left out]',
    client_txn_id: 'ORDER-1',
    amount: `${'x'.repeat(100)}...`,
    customer_name: '[left out]',
    customer_email: '[left out]',
    customer_mobile: '[left out]',
    udf1: '[left out]',
    p_info: 'Tea',
    redirect_url: 'https://shop.example/done',
    deep: '[object]',
    list: '[list]',
    empty: '',
  })
})

test.each([[undefined], [null], ['text'], [7], [[1]], [{}]])('the body %j is not stored', (body) => {
  expect(redactedBody(body)).toBeNull()
})

/** As the table counts. */
const bytesOf = (kept: string | null): number => Buffer.byteLength(kept ?? '')

test('the redaction of a body with many fields, long names and odd text is bounded and can be stored', () => {
  const many = Object.fromEntries(
    Array.from({ length: 500 }, (_, n) => [`${n}-${'ü'.repeat(100)}`, '\ud800\0']),
  )
  const kept = redactedBody({ client_txn_id: '\ud800\0x', ...many }) ?? ''
  expect(bytesOf(kept)).toBeLessThanOrEqual(REQUEST_BODY_BYTES_MAX)
  expect(kept.isWellFormed()).toBe(true)
  expect(kept).not.toContain('\0')
  expect(JSON.parse(kept)).toMatchObject({ client_txn_id: '\ufffdx' })
})

test.each([
  ['चा'.repeat(60), '₹'.repeat(300)],
  ['\u{1f375}'.repeat(60), `${'x'.repeat(99)}\u{1f375}${'y'.repeat(50)}`],
  ['"'.repeat(80), '\\u0000'.repeat(40)],
])('field names like %s are cut at the limit, in whole characters and whole fields', (name, value) => {
  const fields = Object.fromEntries(Array.from({ length: 29 }, (_, n) => [`${n}${name}`, 'hidden']))
  const kept = redactedBody({ p_info: value, ...fields }) ?? ''
  expect(bytesOf(kept)).toBeLessThanOrEqual(REQUEST_BODY_BYTES_MAX)
  const read = JSON.parse(kept)
  expect(read.p_info.slice(0, 40)).toBe(value.slice(0, 40))
  expect(`${Object.keys(read).join()}${Object.values(read).join()}`.isWellFormed()).toBe(true)
  expect(kept).not.toMatch(/\\ud[89a-f]/i)
})

test('user name, password, query and fragment of a URL are removed', () => {
  const of = (redirect_url: string) => JSON.parse(redactedBody({ redirect_url }) ?? '').redirect_url
  expect(of('https://asha:pa55@shop.example/done?token=abc#top')).toBe('https://shop.example/done')
  expect(of('HTTPS://tok3n@shop.example')).toBe('https://shop.example/')
  expect(of('https:asha:pa55@shop.example/done?m=a@b')).toBe('https://shop.example/done')
  expect(of('https://shop.example/@asha?m=a@b')).toBe('https://shop.example/@asha')
  expect(of('/done/user@example?m=a@b')).toBe('/done/user@example')
  for (const odd of ['//asha:pa55@shop.example', 'https://asha:pa/55@shop.example', 'asha:pa55@shop.example'])
    expect(of(odd)).toBe('[left out]')
  expect(of('https://asha:pa55?5@shop.example')).toBe('[left out]')
})
