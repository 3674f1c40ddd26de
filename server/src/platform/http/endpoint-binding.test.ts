import { endpoint } from '@galla/contract/endpoint'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { manualClock } from '../clock.ts'
import { randomIds } from '../ids.ts'
import { createLog } from '../log.ts'
import { invalidField, Refusal } from '../refusal.ts'
import { type Authenticate, bind } from './endpoint-binding.ts'
import { createHttpServer } from './http-server.ts'

const authenticate: Authenticate<{ merchant: string }, { key: string }> = {
  async session(request) {
    if (request.headers.cookie === undefined) throw new Refusal('not_logged_in')
    return { merchant: 'm' }
  },
  async operator() {
    throw new Refusal('forbidden')
  },
  async key(request) {
    const { key } = request.body as { key?: unknown }
    if (request.headers.authorization !== 'Bearer k' && key !== 'k') throw new Refusal('bad_key')
    return { key: 'k' }
  },
  assertConfirmed() {
    throw new Refusal('confirmation_required')
  },
  limitKey(request) {
    if (request.headers.authorization === 'Bearer often') throw new Refusal('too_many_requests')
  },
}

const sum = z.object({
  amount: z.string('Please enter an amount').regex(/^\d+$/, 'Please enter an amount'),
  note: z.string().max(5, 'At most 5 characters').optional(),
})
const reply = z.object({ data: z.object({ amount: z.string(), who: z.string() }) })

const withKey = endpoint({ method: 'POST', path: '/key', auth: 'key', summary: 's', body: sum, reply })
const withSession = endpoint({
  method: 'POST',
  path: '/session',
  auth: 'session',
  summary: 's',
  body: sum,
  reply,
})
const forAll = endpoint({ method: 'POST', path: '/public', auth: 'public', summary: 's', body: sum, reply })
const forOperators = endpoint({ method: 'GET', path: '/operator', auth: 'operator', summary: 's' })
const withParams = endpoint({
  method: 'GET',
  path: '/things/:id',
  auth: 'public',
  summary: 's',
  params: z.object({ id: z.string().max(10, 'Too long') }),
  query: z.object({ page: z.coerce.number('A number').int().min(1).default(1) }),
  reply: z.object({ data: z.object({ id: z.string(), page: z.number() }) }),
})
const secretive = endpoint({ method: 'GET', path: '/secretive', auth: 'public', summary: 's', reply })

let app: FastifyInstance
let lines: string[]

const start = (production = false): FastifyInstance => {
  lines = []
  const server = createHttpServer({
    settings: { production, publicUrl: new URL('https://pay.example.com'), trustProxy: [] },
    log: createLog({ level: 'info', write: (line) => void lines.push(line) }),
    clock: manualClock(new Date('2026-11-21T06:00:00Z')),
    ids: randomIds,
  })
  bind(server, withKey, { authenticate }, async ({ body, caller }) => ({
    data: { amount: body.amount, who: caller.key },
  }))
  bind(server, withSession, { authenticate }, async ({ body, caller }) => ({
    msg: 'Done',
    data: { amount: body.amount, who: caller.merchant },
  }))
  bind(server, forAll, { authenticate }, async ({ body, caller }) => {
    if (body.amount === '409') throw new Refusal('not_payable', { details: { order_id: 'O', success: true } })
    if (body.amount === '422') throw invalidField('amount', 'Not this one')
    if (body.amount === '429') throw new Refusal('too_many_requests', { retryAfterSeconds: 1.2 })
    if (body.amount === '500') throw new Error('canary-internal')
    return { data: { amount: body.amount, who: String(caller) } }
  })
  bind(server, forOperators, { authenticate }, async () => ({}))
  bind(server, withParams, { authenticate }, async ({ params, query }) => ({
    data: { id: params.id, page: query.page },
  }))
  bind(server, secretive, { authenticate }, async () => {
    const row = { amount: '1', who: 'x', passwordHash: 'canary-hash' }
    return { data: row }
  })
  return server
}

beforeEach(() => {
  app = start()
})
afterEach(() => app.close())

const post = (path: string, payload: InjectOptions['payload'], headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    headers: { 'content-type': 'application/json', ...headers },
    ...(payload === undefined ? {} : { payload }),
  })

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

test('a success has success, msg and data, and unknown fields of the request are ignored', async () => {
  const answer = await post('/session', { amount: '5', extra: 1, __proto__x: 2 }, { cookie: 'a=b' })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ success: true, msg: 'Done', data: { amount: '5', who: 'm' } })
})

