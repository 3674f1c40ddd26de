import type { Mode } from '@galla/contract/orders/order-status'
import { paise } from '@galla/upi/rupees'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, newUtr, openLedger, orderForm } from '../../testing/ledger.ts'
import { listLockWaits } from '../../testing/lock-waits.ts'
import type { ReportedCredit } from '../ledger/credit.ts'
import { recordCredit, recordCreditWithin } from '../ledger/record-credit.ts'
import { startRefund } from '../ledger/refunds/change-refunds.ts'
import { findOrder } from '../orders/order-store.ts'
import { sql } from '../platform/database/database.ts'
import { proposeOrders } from './propose-orders.ts'
import {
  acceptCredit,
  assignCredit,
  confirmOrder,
  ignoreCredit,
  joinCredit,
  noteCredit,
} from './reconcile.ts'

type Merchant = { readonly merchantId: string; readonly mode: Mode }

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

/** A further account of the same merchant and mode; orders go to it from then on. */
const moveTo = async ({ merchantId, mode }: Merchant, accountId: string): Promise<void> => {
  await ledger.db.run(
    sql`update accounts set is_current = false where merchant_id = ${merchantId} and mode = ${mode}`,
  )
  await ledger.db.run(sql`
    insert into accounts (merchant_id, account_id, mode, provider, merchant_name, upi_id, is_current, created_at)
    values (${merchantId}, ${accountId}, ${mode}, 'other', 'Tea', ${`${accountId.replace('_', '')}@examplebank`}, true,
      ${ledger.clock.now()})`)
}

const placed = async (merchant?: Merchant) => {
  const who = merchant ?? (await addMerchant(ledger.db, 'live'))
  const { orderId } = await ledger.create(who, orderForm())
  return { merchant: who, orderId }
}

/** Reported by a bank and matched with no order, unless `over` says more: it came an hour before any order. */
const money = async ({ merchantId }: Merchant, over: Partial<ReportedCredit> = {}): Promise<string> => {
  const report = creditFor(
    ledger,
    { merchantId, orderId: '' },
    {
      reference: null,
      source: 'statement',
      receivedAt: new Date(ledger.clock.now().getTime() - 3_600_000),
      ...over,
    },
  )
  const recorded = await recordCredit(ledger, over.utr === null ? { ...report, utr: null } : report)
  return recorded.creditId
}

const creditOf = ({ merchantId }: Merchant, creditId: string) =>
  ledger.db.one<{ state: string; order_id: string | null; note: string | null }>(sql`
    select state, order_id, note from credits where merchant_id = ${merchantId} and credit_id = ${creditId}`)
const UNTOUCHED = { state: 'unmatched', order_id: null, note: null }
const statusOf = async (orderId: string) => (await findOrder(ledger.db, orderId))?.status

test('assignCredit refuses an order of another account of the merchant', async () => {
  const { merchant, orderId } = await placed()
  await moveTo(merchant, 'acc_2')
  const creditId = await money(merchant, { accountId: 'acc_2' })
  await expect(assignCredit(ledger, merchant, creditId, { orderId })).rejects.toMatchObject({
    code: 'invalid_fields',
    errors: [{ field: 'orderId' }],
  })
  expect([await statusOf(orderId), await creditOf(merchant, creditId)]).toEqual(['created', UNTOUCHED])
})

test("assignCredit refuses another merchant's order, even with the same account id", async () => {
  const [mine, theirs] = [await addMerchant(ledger.db, 'live'), await placed()]
  const creditId = await money(mine)
  await expect(assignCredit(ledger, mine, creditId, { orderId: theirs.orderId })).rejects.toMatchObject({
    code: 'order_not_found',
  })
  expect([await statusOf(theirs.orderId), await creditOf(mine, creditId)]).toEqual(['created', UNTOUCHED])
})

test('assignCredit refuses a UTR that is being recorded for a payment of another amount', async () => {
  const { merchant, orderId } = await placed()
  const [creditId, utr] = [await money(merchant, { utr: null }), newUtr()]
  const assigning: Promise<unknown>[] = []
  await ledger.db.transaction(async (tx) => {
    const other = creditFor(
      ledger,
      { ...merchant, orderId: '' },
      { reference: null, utr, amount: paise(100n) },
    )
    await recordCreditWithin(tx, ledger, other)
    assigning.push(
      assignCredit(ledger, merchant, creditId, { orderId, utr }).catch((error: unknown) => error),
    )
    await expect.poll(async () => (await listLockWaits(ledger.db)).length).toBe(1)
  })
  expect(await assigning[0]).toMatchObject({ code: 'utr_taken' })
  expect([await statusOf(orderId), await creditOf(merchant, creditId)]).toEqual(['created', UNTOUCHED])
})

