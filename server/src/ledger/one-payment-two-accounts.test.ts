import { type Paise, paise } from '@galla/upi/rupees'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, newUtr, openLedger, orderForm } from '../../testing/ledger.ts'
import { sellWalkIn } from '../counters/sell-at-counter.ts'
import { sql } from '../platform/database/database.ts'
import { listCreditsOfKey } from '../reconciliation/list-credits.ts'
import type { Recorded, ReportedCredit } from './credit.ts'
import { recordCredit, recordCredits } from './record-credit.ts'
import { startRefund } from './refunds/change-refunds.ts'
import { openReversalCases, recordReversals } from './reversals/record-reversals.ts'

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

/** Two open orders of one amount and one merchant, each of its own account, and the reports of one payment to both accounts. */
const twoReports = async (over: Partial<ReportedCredit> = {}): Promise<[ReportedCredit, ReportedCredit]> => {
  const merchant = await addMerchant(ledger.db, 'live')
  const { merchantId } = merchant
  const first = await ledger.create(merchant, orderForm())
  await ledger.db.run(
    sql`update accounts set is_current = false where merchant_id = ${merchantId} and account_id = 'acc_1'`,
  )
  await ledger.db.run(sql`
    insert into accounts (merchant_id, account_id, mode, provider, merchant_name, upi_id, is_current, created_at)
    values (${merchantId}, 'acc_2', 'live', 'other', 'Sharma Tea', ${`${merchantId}.2@examplebank`}, true, ${ledger.clock.now()})`)
  const second = await ledger.create(merchant, orderForm())
  const report = { utr: newUtr(), reference: null, source: 'alert', ...over } as const
  return [
    creditFor(ledger, first, { ...report, accountId: 'acc_1' }),
    creditFor(ledger, second, { ...report, sourceKey: `again ${report.utr}`, accountId: 'acc_2' }),
  ]
}

const stateOf = (recorded: Recorded) => (recorded.kind === 'recorded' ? recorded.state : recorded.kind)

const creditsOf = ({ merchantId }: ReportedCredit) =>
  ledger.db.rows<{ account: string; state: string }>(
    sql`select account_id as account, state from credits where merchant_id = ${merchantId} order by account_id, state`,
  )

/** Only the order of the second account stays payable at that time. */
const closeFirst = async ({ merchantId }: ReportedCredit): Promise<void> => {
  const orderId = await ledger.db.value<string>(
    sql`select order_id as "orderId" from orders where merchant_id = ${merchantId} and account_id = 'acc_1'`,
  )
  await ledger.db.run(sql`
    update orders set expires_at = ${new Date(ledger.clock.now().getTime() - 3_600_000)}
    where merchant_id = ${merchantId} and order_id = ${orderId}`)
}

test('a payment that fits an order of each account is ambiguous', async () => {
  const [first, second] = await twoReports()
  expect(stateOf(await recordCredit(ledger, second))).toBe('ambiguous')
  expect(stateOf(await recordCredit(ledger, first))).toBe('ambiguous')
  expect(await creditsOf(first)).toEqual([{ account: 'acc_2', state: 'ambiguous' }])
})

test('a payment that two accounts report is one credit, whichever comes first', async () => {
  for (const order of [0, 1]) {
    const reports = await twoReports()
    await closeFirst(reports[0])
    const recorded: string[] = []
    for (const report of order === 0 ? reports : reports.toReversed())
      recorded.push(stateOf(await recordCredit(ledger, report)))
    // The account that the order is paid to settles it, also where the other one reported it first.
    expect(recorded).toEqual(order === 0 ? ['unmatched', 'matched'] : ['matched', 'matched'])
    expect(await creditsOf(reports[0])).toHaveLength(1)
    const again = { ...reports[0], source: 'statement', sourceKey: 'row 1' } as const
    expect(stateOf(await recordCredit(ledger, again))).toBe('matched')
    expect(stateOf(await recordCredit(ledger, again))).toBe('known')
  }
})

