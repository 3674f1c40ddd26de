import type { Endpoint } from '@galla/contract/endpoint'
import * as merchantCalls from '@galla/contract/operator/operator-merchants'
import * as planCalls from '@galla/contract/operator/operator-plans'
import * as systemCalls from '@galla/contract/operator/operator-system'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Shop, type ShopCaller, type ShopMerchant } from '../../testing/shop.ts'
import { sql } from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/job-queue.ts'

let shop: Shop
let operator: ShopCaller
let merchant: ShopMerchant

// No process works on the queue or sends anything, so that waiting rows stay as they are.
beforeAll(async () => {
  shop = await openShop({ ROLE: 'web' })
  operator = await shop.operator()
  merchant = await shop.merchant('Desk Tea')
})
// Some credits are written by hand, by the dozen and without evidence.
afterAll(() => shop.close('credit_evidence', 'credit_history'))

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'auth' in value
const CALLS = Object.values<unknown>({ ...merchantCalls, ...planCalls, ...systemCalls }).filter(isEndpoint)

describe('every call of the operator', () => {
  test.each(CALLS.map((call) => [`${call.method} ${call.path}`, call] as const))(
    '%s is refused to everyone but operators, with any body',
    async (_name, { method, path, auth }) => {
      expect(auth).toBe('operator')
      const url = `/api/v1${path.replace(/:\w+/, merchant.merchantId)}`
      const payload = method === 'GET' ? {} : { payload: { reason: 'x' } }
      const ask = (headers: Record<string, string>) => shop.call({ method, url, headers, ...payload })
      const origin = 'http://localhost:3000'
      const asMerchant = await ask({ cookie: merchant.cookie, origin })
      expect([asMerchant.statusCode, asMerchant.json().code]).toEqual([403, 'forbidden'])
      expect((await ask({ origin })).statusCode).toBe(401)
      expect((await ask({ authorization: `Bearer ${merchant.key}` })).statusCode).toBe(401)
    },
  )

  test('is refused from another website', async () => {
    const reply = await shop.call({
      method: 'POST',
      url: `/api/v1/operator/merchants/${merchant.merchantId}/suspend`,
      payload: { reason: 'x' },
      headers: { cookie: operator.cookie, origin: 'https://evil.example' },
    })
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'foreign_origin'])
  })

  test("does not replace the operators' own dashboard as merchants", async () => {
    for (const path of ['/user/all-transactions', '/user/stats/daily', '/auth/session'])
      expect((await operator.get(path)).statusCode).toBe(200)
  })
})

interface Offer {
  planName: string
  billingCycle: string
  price: number
  qrRequests: number
  validFrom: string
}
const basic28 = async (): Promise<Offer> => {
  const { offers } = (await operator.get('/operator/plans')).json().data as { offers: Offer[] }
  const found = offers.find((each) => each.planName === 'basic' && each.billingCycle === '28days')
  if (found === undefined) throw new Error('no offer')
  return found
}
const priceAsSold = async (): Promise<number> =>
  (await shop.call({ method: 'GET', url: '/api/v1/plans' }))
    .json()
    .data.find(({ planName }: Offer) => planName === 'basic')
    .offers.find(({ billingCycle }: Offer) => billingCycle === '28days').price

