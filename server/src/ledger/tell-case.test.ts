import { paise } from '@galla/upi/rupees'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, newUtr, openLedger, orderForm } from '../../testing/ledger.ts'
import { addNoticeTarget, noticesOf } from '../../testing/notice-target.ts'
import { sellWalkIn } from '../counters/sell-at-counter.ts'
import { changeOrder } from '../orders/change-order.ts'
import { sql } from '../platform/database/database.ts'
import { recordCredit } from './record-credit.ts'
import { openReversalCases, recordReversals } from './reversals/record-reversals.ts'

let ledger: Ledger
let merchant: Awaited<ReturnType<typeof addMerchant>>
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())
beforeEach(async () => {
  merchant = await addMerchant(ledger.db, 'live')
  await addNoticeTarget(ledger.db, merchant.merchantId)
})

const notices = (of = merchant) => noticesOf(ledger.db, of.merchantId)

test('a payment is one notice, with its order, however often it is reported; it has neither a UTR nor a name', async () => {
  const order = await ledger.create(merchant, orderForm({ client_txn_id: 'INV-7' }))
  const credit = creditFor(ledger, order)
  await recordCredit(ledger, credit)
  await recordCredit(ledger, credit)
  await recordCredit(ledger, { ...credit, source: 'statement', sourceKey: 'row-1' })
  expect(await notices()).toEqual([{ kind: 'payment', paise: '49900', order: 'INV-7' }])
})

test('a payment after the order expired asks the merchant', async () => {
  const order = await ledger.create(merchant, orderForm({ client_txn_id: 'INV-8' }))
  ledger.clock.advance({ hours: 2 })
  await changeOrder(ledger, order.orderId, () => ({ kind: 'time' }))
  await recordCredit(ledger, creditFor(ledger, order))
  expect(await notices()).toEqual([{ kind: 'question', paise: '49900', order: 'INV-8' }])
})

test('a payment that fits no order asks once, however many sources report it', async () => {
  const credit = creditFor(ledger, { ...merchant, orderId: '' }, { reference: null, source: 'alert' })
  await recordCredit(ledger, credit)
  await recordCredit(ledger, { ...credit, source: 'provider', sourceKey: 'again' })
  expect(await notices()).toEqual([{ kind: 'question', paise: '49900', order: null }])
})

test('a possible repeat asks too, and rows of a statement do not', async () => {
  const at = { reference: null, source: 'alert', reporter: 'HDFCBK', rail: 'upi' } as const
  const [one, other] = ['msg-1', 'msg-2'].map((messageId) => ({
    ...creditFor(ledger, { ...merchant, orderId: '' }, { ...at, messageId, sourceKey: messageId }),
    utr: null,
    payerUpiId: null,
    payerName: null,
  }))
  if (one === undefined || other === undefined) throw new Error('no reports')
  await recordCredit(ledger, one)
  await recordCredit(ledger, other)
  expect(await notices()).toHaveLength(2)
  const row = { reference: null, source: 'statement', amount: paise(77_00n) } as const
  await recordCredit(ledger, creditFor(ledger, { ...merchant, orderId: '' }, row))
  expect(await notices()).toHaveLength(2)
})

const openCounter = (of = merchant) =>
  ledger.db.run(sql`
    insert into counters (merchant_id, counter_id, account_id, name, language, pin_hash, login_hash, created_at)
    values (${of.merchantId}, ${ledger.ids.ulid(ledger.clock.now())}, 'acc_1', 'Front desk', 'en', '$argon2id$none',
      ${ledger.ids.bytes(32)}, ${ledger.clock.now()})`)
const walkIn = async () => {
  const at = { reference: null, source: 'alert' } as const
  const recorded = await recordCredit(ledger, creditFor(ledger, { ...merchant, orderId: '' }, at))
  return { merchantId: merchant.merchantId, creditId: recorded.creditId }
}

test('a payment at a counter is one notice: of a sale, or of a question where it is none', async () => {
  await openCounter()
  const sale = await walkIn()
  expect(await notices()).toEqual([])
  await sellWalkIn(ledger, sale)
  await sellWalkIn(ledger, sale)
  expect(await notices()).toMatchObject([{ kind: 'payment', paise: '49900' }])
  await openCounter()
  const waiting = await walkIn()
  await sellWalkIn(ledger, waiting)
  await sellWalkIn(ledger, waiting)
  const kinds = (await notices()).map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual(['payment', 'question'])
})

test('nothing of test mode is a notice, and nothing of another merchant', async () => {
  const [tester, other] = [await addMerchant(ledger.db, 'test'), await addMerchant(ledger.db, 'live')]
  await addNoticeTarget(ledger.db, tester.merchantId)
  for (const of of [tester, other]) {
    const order = await ledger.create(of, orderForm())
    await recordCredit(ledger, creditFor(ledger, order))
    await recordCredit(
      ledger,
      creditFor(ledger, { ...of, orderId: '' }, { reference: null, source: 'alert' }),
    )
    expect(await notices(of)).toEqual([])
  }
  expect(await notices()).toEqual([])
})

test('a reversal is one notice', async () => {
  const order = await ledger.create(merchant, orderForm())
  const utr = newUtr()
  await recordCredit(ledger, creditFor(ledger, order, { utr }))
  const report = {
    ...{ merchantId: merchant.merchantId, accountId: 'acc_1', utr, sourceKey: utr, orderId: null },
    ...{ amount: null, words: null, source: 'statement' as const, at: ledger.clock.now() },
  } as const
  for (let n = 0; n < 2; n += 1)
    await ledger.db.transaction(async (tx) => {
      await recordReversals(tx, ledger, [{ ...report, sourceKey: `r${n}` }])
      await openReversalCases(tx, ledger, [report], [])
    })
  expect((await notices()).filter(({ kind }) => kind === 'reversal')).toEqual([
    { kind: 'reversal', count: 1 },
  ])
})

test('a merchant without a browser, chat or chosen e-mail has no notices', async () => {
  const quiet = await addMerchant(ledger.db, 'live')
  await recordCredit(ledger, creditFor(ledger, await ledger.create(quiet, orderForm())))
  expect(await notices(quiet)).toEqual([])
  const jobs = () =>
    ledger.db.values(
      sql`select payload from jobs where merchant_id = ${quiet.merchantId} and name = 'notice.mail'`,
    )
  expect(await jobs()).toEqual([])
  await ledger.db.run(sql`
    insert into notice_choices (merchant_id, kind, way, is_wanted) values (${quiet.merchantId}, 'payment', 'email', true)`)
  await recordCredit(
    ledger,
    creditFor(ledger, await ledger.create(quiet, orderForm({ client_txn_id: 'INV-9' }))),
  )
  expect(await jobs()).toMatchObject([{ notice: { kind: 'payment', order: 'INV-9' } }])
})