test('a payment that two accounts report concurrently is one credit', async () => {
  for (let round = 0; round < 20; round += 1) {
    const reports = await twoReports()
    await closeFirst(reports[0])
    await Promise.all(reports.map((report) => recordCredit(ledger, report)))
    expect(await creditsOf(reports[0])).toMatchObject([{ state: 'matched' }])
  }
})

test('two amounts of one UTR are one credit, whichever account reports them', async () => {
  for (let round = 0; round < 10; round += 1) {
    const [first, second] = await twoReports({ payerUpiId: null })
    const other = { ...second, amount: paise(100n) }
    await Promise.all([recordCredit(ledger, first), recordCredit(ledger, other)])
    expect(await creditsOf(first)).toMatchObject([{ state: 'amount_mismatch' }])
  }
})

test('two UPI IDs of one bank account settle orders of each other', async () => {
  const [first] = await twoReports()
  await closeFirst(first)
  expect(stateOf(await recordCredit(ledger, first))).toBe('unmatched')
  await ledger.db.run(sql`update accounts set last_digits = '4321' where merchant_id = ${first.merchantId}`)
  const utr = newUtr()
  expect(stateOf(await recordCredit(ledger, { ...first, utr, sourceKey: utr }))).toBe('matched')
})

test('a report with a reference settles its order even if another account reported the payment', async () => {
  const [first, second] = await twoReports()
  const [ofFirst, ofSecond] = [await orderOf(first), await orderOf(second)]
  expect(stateOf(await recordCredit(ledger, { ...first, reference: ofFirst }))).toBe('matched')
  const received = () =>
    ledger.db.value<bigint>(
      sql`select sum(paise)::bigint as sum from received_changes where merchant_id = ${first.merchantId}`,
    )
  const before = await received()
  expect(stateOf(await recordCredit(ledger, { ...second, reference: ofSecond }))).toBe('matched')
  expect(stateOf(await recordCredit(ledger, { ...second, reference: ofSecond }))).toBe('known')
  expect(await received(), 'the payment is counted once').toBe(before)
})

test('of a payment that settled an order of each account, the money goes back once, also when both ask at once', async () => {
  const [first, second] = await twoReports()
  const [ofFirst, ofSecond] = [await orderOf(first), await orderOf(second)]
  const one = await recordCredit(ledger, { ...first, reference: ofFirst })
  const two = await recordCredit(ledger, { ...second, reference: ofSecond })
  const caller = { merchantId: first.merchantId, mode: 'live' } as const
  const refund = (creditId: string, amount?: Paise) =>
    startRefund(ledger, { ...caller, whom: 'The shop' }, creditId, { amount, utr: newUtr() })
  // Neither record goes back whole.
  await refund(one.creditId, paise(100n))
  await refund(two.creditId, paise(first.amount - 200n))
  const both = [one, two].map(({ creditId }) => refund(creditId, paise(100n)))
  expect((await Promise.allSettled(both)).map(({ status }) => status).toSorted()).toEqual([
    'fulfilled',
    'rejected',
  ])
  for (const { creditId } of [one, two])
    await expect(refund(creditId)).rejects.toMatchObject({ errors: [{ field: 'amount' }] })
  const { data } = await listCreditsOfKey(ledger, caller, { limit: 10 })
  expect(data.map(({ id, copyOf }) => [id, copyOf])).toEqual(
    expect.arrayContaining([
      [one.creditId, null],
      [two.creditId, one.creditId],
    ]),
  )
})

test('two payments to two accounts settle both orders', async () => {
  const [first, second] = await twoReports()
  const utr = newUtr()
  const [ofFirst, ofSecond] = [await orderOf(first), await orderOf(second)]
  const reports = [
    { ...first, reference: ofFirst },
    { ...second, utr, sourceKey: utr, reference: ofSecond },
  ]
  const recorded = await ledger.db.transaction((tx) => recordCredits(tx, ledger, reports))
  expect(recorded.map(stateOf)).toEqual(['matched', 'matched'])
})

