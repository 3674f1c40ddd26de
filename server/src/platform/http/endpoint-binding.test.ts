import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { postTo, startServer } from './endpoint-binding-harness.ts'

let app: FastifyInstance
let lines: string[]

beforeEach(() => {
  ;({ app, lines } = startServer())
})
afterEach(() => app.close())

const post = (path: string, payload: InjectOptions['payload'], headers?: Record<string, string>) =>
  postTo(app, path, payload, headers)

test('a success has success, msg and data, and unknown fields of the request are ignored', async () => {
  const answer = await post('/session', { amount: '5', extra: 1, __proto__x: 2 }, { cookie: 'a=b' })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ success: true, msg: 'Done', data: { amount: '5', who: 'm' } })
})

test('invalid fields are listed once each, with the message of the schema', async () => {
  const answer = await post('/public', { amount: 'x', note: 'too long' })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({
    success: false,
    msg: 'Some fields are not valid',
    code: 'invalid_fields',
    errors: [
      { field: 'amount', msg: 'Please enter an amount' },
      { field: 'note', msg: 'At most 5 characters' },
    ],
    requestId: answer.headers['x-request-id'],
  })
})

test('parameters and the query are checked like the body', async () => {
  const get = (path: string) => app.inject(`/api/v1/things/${path}`)
  expect((await get('a?page=2')).json()).toMatchObject({ data: { id: 'a', page: 2 } })
  expect((await get('a?page=0')).json()).toMatchObject({ errors: [{ field: 'page' }] })
  expect((await get('a?page=1&page=2')).json()).toMatchObject({ errors: [{ field: 'page' }] })
  expect((await get('abcdefghijklm')).json()).toMatchObject({ errors: [{ field: 'id', msg: 'Too long' }] })
  expect((await get('%E0%A4%A')).json()).toMatchObject({ success: false, code: 'malformed' })
  expect((await get('a%00b')).json()).toMatchObject({ code: 'invalid_fields', errors: [{ field: 'id' }] })
})

describe('the caller is checked before the body', () => {
  test.each([
    ['/key', 401, 'bad_key'],
    ['/session', 401, 'not_logged_in'],
  ])('%s replies to a stranger with %i for any body', async (path, status, code) => {
    for (const body of [{ amount: 'x' }, '{not json', '[]', undefined]) {
      const answer = await post(path, body)
      expect([answer.statusCode, answer.json().code]).toEqual([status, code])
    }
  })

  test('a known caller gets the errors of the body', async () => {
    expect((await post('/key', '{not json', { authorization: 'Bearer k' })).json()).toMatchObject({
      code: 'malformed',
    })
    expect((await post('/key', {}, { authorization: 'Bearer k' })).json()).toMatchObject({
      code: 'invalid_fields',
    })
    expect((await app.inject('/api/v1/operator')).statusCode).toBe(403)
  })
})

test('a key that calls too often is refused before it is looked up', async () => {
  const answer = await post('/key', '{not json', { authorization: 'Bearer often' })
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '1'])
})

describe('refusals', () => {
  test('carry their details, which never overwrite the envelope', async () => {
    const answer = await post('/public', { amount: '409' })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ success: false, code: 'not_payable', order_id: 'O' })
  })

  test('of one field contain its name', async () => {
    expect((await post('/public', { amount: '422' })).json()).toMatchObject({
      errors: [{ field: 'amount', msg: 'Not this one' }],
    })
  })

  test('of too many calls have Retry-After', async () => {
    const answer = await post('/public', { amount: '429' })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '2'])
  })

  test('of a bug contain no details, which are in the log', async () => {
    const answer = await post('/public', { amount: '500' })
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toMatchObject({
      code: 'internal',
      msg: 'Something went wrong on our side. Please try again.',
    })
    expect(answer.body + lines.join('')).not.toContain('canary')
    expect(lines.join('')).toContain('endpoint-binding-harness.ts')
  })

  test('are 404 for an unknown address and 405 for a wrong method, both in the envelope', async () => {
    expect((await app.inject('/api/v1/nothing')).json()).toMatchObject({ success: false, code: 'not_found' })
    const wrong = await app.inject('/api/v1/public')
    expect([wrong.statusCode, wrong.headers.allow]).toEqual([405, 'POST'])
    expect(wrong.json()).toMatchObject({ success: false, requestId: wrong.headers['x-request-id'] })
    expect((await app.inject({ method: 'POST', url: '/api/v1/things/a' })).statusCode).toBe(405)
  })
})

describe('replies', () => {
  test('with fields that the schema does not have are a bug outside production', async () => {
    const answer = await app.inject('/api/v1/secretive')
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('canary')
  })

  test('are not checked in production', async () => {
    await app.close()
    app = startServer(true).app
    expect((await app.inject('/api/v1/secretive')).statusCode).toBe(200)
  })
})

describe('origins', () => {
  const cookie = { cookie: 'a=b' }
  test.each([
    [{ origin: 'https://pay.example.com' }, 200],
    [{ origin: 'https://pay.example.com', 'sec-fetch-site': 'same-origin' }, 200],
    [{}, 200],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'https://pay.example.com.evil.example' }, 403],
    [{ origin: 'http://pay.example.com' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
  ])('a call with a session and %o gets %i', async (headers, status) => {
    expect(
      (await post('/session', { amount: '5' }, { ...cookie, ...headers } as Record<string, string>))
        .statusCode,
    ).toBe(status)
  })

  test('a call with a key allows any origin without cookies, and answers a preflight', async () => {
    const answer = await post('/key', { key: 'k', amount: '5' }, { origin: 'https://shop.example' })
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    const preflight = await app.inject({
      method: 'OPTIONS',
      url: '/api/v1/key',
      headers: { origin: 'https://shop.example' },
    })
    expect([preflight.statusCode, preflight.headers['access-control-allow-methods']]).toEqual([204, 'POST'])
  })

  test('no other call allows other origins', async () => {
    const answer = await post('/session', { amount: '5' }, cookie)
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    expect(
      (await app.inject({ method: 'OPTIONS', url: '/api/v1/session' })).headers[
        'access-control-allow-origin'
      ],
    ).toBeUndefined()
  })
})