test.each<[string, (caller: Merchant, creditId: string, orderId: string) => Promise<unknown>]>([
  ['assigned', (caller, id, orderId) => assignCredit(ledger, caller, id, { orderId })],
  ['refunded', (caller, id) => startRefund(ledger, caller, id, { utr: newUtr() })],
  ['ignored', (caller, id) => ignoreCredit(ledger, caller, id, 'Rent')],
  ['noted', (caller, id) => noteCredit(ledger, caller, id, 'Rent')],
  ['shown with its orders', (caller, id) => proposeOrders(ledger, caller, id)],
])('a live credit cannot be %s in test mode', async (_action, does) => {
  const { merchant, orderId } = await placed()
  const creditId = await money(merchant)
  const inTest = { ...merchant, mode: 'test' } as const
  await expect(does(inTest, creditId, orderId)).rejects.toMatchObject({ code: 'credit_not_found' })
  expect([await statusOf(orderId), await creditOf(merchant, creditId)]).toEqual(['created', UNTOUCHED])
})

test('test mode accepts and merges no live credit, and confirms no live order', async () => {
  const { merchant, orderId } = await placed()
  const inTest = { ...merchant, mode: 'test' } as const
  const other = creditFor(ledger, { ...merchant, orderId }, { amount: 100n as never })
  const mismatch = (await recordCredit(ledger, other)).creditId
  const [nameless, named] = [await money(merchant, { utr: null, sourceKey: 'row-1' }), await money(merchant)]
  for (const refused of [
    () => acceptCredit(ledger, inTest, mismatch, undefined),
    () => joinCredit(ledger, inTest, nameless, { creditId: named }),
  ])
    await expect(refused()).rejects.toMatchObject({ code: 'credit_not_found' })
  await expect(confirmOrder(ledger, inTest, orderId, { utr: newUtr() })).rejects.toMatchObject({
    code: 'order_not_found',
  })
  expect(await statusOf(orderId)).toBe('created')
})

test('joinCredit refuses a credit of another account', async () => {
  const { merchant } = await placed()
  const nameless = await money(merchant, { utr: null, sourceKey: 'row-2' })
  await moveTo(merchant, 'acc_2')
  const named = await money(merchant, { accountId: 'acc_2' })
  await expect(joinCredit(ledger, merchant, nameless, { creditId: named })).rejects.toMatchObject({
    code: 'credit_not_found',
  })
  expect(await creditOf(merchant, nameless)).toEqual(UNTOUCHED)
})

test('proposeOrders lists only unpaid orders of the account that received the money, also for claimed UTRs', async () => {
  const { merchant, orderId: claimed } = await placed()
  const { orderId: sameAmount } = await placed(merchant)
  const { orderId: paid } = await placed(merchant)
  const utr = newUtr()
  await recordCredit(ledger, creditFor(ledger, { ...merchant, orderId: paid }))
  await moveTo(merchant, 'acc_2')
  const { orderId: ofAnotherAccount } = await placed(merchant)
  const stranger = await placed()
  for (const [who, orderId] of [
    [merchant, claimed],
    [merchant, paid],
    [merchant, ofAnotherAccount],
    [stranger.merchant, stranger.orderId],
  ] as const)
    await ledger.db.run(sql`
      insert into payment_claims (merchant_id, order_id, utr, claimed_at)
      values (${who.merchantId}, ${orderId}, ${utr}, ${ledger.clock.now()})`)
  const creditId = await money(merchant, { utr, accountId: 'acc_1' })
  const proposed = await proposeOrders(ledger, merchant, creditId)
  expect(proposed.map(({ orderId, because }) => [orderId, because])).toEqual([
    [claimed, 'claimed'],
    [sameAmount, 'same_amount'],
  ])
})

test('a payment to one account is no duplicate of an order of another account', async () => {
  const { merchant, orderId } = await placed()
  await ledger.db.run(sql`
    insert into taken_amounts (merchant_id, account_id, payable_paise, order_id, free_at)
    values (${merchant.merchantId}, 'acc_1', 49900, ${orderId}, ${new Date(ledger.clock.now().getTime() + 3_600_000)})`)
  await recordCredit(ledger, creditFor(ledger, { ...merchant, orderId }))
  await moveTo(merchant, 'acc_2')
  // By the same payer, in the window of the order, of its very amount.
  const now = ledger.clock.now()
  const creditId = await money(merchant, { accountId: 'acc_2', source: 'alert', receivedAt: now })
  expect(await creditOf(merchant, creditId)).toEqual(UNTOUCHED)
  const same = await money(merchant, { source: 'alert', receivedAt: now })
  expect(await creditOf(merchant, same)).toMatchObject({ state: 'duplicate', order_id: orderId })
})