const reversalsOf = ({ merchantId, accountId, utr, receivedAt }: ReportedCredit) =>
  [
    {
      merchantId,
      accountId,
      utr,
      orderId: null,
      source: 'alert',
      sourceKey: `reversed ${utr}`,
      amount: null,
      at: receivedAt,
      words: null,
    },
  ] as const

/** Reports at the account of this report that the bank took its payment back. */
const reverse = (report: ReportedCredit): Promise<void> =>
  ledger.db.transaction(async (tx) => {
    const reversals = reversalsOf(report)
    await recordReversals(tx, ledger, reversals)
    await openReversalCases(tx, ledger, reversals, [])
  })

const casesOf = ({ merchantId }: ReportedCredit) =>
  ledger.db.rows(sql`
    select c.account_id as account, c.state, v.announced_at is not null as announced from reversals v
    join credits c on c.merchant_id = v.merchant_id and c.credit_id = v.credit_id
    where v.merchant_id = ${merchantId}`)

test('a payment to one account that another account reports as taken back is a case', async () => {
  const [first, second] = await twoReports()
  await recordCredit(ledger, { ...first, reference: await orderOf(first) })
  await reverse(second)
  expect(await casesOf(first)).toEqual([{ account: 'acc_1', state: 'matched', announced: true }])
})

test('a payment that another account has reported as taken back settles no order', async () => {
  const [first, second] = await twoReports()
  await reverse(second)
  const report = { ...first, reference: await orderOf(first) }
  await ledger.db.transaction(async (tx) => {
    expect((await recordCredits(tx, ledger, [report])).map(stateOf)).toEqual(['unmatched'])
    await openReversalCases(tx, ledger, [], [report])
  })
  expect(await casesOf(first)).toEqual([{ account: 'acc_1', state: 'unmatched', announced: false }])
})

test('a payment that another account has reported as taken back is no sale of a counter', async () => {
  for (const isReversed of [false, true]) {
    const [first, second] = await twoReports({ amount: paise(70_000n) })
    const { merchantId } = first
    await ledger.db.run(sql`
      insert into counters (merchant_id, counter_id, account_id, name, language, pin_hash, login_hash, created_at)
      values (${merchantId}, ${ledger.ids.ulid(ledger.clock.now())}, 'acc_2', 'Front desk', 'en', '$argon2id$none',
        ${ledger.ids.bytes(32)}, ${ledger.clock.now()})`)
    if (isReversed) await ledger.db.transaction((tx) => recordReversals(tx, ledger, reversalsOf(first)))
    // Of a source that opens no case: the sweep does.
    const { creditId } = await recordCredit(ledger, { ...second, source: 'provider' })
    await sellWalkIn(ledger, { merchantId, creditId })
    expect(await creditsOf(first)).toMatchObject([{ state: isReversed ? 'unmatched' : 'matched' }])
  }
})

test('a reversal of a payment with two records is the case of the account that reports it', async () => {
  for (const account of [0, 1] as const) {
    const reports = await twoReports()
    for (const report of reports) await recordCredit(ledger, { ...report, reference: await orderOf(report) })
    await reverse(reports[account])
    expect(await casesOf(reports[0])).toMatchObject([{ account: reports[account].accountId }])
  }
})

test('a reversal of a payment in test mode is none of a live payment with its UTR', async () => {
  const [first] = await twoReports()
  await recordCredit(ledger, { ...first, reference: await orderOf(first) })
  await ledger.db.run(sql`
    insert into accounts (merchant_id, account_id, mode, provider, merchant_name, upi_id, is_current, created_at)
    values (${first.merchantId}, 'acc_3', 'test', 'simulator', 'Sharma Tea', ${`${first.merchantId}@gallatest`}, true,
      ${ledger.clock.now()})`)
  await reverse({ ...first, accountId: 'acc_3' })
  expect(await casesOf(first)).toEqual([])
})

const orderOf = ({ merchantId, accountId }: ReportedCredit): Promise<string> =>
  ledger.db.value<string>(
    sql`select order_id as "orderId" from orders where merchant_id = ${merchantId} and account_id = ${accountId}`,
  )