describe('a changed price', () => {
  const buy = (who: ShopMerchant) =>
    who.post('/user/new-subscription', { planData: { planName: 'basic', billingCycle: '28days' } })
  const bought = async (who: ShopMerchant) =>
    (
      await shop.db.rows<{ price_paise: bigint; qr_requests: number }>(sql`
        select price_paise, qr_requests from plan_purchases where merchant_id = ${who.merchantId}`)
    )[0]

  test('applies to later purchases, and earlier ones keep theirs', async () => {
    const early = await shop.merchant('Early Tea')
    const late = await shop.merchant('Late Tea')
    expect((await buy(early)).statusCode).toBe(200)
    const before = await basic28()
    expect(before).toMatchObject({ price: 999, qrRequests: 4999 })
    shop.clock.advance({ ms: 1000 })
    const body = { ...before, price: '1049.50', qrRequests: 5100, replaces: before.validFrom }
    const saved = await operator.put('/operator/plans', body)
    expect(saved.json()).toMatchObject({ msg: 'Price saved', data: { price: 1049.5, changed: true } })
    expect(await priceAsSold()).toBe(1049.5)
    shop.clock.advance({ ms: 1000 })
    expect((await buy(late)).statusCode).toBe(200)
    expect(await bought(early)).toEqual({ price_paise: 99_900n, qr_requests: 4999 })
    expect(await bought(late)).toEqual({ price_paise: 104_950n, qr_requests: 5100 })
  })

  test('changes and records nothing when repeated', async () => {
    const now = await basic28()
    const again = await operator.put('/operator/plans', { ...now, replaces: '2026-01-01T00:00:00Z' })
    expect(again.json()).toMatchObject({ msg: 'Nothing to change', data: { changed: false } })
    expect((await operator.get('/operator/audit')).json().data).toHaveLength(1)
  })

  test('is saved once when several operators change it concurrently, and the others are refused', async () => {
    const now = await basic28()
    // The clock stands still, and offers still differ.
    const replies = await Promise.all(
      [1001, 1002, 1003, 1004].map((price) =>
        operator.put('/operator/plans', { ...now, price, replaces: now.validFrom }),
      ),
    )
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
    const won = replies.find(({ statusCode }) => statusCode === 200)?.json().data
    shop.clock.advance({ ms: 10 })
    expect((await basic28()).price).toBe(won.price)
  })

  test.each([
    ['price', 0],
    ['price', '1e3'],
    ['price', 1_000_001],
    ['qrRequests', 0],
    ['qrRequests', 1.5],
    ['qrRequests', 10_000_001],
    ['planName', 'gold'],
    ['billingCycle', '30days'],
    ['replaces', 'yesterday'],
  ])('with %s = %s is refused as an invalid field', async (field, value) => {
    const now = await basic28()
    const reply = await operator.put('/operator/plans', { ...now, replaces: now.validFrom, [field]: value })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors).toMatchObject([{ field }])
  })
})

