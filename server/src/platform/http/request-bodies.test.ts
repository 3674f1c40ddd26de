import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { postTo, startServer } from './endpoint-binding-harness.ts'

let app: FastifyInstance

beforeEach(() => {
  app = startServer().app
})
afterEach(() => app.close())

const post = (path: string, payload: InjectOptions['payload'], headers?: Record<string, string>) =>
  postTo(app, path, payload, headers)

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

describe('request bodies', () => {
  test('may be forms, or JSON under any content type, in calls with a key', async () => {
    const expected = { success: true, data: { amount: '5', who: 'k' } }
    expect((await post('/key', 'key=k&amount=5', FORM)).json()).toMatchObject(expected)
    expect((await post('/key', '{"key":"k","amount":"5"}', FORM)).json()).toMatchObject(expected)
    expect(
      (await post('/key', '{"key":"k","amount":"5"}', { 'content-type': 'text/plain' })).json(),
    ).toMatchObject(expected)
    expect((await post('/key', 'key=k&amount=5', { 'content-type': 'text/plain' })).json()).toMatchObject(
      expected,
    )
    expect(
      (
        await post('/key', '{"key":"k","amount":"5"}', { 'content-type': 'application/json; charset=latin1' })
      ).json(),
    ).toMatchObject(expected)
  })

  test.each(['json', 'application/json charset=utf-8', 'application/json, text/plain', ''])(
    'may have the invalid content type %j in calls with a key',
    async (type) => {
      const expected = { success: true, data: { amount: '5', who: 'k' } }
      const headers = { 'content-type': type }
      expect((await post('/key', '{"key":"k","amount":"5"}', headers)).json()).toMatchObject(expected)
      expect((await post('/key', 'key=k&amount=5', headers)).json()).toMatchObject(expected)
      const answer = await post('/session', '{"amount":"5"}', { ...headers, cookie: 'a=b' })
      expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported_media_type'])
    },
  )

  test('must be JSON in calls with a session, because a form can come from another origin', async () => {
    const answer = await post('/session', 'amount=5', { ...FORM, cookie: 'a=b' })
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported_media_type'])
  })

  test('must not have a form field twice', async () => {
    expect((await post('/public', 'amount=5&amount=6', FORM)).json()).toMatchObject({
      errors: [{ field: 'amount' }],
    })
  })

  test.each([
    ['a number', '{"amount":501}', { amount: '501' }],
    ['a number with a final zero', '{"note":49.50}', { note: '49.50' }],
    [
      'more digits than a number keeps',
      '{"amount":12345678901234567890}',
      { amount: '12345678901234567890' },
    ],
    ['an exponent', '{"note":1e3}', { note: '1e3' }],
    ['a negative zero', '{"note":-0}', { note: '-0' }],
    ['true', '{"note":true}', { note: 'true' }],
    ['null in an optional field', '{"note":null}', {}],
    ['a field twice, of which the last counts', '{"note":7.10,"note":7.20}', { note: '7.20' }],
    ['the name of a field in a deeper object', '{"note":7.10,"deep":{"note":7.20}}', { note: '7.10' }],
  ])('for a text field may have %s, which is read as it was written', async (_what, body, read) => {
    for (const path of ['/key', '/session', '/public']) {
      const sent = JSON.stringify({ key: 'k', amount: '5' }).replace('}', `,${body.slice(1)}`)
      const answer = await post(path, sent, { cookie: 'a=b' })
      const { amount, note } = answer.json().data
      expect({ amount, note }, path).toEqual({ amount: '5', ...read })
    }
  })

  test.each([
    ['null in a required field', { amount: null }, 'Please enter an amount'],
    ['a list', { amount: ['5'] }, 'Please enter an amount'],
    ['a number that is no valid text', { amount: 5.5 }, 'Please enter an amount'],
    ['a number that is too long', { amount: '5', note: 1_234_567 }, 'At most 5 characters'],
  ])('for a text field must not have %s', async (_what, body, msg) => {
    const [field] = Object.keys(body).slice(-1)
    expect((await post('/public', body)).json()).toMatchObject({
      code: 'invalid_fields',
      errors: [{ field, msg }],
    })
  })

  test('with names such as __proto__ change no prototype', async () => {
    const body =
      '{"amount":"5","__proto__":{"note":"polluted"},"constructor":{"prototype":{"note":"polluted"}}}'
    expect((await post('/public', body)).statusCode).toBe(200)
    expect((await post('/public', 'amount=5&__proto__=x&constructor=y', FORM)).statusCode).toBe(200)
    expect(({} as { note?: string }).note).toBeUndefined()
  })

  test.each([
    ['broken JSON', '{"amount":', 'line 1, column 11 of its JSON: Unexpected end'],
    [
      'a comma too many',
      '{\n "amount": 5,\n}',
      'line 3, column 1 of its JSON: Expected double-quoted property name',
    ],
    ['a list', '[1]', 'its JSON is a list and not an object'],
    ['a bare text', '"x"', 'its JSON is a text and not an object'],
    ['null', 'null', 'its JSON is a bare value and not an object'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'it is not UTF-8'],
    [
      '256 kB that are nothing',
      `{"amount":${'['.repeat(255_000)}`,
      'column 255011 of its JSON: Unexpected end',
    ],
    ['nesting without end', `{"a":${'['.repeat(500)}${']'.repeat(500)}}`],
    ['nesting that exhausts a stack', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ])('with %s are refused as malformed', async (_name, body, why = '') => {
    const answer = await post('/public', body)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed'])
    expect(answer.json().msg).toMatch(/^The request could not be read(: .*)?$/)
    expect(answer.json().msg).toContain(why)
  })

  test('with text that PostgreSQL cannot store have an invalid field', async () => {
    const zero = await post('/public', { amount: '5', note: 'a\0b' })
    expect(zero.json()).toMatchObject({ code: 'invalid_fields', errors: [{ field: 'note' }] })
    expect((await post('/public', '{"amount":"5","note":"\\ud800"}')).json()).toMatchObject({
      errors: [{ field: 'note' }],
    })
  })

  test('of more than 256 kB are too large', async () => {
    const answer = await post('/public', { amount: '5', note: 'x'.repeat(256 * 1024) })
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'too_large'])
  })

  test('that are empty are read as an empty object', async () => {
    expect((await post('/public', '')).json()).toMatchObject({ errors: [{ field: 'amount' }] })
  })
})
