import type { OrderDeps } from '../src/orders/change-order.ts'
import { createOrders } from '../src/orders/create/create-order.ts'
import type { Verification } from '../src/payment-accounts/account-source.ts'
import { saveSource } from '../src/payment-accounts/account-source-store.ts'
import { secretsFrom } from '../src/platform/crypto/crypto.ts'
import { randomIds } from '../src/platform/ids.ts'
import { createLog } from '../src/platform/log.ts'
import { createProviders } from '../src/providers/providers.ts'
import { type Checks, createChecks } from '../src/status-checks/checks.ts'
import { addMerchant, type Ledger, openLedger, orderForm } from './ledger.ts'

const TIME_LIMIT_MS = 5_000

export interface LiveLedger extends Ledger {
  readonly checks: Checks
  /** A second process of the same installation. */
  another(): Promise<Checks>
  /** A merchant whose live account is asked about by this. */
  merchantWith(verification: Verification): Promise<string>
  order(merchantId: string, over?: Parameters<typeof orderForm>[0]): Promise<string>
  /** Moves the clock in steps of the sweep's own, and waits for all that was asked. */
  pass(seconds: number, stepMs?: number): Promise<void>
  failures: unknown[]
}

/** The money core with its questions to providers, on a real database, its clock moved by hand. */
export const openLiveLedger = async (
  urls: {
    paytm?: string
    phonepe?: string
    razorpay?: string
    cashfree?: string
  },
  { createTimeoutMs }: { readonly createTimeoutMs?: number } = {},
): Promise<LiveLedger> => {
  const ledger = await openLedger()
  const secrets = secretsFrom(new Uint8Array(32).fill(7))
  const providers = createProviders({
    urls: {
      paytm: urls.paytm,
      phonepe: urls.phonepe,
      razorpay: urls.razorpay,
      cashfree: urls.cashfree,
    },
    ids: randomIds,
    clock: ledger.clock,
    totalTimeoutMs: TIME_LIMIT_MS,
    ...(createTimeoutMs === undefined ? {} : { createTimeoutMs }),
  })
  const { db, clock, wakeDeliveries, changed } = ledger
  const orders: OrderDeps = { db, clock, ids: randomIds, wakeDeliveries, changed }
  const failures: unknown[] = []
  const closing: (() => Promise<void>)[] = []
  const start = async (): Promise<Checks> => {
    const log = createLog({ level: 'silent' })
    const checks = createChecks({
      orders,
      secrets,
      providers,
      workerId: `wrk_${randomIds.ulid(clock.now())}`,
      log: { ...log, error: (event, fields) => void failures.push(fields?.error ?? event) },
    })
    closing.push(() => checks.stop())
    return checks
  }
  const checks = await start()
  const qr = { secrets, providers }
  const create = createOrders({ ...ledger, qr })
  return {
    ...ledger,
    qr,
    create,
    checks,
    another: start,
    failures,
    async merchantWith(verification) {
      const { merchantId } = await addMerchant(db, 'live')
      const key = { merchantId, accountId: 'acc_1' }
      await db.transaction((tx) => saveSource(tx, secrets, key, verification, clock.now()))
      return merchantId
    },
    order: async (merchantId, over) => (await create({ merchantId, mode: 'live' }, orderForm(over))).orderId,
    async pass(seconds, stepMs = 500) {
      for (let ms = 0; ms < seconds * 1000; ms += stepMs) {
        clock.advance({ ms: stepMs })
        checks.sweep()
        await checks.idle()
      }
    },
    async close(...broken) {
      for (const close of closing) await close()
      await ledger.close(...broken)
    },
  }
}