describe('the queue', () => {
  const add = (name: string) =>
    shop.db.transaction((tx) => addJob(tx, name, { merchantId: 'none', secret: 'never-shown' }))
  const queue = async () => (await operator.get('/operator/jobs')).json().data

  test('lists failed jobs first, with the error and without the payload', async () => {
    // Registering leaves mails to be written.
    await shop.db.pool.query('delete from jobs')
    await add('test.waits')
    await add('test.failed')
    await add('test.given_up')
    await shop.db.pool.query(`
      update jobs j set last_error = 'It broke: ' || repeat('x', 900), attempts = v.attempts
      from (values ('test.failed', 3), ('test.given_up', 25)) v(name, attempts) where j.name = v.name`)
    const { jobs, counts } = await queue()
    expect(counts).toMatchObject({ waiting: 1, failing: 1, given_up: 1, running: 0 })
    expect(jobs.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual([
      ['test.given_up', 'given_up'],
      ['test.failed', 'failing'],
      ['test.waits', 'waiting'],
    ])
    expect(jobs[0].lastError).toHaveLength(500)
    expect(JSON.stringify(jobs)).not.toContain('never-shown')
  })

  test('retries a job, with all its attempts again if they were used up, and records the action', async () => {
    const { jobs } = await queue()
    shop.clock.advance({ ms: 1 })
    expect((await operator.post(`/operator/jobs/${jobs[0].id}/retry`)).statusCode).toBe(200)
    const job = (await queue()).jobs.find(({ id }: { id: string }) => id === jobs[0].id)
    expect(job).toMatchObject({ state: 'failing', attempts: 0 })
    expect((await operator.get('/operator/audit')).json().data[0]).toMatchObject({
      act: 'job.retry',
      subject: `test.given_up (${jobs[0].id})`,
      before: { attempts: 25 },
    })
  })

  test('refuses to retry a job that is done or running, and records nothing', async () => {
    const { jobs } = await queue()
    const waits = jobs.find(({ name }: { name: string }) => name === 'test.waits')
    await shop.db.pool.query(
      `update jobs set lease = 'of another process', due_at = now() + interval '15 seconds' where job_id = '${waits.id}'`,
    )
    const before = (await operator.get('/operator/audit')).json().data.length
    for (const id of [waits.id, '00000000-0000-4000-8000-000000000000'])
      expect((await operator.post(`/operator/jobs/${id}/retry`)).json()).toMatchObject({
        code: 'job_not_waiting',
      })
    expect((await operator.get('/operator/audit')).json().data).toHaveLength(before)
  })
})

describe('open reconciliation cases', () => {
  test('are listed across merchants, newest first, by mode, in pages', async () => {
    const other = await shop.merchant('Other Tea')
    for (const [index, { merchantId }] of [merchant, other].entries())
      await shop.db.pool.query(
        `insert into credits (merchant_id, credit_id, account_id, mode, utr, amount_paise, rail, received_at, state, created_at)
         select $1::text, 'crd_' || $2 || lpad(n::text, 5, '0'), account_id, mode, 'UTR' || $2 || n, 49900, 'upi', $3, 'unmatched', $3
         from accounts, generate_series(1, 30) n where merchant_id = $1 and mode = 'test'`,
        [merchantId, index, shop.clock.now()],
      )
    const first = (await operator.get('/operator/attention?mode=test')).json()
    const second = (await operator.get(`/operator/attention?mode=test&after=${first.next}`)).json()
    expect([first.data.length, second.data.length, second.next]).toEqual([50, 10, null])
    expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(60)
    expect(first.data[0]).toMatchObject({ merchantName: 'Other Tea', amount: 499, state: 'unmatched' })
    expect((await operator.get('/operator/attention')).json().data).toEqual([])
    expect((await operator.get('/operator/attention?mode=all')).json().data).toHaveLength(50)
    const detail = (await operator.get(`/operator/merchants/${other.merchantId}`)).json().data
    expect(detail.openCredits).toBe(30)
  })
})

describe('webhook health', () => {
  test('lists failing and paused endpoints by host only, and counts waiting deliveries', async () => {
    await merchant.post('/user/update-webhook-url', { webhookUrl: 'https://h.example/path?key=s3cr3t' })
    expect((await merchant.post('/user/test-webhook')).statusCode).toBe(200)
    await shop.db.run(sql`
      update webhook_endpoints set failing_since = ${shop.clock.now()} where merchant_id = ${merchant.merchantId}`)
    const reply = await operator.get('/operator/webhooks')
    expect(reply.json().data).toMatchObject({
      endpoints: 1,
      failing: 1,
      paused: 0,
      waiting: 1,
      oldestDueAt: expect.any(String),
      unhealthy: [{ merchantName: 'Desk Tea', host: 'h.example', state: 'failing', waiting: 1 }],
      providers: [],
    })
    expect(reply.body).not.toContain('s3cr3t')
  })

  test('is the same for a paused endpoint in the list and at its merchant, where its deliveries wait', async () => {
    await shop.db.run(sql`
      update webhook_endpoints set paused_at = ${shop.clock.now()}, pause_reason = 'gone'
      where merchant_id = ${merchant.merchantId} and url is not null`)
    await shop.db.run(sql`
      update webhook_undelivered set state = 'paused', due_at = null where merchant_id = ${merchant.merchantId}`)
    const { unhealthy } = (await operator.get('/operator/webhooks')).json().data
    expect(unhealthy).toMatchObject([{ state: 'paused', waiting: 1 }])
    const { webhooks } = (await operator.get(`/operator/merchants/${merchant.merchantId}`)).json().data
    expect(webhooks).toContainEqual(expect.objectContaining({ state: 'paused', waiting: 1 }))
  })
})

test('the system page shows the version, database, queue, disk and migrations, and that there is no backup', async () => {
  const { data } = (await operator.get('/operator/system')).json()
  expect(data).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    database: { kind: 'embedded', version: expect.stringMatching(/^\d+/) },
    lastBackupAt: null,
    lastBackup: null,
    role: 'web',
    mail: 'files',
  })
  expect(data.database.bytes).toBeGreaterThan(1_000_000)
  expect(data.disk.freeBytes).toBeGreaterThan(0)
  expect(data.disk.totalBytes).toBeGreaterThanOrEqual(data.disk.freeBytes)
  const files = await shop.db.one<{ count: number }>(sql`select count(*)::int as count from migrations`)
  expect(data.migrations.count).toBe(files.count)
})

test('no line of the log can be changed or deleted', async () => {
  for (const statement of [
    "update operator_acts set reason = 'nothing happened'",
    'delete from operator_acts',
  ])
    await expect(shop.db.pool.query(statement)).rejects.toThrow('never changed or deleted')
})
