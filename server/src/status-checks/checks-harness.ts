import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type FakePaytm, PAYTM_MERCHANT, startFakePaytm } from '../../testing/fake-paytm.ts'
import { type LiveLedger, openLiveLedger } from '../../testing/live-shop.ts'
import { openOrder } from '../orders/open-order.ts'
import { findOrder } from '../orders/order-store.ts'

export const V3 = { source: 'paytm-v3', credentials: PAYTM_MERCHANT } as const

/** A ledger whose checks ask a Paytm of this test file, opened and closed with it. */
export const openChecks = () => {
  let ledger: LiveLedger
  let paytm: FakePaytm
  let utrs = 700_000_000_000
  beforeAll(async () => {
    paytm = await startFakePaytm(PAYTM_MERCHANT, () => ledger.clock.now())
    ledger = await openLiveLedger({ paytm: paytm.url })
  })
  afterAll(async () => {
    await ledger.close()
    await paytm.close()
  })
  afterEach(async () => {
    // Each test has its own orders, and those of earlier tests are not checked.
    await ledger.db.pool.query('update orders set next_check_at = null')
    paytm.mend()
    paytm.bend(undefined)
    paytm.release()
    expect(ledger.failures).toEqual([])
  })
  return {
    get ledger() {
      return ledger
    },
    get paytm() {
      return paytm
    },
    paid: (amount = '499.00') => {
      utrs += 1
      return { status: 'TXN_SUCCESS', amount, utr: String(utrs) } as const
    },
    opened: async (merchantId?: string): Promise<{ merchantId: string; orderId: string }> => {
      const who = merchantId ?? (await ledger.merchantWith(V3))
      const orderId = await ledger.order(who)
      await openOrder(ledger, orderId)
      return { merchantId: who, orderId }
    },
    statusOf: async (orderId: string) => (await findOrder(ledger.db, orderId))?.status,
  }
}
