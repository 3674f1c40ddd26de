import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeRazorpay, RAZORPAY_MERCHANT, startFakeRazorpay } from '../../testing/fake-razorpay.ts'
import { type LiveLedger, openLiveLedger } from '../../testing/live-shop.ts'
import { orderForm } from '../orders/create/qr-crash-form.ts'
import { sql } from '../platform/database/database.ts'
import { LEASE_SECONDS } from '../platform/jobs/lease.ts'
import { closeQrs } from './close-qrs.ts'

const PROGRAM = fileURLToPath(new URL('../orders/create/qr-crash-program.ts', import.meta.url))
const CREDENTIALS = { ...RAZORPAY_MERCHANT, webhookSecret: null }

let ledger: LiveLedger
let razorpay: FakeRazorpay
beforeAll(async () => {
  razorpay = await startFakeRazorpay(CREDENTIALS, () => ledger.clock.now())
  ledger = await openLiveLedger({ razorpay: razorpay.url })
})
afterAll(async () => {
  await ledger.close()
  await razorpay.close()
})

const killAt = async (point: string, merchantId: string): Promise<void> => {
  const args = [
    PROGRAM,
    ledger.connectionString,
    razorpay.url,
    point,
    merchantId,
    ledger.clock.now().toISOString(),
  ]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const [printed] = await Promise.race([once(child.stdout, 'data'), ended.then(() => ['ended early'])])
  expect(String(printed)).toBe('reached\n')
  child.kill('SIGKILL')
  await ended
}

test.each([
  ['before the provider was asked', 'before-ask', 0],
  ['when it had answered, before the order was written', 'after-ask', 1],
  ['when the order was written, before the commit', 'before-commit', 1],
] as const)(
  'kill -9 %s leaves no order and nothing consumed; asked again there is one, and one payable QR',
  async (_when, point, lost) => {
    const merchantId = await ledger.merchantWith({ source: 'razorpay-qr', credentials: CREDENTIALS })
    const before = razorpay.qrs.length
    await killAt(point, merchantId)
    expect(razorpay.qrs.length - before).toBe(lost)
    const count = () =>
      ledger.db.one<{ orders: number; used: number }>(sql`
        select (select count(*)::int from orders where merchant_id = ${merchantId}) as orders,
          coalesce((select used::int from quotas where merchant_id = ${merchantId}), 0) as used`)
    expect(await count()).toEqual({ orders: 0, used: 0 })
    ledger.clock.advance({ seconds: LEASE_SECONDS })
    const created = await ledger.create({ merchantId, mode: 'live' }, orderForm)
    expect(await count()).toEqual({ orders: 1, used: 1 })
    ledger.clock.advance({ seconds: 61 })
    while ((await closeQrs(ledger)).more);
    const payable = razorpay.qrs.slice(before).filter(({ status }) => status === 'active')
    expect(payable.map(({ reference }) => reference)).toEqual([created.orderId])
  },
)

test('kill -9 after the commit keeps the order, and the repeated call is a duplicate', async () => {
  const merchantId = await ledger.merchantWith({ source: 'razorpay-qr', credentials: CREDENTIALS })
  await killAt('after-commit', merchantId)
  await expect(ledger.create({ merchantId, mode: 'live' }, orderForm)).rejects.toMatchObject({
    code: 'duplicate_client_txn_id',
  })
  const rows = await ledger.db.rows(sql`
    select state from provider_qrs
    where merchant_id = ${merchantId}`)
  expect(rows).toEqual([{ state: 'shown' }])
})
