import { endpoint } from '@galla/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { systemClock } from './clock.ts'
import { type Database, openDatabase, sql } from './database/database.ts'
import { type Authenticate, bind, type CallerOf } from './http/endpoint-binding.ts'
import { createHttpServer } from './http/http-server.ts'
import { randomIds } from './ids.ts'
import { createLog, type LogFields } from './log.ts'

/** What must never be written down, one of each kind. */
const CANARIES = {
  key: 'gk_live_CANARY7f3c9a1e5b',
  password: 'CanaryPassw0rd-hunter2',
  cookie: 'CANARYsession42abcdef',
  aadhaar: '499118665246',
  pan: 'CNRYA1234F',
  email: 'canary.person@example.com',
  token: 'CANARYresettoken99',
}

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.connectionString)
  await db.run(sql`create table people (email text primary key, aadhaar bigint check (aadhaar < 10))`)
  await db.run(sql`insert into people (email) values (${CANARIES.email})`)
})

afterAll(async () => {
  await db.close()
  await database.drop()
})

const authenticate: Authenticate = {
  session: async () => ({}) as CallerOf<'session'>,
  operator: async () => ({}) as CallerOf<'operator'>,
  key: async () => ({}) as CallerOf<'key'>,
  inTurn: (_caller, _query, work) => work(),
  recordCall: async () => undefined,
  limitKey: () => undefined,
  assertConfirmed: () => undefined,
}

const fail = endpoint({
  method: 'POST',
  path: '/fail/:token',
  auth: 'key',
  summary: 's',
  params: z.object({ token: z.string() }),
  body: z.looseObject({ how: z.string() }),
})

/** The ways in which values get into errors. */
const FAILURES: Readonly<Record<string, () => Promise<unknown>>> = {
  'a duplicate row': () => db.run(sql`insert into people (email) values (${CANARIES.email})`),
  'a violated check': () =>
    db.run(sql`insert into people (email, aadhaar) values ('x', ${BigInt(CANARIES.aadhaar)})`),
  'a value of the wrong type': () => db.run(sql`select ${CANARIES.password}::int`),
  'text that is no JSON': async () => JSON.parse(`${CANARIES.key} {`),
  'a URL that is none': async () => new URL(CANARIES.token),
  'a message made with a value': async () => {
    throw new Error(`no account for ${CANARIES.email}`, { cause: new Error(CANARIES.pan) })
  },
  'an error with fields': async () => {
    throw Object.assign(new Error('failed'), {
      key: CANARIES.key,
      code: 'E_CODE',
      config: { headers: { cookie: CANARIES.cookie } },
    })
  },
  'a name made with a value': async () => {
    throw Object.assign(new Error('failed'), { name: `Error ${CANARIES.password}` })
  },
  'something that is no error': () => Promise.reject(CANARIES.password),
}

test.each(Object.keys(FAILURES))('no secret reaches the log or the reply: %s', async (how) => {
  const lines: string[] = []
  const app = createHttpServer({
    settings: { production: true, publicUrl: new URL('https://pay.example.com'), trustProxy: [] },
    log: createLog({ level: 'debug', write: (line) => void lines.push(line) }),
    clock: systemClock,
    ids: randomIds,
  })
  app.decorate('authenticate', authenticate)
  bind(app, fail, async ({ body }) => {
    await FAILURES[body.how]?.()
    return {}
  })
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const answer = await fetch(`${base}/api/v1/fail/${CANARIES.token}?key=${CANARIES.key}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${CANARIES.key}`,
      cookie: `__Host-sid=${CANARIES.cookie}`,
      'content-type': 'application/json',
      'user-agent': CANARIES.pan,
      'x-request-id': CANARIES.token,
    },
    body: JSON.stringify({ how, ...CANARIES }),
  })
  const written = lines.join('') + (await answer.text()) + JSON.stringify([...answer.headers])
  await app.close()
  expect(answer.status).toBe(500)
  for (const canary of Object.values(CANARIES)) expect(written).not.toContain(canary)
  // The log is still of use: what failed, where, and which request.
  const [failed, answered] = lines.map((line) => JSON.parse(line))
  expect(failed).toMatchObject({ level: 'error', msg: 'request failed', route: '/api/v1/fail/:token' })
  expect(answered).toMatchObject({
    msg: 'answered',
    status: 500,
    requestId: answer.headers.get('x-request-id'),
  })
  if (how !== 'something that is no error') expect(failed.error.stack.length).toBeGreaterThan(0)
  if (how === 'a duplicate row')
    expect(failed.error).toMatchObject({ code: '23505', detail: { constraint: 'people_pkey' } })
})

test('only named fields of the right form pass', () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', write: (line) => void lines.push(line) })
  const careless = {
    requestId: CANARIES.key,
    merchantId: CANARIES.email,
    code: `${CANARIES.password} with a space`,
    count: CANARIES.aadhaar,
    password: CANARIES.password,
    body: { key: CANARIES.key },
  } as unknown as LogFields
  log.info('careful', careless)
  expect(JSON.parse(lines.join(''))).toEqual({ level: 'info', time: expect.any(Number), msg: 'careful' })
})

test('fields on the list are logged', () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', write: (line) => void lines.push(line) })
  const id = randomIds.ulid(new Date('2026-11-21T06:00:00Z'))
  const fields = {
    requestId: id,
    merchantId: `mer_${id.toLowerCase()}`,
    job: 'order.settled',
    attempt: 2,
    address: '::1',
  }
  log.warn('seen', fields)
  log.debug('too quiet to be written')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines.join(''))).toMatchObject({ ...fields, level: 'warn', msg: 'seen' })
})

test('of several failures that are reported together, the first is logged as the cause', () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', write: (line) => void lines.push(line) })
  const failures = [Object.assign(new RangeError('no account'), { code: 'E1' }), new Error('no account')]
  log.error('a sweep failed', { error: new AggregateError(failures, 'replays could not go on') })
  expect(JSON.parse(lines.join('')).error.cause).toMatchObject({ name: 'RangeError', code: 'E1' })
})