test('wrong fields are named, once each, with the sentence of the schema', async () => {
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

describe('who calls is checked before what is sent', () => {
  test.each([
    ['/key', 401, 'bad_key'],
    ['/session', 401, 'not_logged_in'],
  ])('%s answers %i to a stranger, whatever the body', async (path, status, code) => {
    for (const body of [{ amount: 'x' }, '{not json', '[]', undefined]) {
      const answer = await post(path, body)
      expect([answer.statusCode, answer.json().code]).toEqual([status, code])
    }
  })

  test('and a known caller then learns what is wrong', async () => {
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

describe('bodies', () => {
  test('a program with a key may send a form, or JSON under any content type', async () => {
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
    'a program with a key may call its body %j: what is no media type is as good as none',
    async (type) => {
      const expected = { success: true, data: { amount: '5', who: 'k' } }
      const headers = { 'content-type': type }
      expect((await post('/key', '{"key":"k","amount":"5"}', headers)).json()).toMatchObject(expected)
      expect((await post('/key', 'key=k&amount=5', headers)).json()).toMatchObject(expected)
      const answer = await post('/session', '{"amount":"5"}', { ...headers, cookie: 'a=b' })
      expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported_media_type'])
    },
  )

  test('with a session only JSON is taken: a form can come from a foreign page', async () => {
    const answer = await post('/session', 'amount=5', { ...FORM, cookie: 'a=b' })
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported_media_type'])
  })

  test('a field that a form sends twice is wrong, instead of one of the two counting', async () => {
    expect((await post('/public', 'amount=5&amount=6', FORM)).json()).toMatchObject({
      errors: [{ field: 'amount' }],
    })
  })

  test('names that reach into JavaScript reach nothing', async () => {
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
  ])('%s is malformed, and no bug', async (_name, body, why = '') => {
    const answer = await post('/public', body)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed'])
    expect(answer.json().msg).toMatch(/^The request could not be read(: .*)?$/)
    expect(answer.json().msg).toContain(why)
  })

  test('text that a database cannot keep is a wrong field', async () => {
    const zero = await post('/public', { amount: '5', note: 'a\0b' })
    expect(zero.json()).toMatchObject({ code: 'invalid_fields', errors: [{ field: 'note' }] })
    expect((await post('/public', '{"amount":"5","note":"\\ud800"}')).json()).toMatchObject({
      errors: [{ field: 'note' }],
    })
  })

  test('more than 256 kB is too large', async () => {
    const answer = await post('/public', { amount: '5', note: 'x'.repeat(256 * 1024) })
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'too_large'])
  })

  test('an empty body is an empty object', async () => {
    expect((await post('/public', '')).json()).toMatchObject({ errors: [{ field: 'amount' }] })
  })
})

describe('refusals', () => {
  test('carry their details, which never overwrite the envelope', async () => {
    const answer = await post('/public', { amount: '409' })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ success: false, code: 'not_payable', order_id: 'O' })
  })

  test('of one field name it', async () => {
    expect((await post('/public', { amount: '422' })).json()).toMatchObject({
      errors: [{ field: 'amount', msg: 'Not this one' }],
    })
  })

  test('of too many calls say when to come again', async () => {
    const answer = await post('/public', { amount: '429' })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '2'])
  })

  test('a bug says nothing but that it is ours, and its place is in the log', async () => {
    const answer = await post('/public', { amount: '500' })
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toMatchObject({
      code: 'internal',
      msg: 'Something went wrong on our side. Please try again.',
    })
    expect(answer.body + lines.join('')).not.toContain('canary')
    expect(lines.join('')).toContain('endpoint-binding.test.ts')
  })

  test('an unknown address is 404, a wrong method 405, both in the envelope', async () => {
    expect((await app.inject('/api/v1/nothing')).json()).toMatchObject({ success: false, code: 'not_found' })
    const wrong = await app.inject('/api/v1/public')
    expect([wrong.statusCode, wrong.headers.allow]).toEqual([405, 'POST'])
    expect(wrong.json()).toMatchObject({ success: false, requestId: wrong.headers['x-request-id'] })
    expect((await app.inject({ method: 'POST', url: '/api/v1/things/a' })).statusCode).toBe(405)
  })
})

describe('replies', () => {
  test('that carry what the schema does not name are a bug, found before production', async () => {
    const answer = await app.inject('/api/v1/secretive')
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('canary')
  })

  test('are not checked in production', async () => {
    await app.close()
    app = start(true)
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
  ])('a call with a session and %o is answered %i', async (headers, status) => {
    expect(
      (await post('/session', { amount: '5' }, { ...cookie, ...headers } as Record<string, string>))
        .statusCode,
    ).toBe(status)
  })

  test('a call with a key is answered to any page, without cookies, and the browser may ask first', async () => {
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

  test('no other call is answered to foreign pages', async () => {
    const answer = await post('/session', { amount: '5' }, cookie)
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    expect(
      (await app.inject({ method: 'OPTIONS', url: '/api/v1/session' })).headers[
        'access-control-allow-origin'
      ],
    ).toBeUndefined()
  })
})
