import type { Mode } from '@galla/contract/orders/order-status'
import type { PaymentLinkForm } from '@galla/contract/orders/orders'
import { paise } from '@galla/upi/rupees'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, LEDGER_START, type Ledger, openLedger, orderForm } from '../../../testing/ledger.ts'
import { type Statement, sql } from '../../platform/database/database.ts'
import { requestOf } from './build-order-request.ts'
import { createOnShard } from './create-on-shard.ts'
import { type CreationResult, insertOrders } from './create-order-store.ts'
import type { OrderRequest } from './order-request.ts'

const IN_AN_HOUR = new Date(LEDGER_START.getTime() + 3_600_000)

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

type Create = (requests: readonly OrderRequest[], merchantId: string) => Promise<CreationResult[]>
interface Case {
  readonly mode: Mode
  /** What the merchant has before. */
  readonly has?: (merchantId: string) => Statement
  readonly ordered?: readonly PaymentLinkForm[]
  readonly forms: readonly PaymentLinkForm[]
}

const inOneStatement: Create = (requests) => insertOrders(ledger.db, requests, '')
const inSmallStatements: Create = (requests, merchantId) => createOnShard(ledger.db, requests, merchantId)

/** What a merchant of the case is answered, and what is stored; orders are named by their client_txn_id. */
const outcomeOf = async (create: Create, { mode, has, ordered = [], forms }: Case) => {
  const { merchantId } = await addMerchant(ledger.db, mode)
  if (has) await ledger.db.run(has(merchantId))
  const requestsOf = (some: readonly PaymentLinkForm[]) =>
    some.map((form) => requestOf(ledger, { merchantId, mode }, form))
  await inOneStatement(requestsOf(ordered), merchantId)
  const results = await create(requestsOf(forms), merchantId)
  const orders = await ledger.db.rows<Record<string, unknown> & { order_id: string; client_txn_id: string }>(
    sql`select * from orders where merchant_id = ${merchantId} order by client_txn_id`,
  )
  const names = new Map(orders.map((order) => [order.order_id, order.client_txn_id]))
  return {
    results: results.map((result) => ({
      ...result,
      merchantId: result.merchantId === merchantId,
      upiId: result.upiId?.replace(merchantId, 'own'),
      oldOrderId: names.get(result.oldOrderId),
      sameRequest: result.sameRequest === true,
    })),
    orders: orders.map((order) => ({ ...order, merchant_id: 'own', order_id: 'own' })),
    quotas: await ledger.db.rows(
      sql`select trial_left, plan_left, used::int from quotas where merchant_id = ${merchantId}`,
    ),
  }
}

const forms = (count: number, over: Partial<PaymentLinkForm> = {}): PaymentLinkForm[] =>
  Array.from({ length: count }, () => orderForm(over))
const quota =
  (trial: number, plan = 0, endsAt: Date | null = null) =>
  (merchantId: string) =>
    sql`insert into quotas (merchant_id, trial_left, plan_left, plan_expires_at)
      values (${merchantId}, ${trial}, ${plan}, ${endsAt})`

const [used, other] = [orderForm(), orderForm()]
const full = orderForm({ udf1: 'एक', udf2: '', udf3: "it's", expires_in: 3600, redirect_url: '' })

test.each<[string, Case]>([
  ['orders in test mode', { mode: 'test', forms: [...forms(3), full] }],
  ['live orders of the trial', { mode: 'live', has: quota(10), forms: [...forms(3), full] }],
  ['live orders of a plan', { mode: 'live', has: quota(10, 5, IN_AN_HOUR), forms: forms(5) }],
  ['a plan that has ended', { mode: 'live', has: quota(10, 5, LEDGER_START), forms: forms(2) }],
  ['too little of a trial', { mode: 'live', has: quota(2), forms: forms(3) }],
  ['too little of a plan', { mode: 'live', has: quota(9, 2, IN_AN_HOUR), forms: forms(3) }],
  ['a first live order', { mode: 'live', forms: forms(1) }],
  [
    'a window that is too short',
    { mode: 'live', has: quota(9), forms: [...forms(1), orderForm({ expires_in: 60 })] },
  ],
  [
    'used ids, of the same request and of another',
    {
      mode: 'test',
      ordered: [used, other],
      forms: [...forms(1), used, { ...other, amount: paise(100n) }],
    },
  ],
  [
    'a suspended merchant',
    {
      mode: 'test',
      has: (id) =>
        sql`update merchants set suspended_at = ${LEDGER_START}, suspended_reason = 'x' where merchant_id = ${id}`,
      forms: forms(1),
    },
  ],
  [
    'no account',
    {
      mode: 'test',
      has: (id) => sql`update accounts set is_current = false where merchant_id = ${id}`,
      forms: forms(1),
    },
  ],
  [
    'an account with amounts of its own',
    {
      mode: 'test',
      has: (id) => sql`update accounts set unique_amounts = true where merchant_id = ${id}`,
      forms: forms(1),
    },
  ],
  [
    'an account whose provider makes the QR',
    {
      mode: 'test',
      has: (id) => sql`update accounts set provider_makes_qr = true where merchant_id = ${id}`,
      forms: forms(1),
    },
  ],
  [
    'an account that a provider is asked about',
    {
      mode: 'live',
      has: (id) => sql`
        with source as (
          insert into account_sources (merchant_id, account_id, source, credentials_sealed, connected_at)
          values (${id}, 'acc_1', 'cashfree', '\\x00', ${LEDGER_START}))
        insert into quotas (merchant_id, trial_left) values (${id}, 5)`,
      forms: forms(2),
    },
  ],
])('%s: as in one statement', async (_what, given) => {
  const small = await outcomeOf(inSmallStatements, given)
  expect(small).toEqual(await outcomeOf(inOneStatement, given))
  expect(small.results).toHaveLength(given.forms.length)
})

test('the second of two orders with one id is a duplicate of the first', async () => {
  const twice = orderForm()
  const { results, orders } = await outcomeOf(inSmallStatements, { mode: 'test', forms: [twice, twice] })
  expect(results.map(({ outcome, oldOrderId }) => [outcome, oldOrderId])).toEqual([
    ['created', undefined],
    ['duplicate', twice.client_txn_id],
  ])
  expect(orders).toHaveLength(1)
})

test('an order that is tried again after it was created was created', async () => {
  const { merchantId, mode } = await addMerchant(ledger.db)
  const request = requestOf(ledger, { merchantId, mode }, orderForm())
  for (const _ of [1, 2]) {
    const [result] = await inSmallStatements([request], merchantId)
    expect(result?.outcome).toBe('created')
  }
})

test('live orders wait for nobody who holds the quota', async () => {
  const { merchantId, mode } = await addMerchant(ledger.db, 'live')
  await ledger.db.run(quota(5)(merchantId))
  const request = requestOf(ledger, { merchantId, mode }, orderForm())
  await ledger.db.transaction(async (tx) => {
    await tx.run(sql`update quotas set used = used where merchant_id = ${merchantId}`)
    const [result] = await inSmallStatements([request], merchantId)
    expect(result?.outcome).toBe('in_turn')
  })
})
