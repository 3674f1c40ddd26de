import type { Mode } from '@galla/contract/orders/order-status'
import { paise } from '@galla/upi/rupees'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, newUtr, openLedger } from '../../testing/ledger.ts'
import { recordCredit } from '../ledger/record-credit.ts'
import { startRefund } from '../ledger/refunds/change-refunds.ts'
import { manualClock } from '../platform/clock.ts'
import { sql } from '../platform/database/database.ts'
import { dailyClosing, readToday } from './daily-closing.ts'
import { ignoreCredit } from './reconcile.ts'

type Merchant = { readonly merchantId: string; readonly mode: Mode }

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

/** Money of no order. */
const receive = async ({ merchantId }: Merchant, rupees: bigint, at: string, accountId = 'acc_1') =>
  (
    await recordCredit(ledger, {
      ...creditFor(ledger, { merchantId, orderId: '' }),
      accountId,
      source: 'statement',
      reference: null,
      payerUpiId: null,
      amount: paise(rupees * 100n),
      receivedAt: new Date(at),
    })
  ).creditId

test('dailyClosing starts and ends at midnight in India, to the millisecond', async () => {
  const merchant = await addMerchant(ledger.db, 'live')
  await receive(merchant, 1n, '2026-11-20T18:29:59.999Z')
  await receive(merchant, 2n, '2026-11-20T18:30:00.000Z')
  await receive(merchant, 4n, '2026-11-21T18:29:59.999Z')
  await receive(merchant, 8n, '2026-11-21T18:30:00.000Z')
  const days = ['2026-11-20', '2026-11-21', '2026-11-22'].map((day) => dailyClosing(ledger, merchant, day))
  expect((await Promise.all(days)).map(({ received, open }) => [received, open])).toEqual([
    [1, 1],
    [6, 2],
    [8, 1],
  ])
})

test('dailyClosing counts no credit of another mode or merchant, and no refunded or ignored one', async () => {
  const merchant = await addMerchant(ledger.db, 'live')
  const AT = '2026-11-21T06:00:00Z'
  await ledger.db.run(sql`
    insert into accounts (merchant_id, account_id, mode, provider, merchant_name, upi_id, is_current, created_at)
    values (${merchant.merchantId}, 'acc_test', 'test', 'simulator', 'Tea', ${`${merchant.merchantId}@gallatest`}, true, now())`)
  await receive(merchant, 16n, AT)
  await receive(merchant, 32n, AT, 'acc_test')
  await receive(await addMerchant(ledger.db, 'live'), 64n, AT)
  await ignoreCredit(ledger, merchant, await receive(merchant, 128n, AT), 'Rent')
  await startRefund(ledger, merchant, await receive(merchant, 256n, AT), { utr: newUtr() })
  const closing = await dailyClosing(ledger, merchant, '2026-11-21')
  expect(closing).toMatchObject({ received: 16, expected: 0, difference: 16, open: 1 })
  expect(closing.sources).toEqual([{ source: 'statement', count: 1, amount: 16 }])
})

test('readToday is the closing of the running day with its newest payments, of one merchant and mode', async () => {
  const merchant = await addMerchant(ledger.db, 'live')
  const { db } = ledger
  const clockAt = (at: string) => ({ db, clock: manualClock(new Date(at)) })
  const evening = clockAt('2026-11-21T18:29:59.999Z')
  await receive(merchant, 1n, '2026-11-20T18:29:59.999Z')
  for (const minute of [1, 2, 3, 4, 5, 6])
    await receive(merchant, BigInt(10 * minute), `2026-11-21T06:0${minute}:00Z`)
  await receive(await addMerchant(ledger.db, 'live'), 64n, '2026-11-21T06:07:00Z')
  await ignoreCredit(ledger, merchant, await receive(merchant, 128n, '2026-11-21T06:08:00Z'), 'Rent')
  const today = await readToday(evening, merchant)
  expect(today).toMatchObject({ date: '2026-11-21', count: 6, amount: 210 })
  expect(today.payments.map(({ amount }) => amount)).toEqual([60, 50, 40, 30, 20])
  expect(today.payments[0]).toMatchObject({ state: 'unmatched', orderId: null, name: 'Asha Rao' })
  expect((await dailyClosing(ledger, merchant, today.date)).received).toBe(today.amount)
  expect(await readToday(evening, { ...merchant, mode: 'test' })).toMatchObject({ count: 0, payments: [] })
  // Midnight in India.
  expect(await readToday(clockAt('2026-11-21T18:30:00.000Z'), merchant)).toEqual({
    date: '2026-11-22',
    count: 0,
    amount: 0,
    payments: [],
  })
})
