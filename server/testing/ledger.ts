import type { Mode } from '@galla/contract/orders/order-status'
import type { PaymentLinkForm } from '@galla/contract/orders/orders'
import { paise } from '@galla/upi/rupees'
import type { PromiseName } from '../src/ledger/check/ledger-check.ts'
import type { ReportedCredit } from '../src/ledger/credit.ts'
import type { OrderDeps } from '../src/orders/change-order.ts'
import type { CreateDeps } from '../src/orders/create/create-order.ts'
import { type CreateOrder, createOrders } from '../src/orders/create/create-order.ts'
import { type ManualClock, manualClock } from '../src/platform/clock.ts'
import { type Database, openDatabase, type Queryable, sql } from '../src/platform/database/database.ts'
import { randomIds } from '../src/platform/ids.ts'
import { createTestDatabase, PATIENCE_MS } from './database.ts'
import { askingNobody } from './qr-making.ts'
import { expectVerified } from './verified.ts'

export const LEDGER_START = new Date('2026-11-21T04:00:00Z')

export interface Ledger extends OrderDeps, CreateDeps {
  readonly db: Database
  readonly clock: ManualClock
  readonly create: CreateOrder
  readonly connectionString: string
  /** The notifications that were committed, in the order of their writing. */
  announced(orderId: string): Promise<{ event: string; sequence: number }[]>
  /** Holds the ledger's promises against all that was done; those that the test broke by hand are named. */
  close(...broken: readonly PromiseName[]): Promise<void>
}

/** The money core on a real database, without HTTP: what the tests of orders and credits drive. */
export const openLedger = async (max = 10): Promise<Ledger> => {
  const database = await createTestDatabase()
  const db = openDatabase(database.connectionString, { max, connectTimeoutMs: PATIENCE_MS })
  const clock = manualClock(LEDGER_START)
  const paymentUrl = (orderId: string) => `https://galla.example/pay/${orderId}`
  const base = { db, clock, ids: randomIds, qr: askingNobody, paymentUrl, trialQrRequests: 1_000_000 }
  return {
    ...base,
    wakeDeliveries: () => {},
    changed: () => {},
    create: createOrders(base),
    connectionString: database.connectionString,
    announced: (orderId) =>
      db.rows(sql`select event, sequence from webhook_events where order_id = ${orderId} order by sequence`),
    close: async (...broken) => {
      await expectVerified({ db, clock }, ...broken)
      await db.close()
      await database.drop()
    },
  }
}

/** A merchant with a current account, and nothing else. */
export const addMerchant = async (
  db: Database,
  mode: Mode = 'test',
): Promise<{ merchantId: string; mode: Mode }> => {
  const merchantId = `mer_${randomIds.ulid(LEDGER_START).toLowerCase()}`
  await db.run(sql`
    insert into merchants (merchant_id, role, is_platform, name, email, mobile_number, password_hash, created_at)
    values (${merchantId}, 'owner', false, 'Sharma Tea', ${`${merchantId}@example.com`}, '9876543210', '$argon2id$none',
      ${LEDGER_START})`)
  const upiId = mode === 'test' ? `${merchantId}@gallatest` : `${merchantId}@examplebank`
  await db.run(sql`
    insert into accounts (merchant_id, account_id, mode, provider, merchant_name, upi_id, is_current, created_at)
    values (${merchantId}, 'acc_1', ${mode}, ${mode === 'test' ? 'simulator' : 'other'}, 'Sharma Tea', ${upiId}, true,
      ${LEDGER_START})`)
  return { merchantId, mode }
}

/** Adds an order to a closed counter of the merchant, as a sale of it or as one that its cashier picked. */
export const addCounterOrder = (db: Queryable, merchantId: string, orderId: string, isSale: boolean) =>
  db.run(sql`
    with counter as (
      insert into counters (merchant_id, counter_id, account_id, name, language, pin_hash, login_hash, created_at, closed_at)
      values (${merchantId}, ${randomIds.ulid(LEDGER_START)}, 'acc_1', 'Front desk', 'en', '$argon2id$none',
        sha256(${orderId}::text::bytea), ${LEDGER_START}, ${LEDGER_START})
      returning counter_id)
    insert into counter_orders (merchant_id, order_id, counter_id, added_at, is_sale)
    select ${merchantId}, ${orderId}, counter_id, ${LEDGER_START}, ${isSale} from counter`)

let orders = 0

export const orderForm = (over: Partial<PaymentLinkForm> = {}): PaymentLinkForm => {
  orders += 1
  return {
    client_txn_id: `TXN_${orders}`,
    amount: paise(49900n),
    p_info: 'Masala tea',
    customer_name: 'Asha Rao',
    customer_email: 'asha@example.com',
    customer_mobile: '9876543210',
    redirect_url: 'https://shop.example/done?cart=7',
    ...over,
  }
}

let utrs = 600_000_000_000

export const newUtr = (): string => {
  utrs += 1
  return String(utrs)
}

export const creditFor = (
  ledger: Ledger,
  order: { merchantId: string; orderId: string },
  over: Partial<ReportedCredit> = {},
): ReportedCredit => {
  const utr = over.utr ?? newUtr()
  return {
    merchantId: order.merchantId,
    accountId: 'acc_1',
    source: 'simulator',
    sourceKey: `credit-${utr}`,
    utr,
    amount: paise(49900n),
    rail: 'upi',
    receivedAt: ledger.clock.now(),
    reference: order.orderId,
    payerUpiId: 'asha@okaxis',
    payerName: 'Asha Rao',
    ...over,
  }
}
