import { expect, test } from 'vitest'
import { redactedBody } from './redact-body.ts'

test('what is personal or secret is left out, what a program asked for stays', () => {
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

test.each([[undefined], [null], ['text'], [7], [[1]], [{}]])('%j is no body to keep', (body) => {
  expect(redactedBody(body)).toBeNull()
})

test('a body of many fields, long names and odd text is bounded, and PostgreSQL can keep it', () => {
  const many = Object.fromEntries(
    Array.from({ length: 500 }, (_, n) => [`${n}-${'ü'.repeat(100)}`, '\ud800\0']),
  )
  const kept = redactedBody({ client_txn_id: '\ud800\0x', ...many }) ?? ''
  expect(Buffer.byteLength(kept)).toBeLessThan(4096 * 2)
  expect(kept.isWellFormed()).toBe(true)
  expect(kept).not.toContain('\0')
})
