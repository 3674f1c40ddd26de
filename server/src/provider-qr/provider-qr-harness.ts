import { afterAll, afterEach, beforeAll } from 'vitest'
import { type FakeRazorpay, RAZORPAY_MERCHANT, startFakeRazorpay } from '../../testing/fake-razorpay.ts'
import { orderForm } from '../../testing/ledger.ts'
import { type LiveLedger, openLiveLedger } from '../../testing/live-shop.ts'
import { sql } from '../platform/database/database.ts'
import { closeQrs } from './close-qrs.ts'

export const RAZORPAY = { source: 'razorpay-qr', credentials: RAZORPAY_MERCHANT } as const
/** The window of an order from `orderForm` and its settling time. */
export const SETTLED_SECONDS = 300 + 90

/** A ledger whose merchants get QRs from a fake Razorpay, for all tests of one file. */
export const useProviderQrs = () => {
  let ledger: LiveLedger
  let razorpay: FakeRazorpay
  beforeAll(async () => {
    razorpay = await startFakeRazorpay(RAZORPAY_MERCHANT, () => ledger.clock.now())
    ledger = await openLiveLedger({ razorpay: razorpay.url })
  })
  afterAll(async () => {
    await ledger.close()
    await razorpay.close()
  })
  afterEach(() => {
    razorpay.mend()
    razorpay.bend(undefined)
    razorpay.release()
    ledger.clock.advance({ hours: 2 })
  })
  return {
    get ledger() {
      return ledger
    },
    get razorpay() {
      return razorpay
    },
    shop: () => ledger.merchantWith(RAZORPAY),
    creating: (merchantId: string, form = orderForm()) => ledger.create({ merchantId, mode: 'live' }, form),
    /** How many orders the merchant has, and how much quota they used. */
    counts: async (merchantId: string): Promise<[orders: number, used: number]> => {
      const { orders, used } = await ledger.db.one<{ orders: number; used: number }>(sql`
        select (select count(*)::int from orders where merchant_id = ${merchantId}) as orders,
          coalesce((select used::int from quotas where merchant_id = ${merchantId}), 0) as used`)
      return [orders, used]
    },
    qrRows: (merchantId: string) =>
      ledger.db.rows<{ reference: string; state: string; closed: boolean }>(sql`
        select reference, state, closed_at is not null as closed
        from provider_qrs where merchant_id = ${merchantId} order by reserved_at, reference`),
    sweep: async (): Promise<void> => {
      while ((await closeQrs(ledger)).more);
    },
  }
}
