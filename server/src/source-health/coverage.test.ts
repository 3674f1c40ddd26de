import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, newUtr, openLedger } from '../../testing/ledger.ts'
import type { CreditSource } from '../ledger/credit.ts'
import { recordCredit } from '../ledger/record-credit.ts'
import { recordHeartbeat } from '../payment-accounts/source-health-store.ts'
import { listSources } from './manage-sources.ts'

let ledger: Ledger
let merchantId: string

beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())
beforeEach(async () => {
  ;({ merchantId } = await addMerchant(ledger.db, 'live'))
})

const connect = (source: 'phone' | 'provider' | 'statement') =>
  recordHeartbeat(ledger.db, { merchantId, accountId: 'acc_1', source, kind: 'message' }, ledger.clock.now())

/** A payment of now, which the sources report so many seconds later. */
const pay = async (reports: readonly (readonly [source: CreditSource, seconds: number])[]): Promise<void> => {
  const [utr, receivedAt] = [newUtr(), ledger.clock.now()]
  let passed = 0
  for (const [source, seconds] of reports) {
    ledger.clock.advance({ seconds: seconds - passed })
    passed = seconds
    const over = { source, utr, receivedAt, reference: null, sourceKey: `${source} ${utr}` }
    await recordCredit(ledger, creditFor(ledger, { merchantId, orderId: '' }, over))
  }
  ledger.clock.advance({ minutes: 6 })
}

const coverage = async () =>
  Object.fromEntries(
    (await listSources(ledger, { merchantId })).map(({ source, heard, payments, delayP50, delayP95 }) => [
      source,
      { heard, payments, delayP50, delayP95 },
    ]),
  )

test("a payment that another source reported and the phone did not report lowers the phone's share", async () => {
  await connect('phone')
  await connect('provider')
  await pay([
    ['alert', 2],
    ['provider', 20],
  ])
  await pay([['provider', 40]])
  await pay([
    ['alert', 4],
    ['provider', 30],
  ])
  expect(await coverage()).toEqual({
    phone: { heard: 2, payments: 3, delayP50: 3, delayP95: expect.closeTo(3.9) },
    provider: { heard: 3, payments: 3, delayP50: 30, delayP95: expect.closeTo(39) },
  })
})

test('payments of the last minutes, and those before a source was connected, do not affect its share', async () => {
  await connect('phone')
  await pay([['alert', 1]])
  await connect('statement')
  await pay([['alert', 1]])
  await pay([['statement', 300]])
  await recordCredit(
    ledger,
    creditFor(ledger, { merchantId, orderId: '' }, { source: 'alert', reference: null }),
  )
  expect(await coverage()).toMatchObject({
    phone: { heard: 2, payments: 3 },
    statement: { heard: 1, payments: 2 },
  })
})
