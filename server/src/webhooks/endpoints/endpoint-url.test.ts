import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/database/database.ts'
import { deleteEndpointUrl, findEndpoint, updateEndpointUrl } from './endpoint-store.ts'
import { sendTestPing } from './send-test-ping.ts'
import { type Bench, openBench } from './webhook-harness.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

test('a rolled back change sends nothing, one change is one event, and without a URL the event is stored', async () => {
  const key = await bench.merchant()
  const count = async () =>
    await bench.db.one<{ events: number; deliveries: number }>(sql`
        select (select count(*)::int from webhook_events) as events,
               (select count(*)::int from webhook_deliveries) as deliveries`)
  await bench.paid(key, 'ORDER_1')
  expect(await count()).toEqual({ events: 1, deliveries: 0 })
  await expect(bench.paid(key, 'ORDER_1')).rejects.toThrow('webhook_events_once')
  expect(await count()).toEqual({ events: 1, deliveries: 0 })
})

test('without a URL there is nothing to test', async () => {
  const key = await bench.merchant()
  await expect(sendTestPing(bench.store, key)).rejects.toMatchObject({ code: 'no_webhook_url', status: 409 })
})

test('editing or removing the URL keeps the secret, and it is not readable at rest', async () => {
  const key = await bench.merchant()
  const { secret } = await findEndpoint(bench.store, key)
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect((await updateEndpointUrl(bench.store, key, { url: 'https://a.example/x' })).secret).toBe(secret)
  expect((await updateEndpointUrl(bench.store, key, { url: 'https://b.example/x' })).secret).toBe(secret)
  expect(await deleteEndpointUrl(bench.store, key)).toMatchObject({ url: null, secret })
  const row = await bench.db.one<{ secret_sealed: Buffer }>(
    sql`select secret_sealed from webhook_endpoints where merchant_id = ${key.merchantId}`,
  )
  expect(row.secret_sealed.includes(Buffer.from(secret.slice(6), 'base64'))).toBe(false)
  expect(row.secret_sealed.toString('latin1')).not.toContain(secret)
})
