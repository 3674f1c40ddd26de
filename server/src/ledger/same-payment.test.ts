import { DAY_MS, SECOND_MS } from '@galla/contract/durations'
import { paise } from '@galla/upi/rupees'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, newUtr, openLedger } from '../../testing/ledger.ts'
import { listLockWaits } from '../../testing/lock-waits.ts'
import { sql } from '../platform/database/database.ts'
import type { ReportedCredit } from './credit.ts'
import { lockAmounts } from './credit-store.ts'
import { mergeResolvedRepeats } from './merge-credits.ts'
import { recordCredit, recordCredits } from './record-credit.ts'
import { updatePossibleRepeat } from './same-payment-store.ts'

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

let keys = 0

/** A merchant, and reports of payments of one amount to them. */
const openShop = async () => {
  const merchant = await addMerchant(ledger.db)
  const start = ledger.clock.now().getTime()
  const report = (seconds: number, over: Partial<ReportedCredit>): ReportedCredit => {
    keys += 1
    const base = { reference: null, payerUpiId: null, payerName: null, amount: paise(25000n) } as const
    const receivedAt = new Date(start + seconds * SECOND_MS)
    const order = { ...merchant, orderId: '' }
    return creditFor(ledger, order, { ...base, receivedAt, sourceKey: `key ${keys}`, ...over })
  }
  const alert =
    (reporter: string) =>
    (seconds: number, over: Partial<ReportedCredit> = {}) =>
      report(seconds, { source: 'alert', reporter, utr: null, ...over })
  return {
    ...merchant,
    sms: alert('canara'),
    app: alert('com.example.business'),
    email: (seconds: number, utr = newUtr()) =>
      report(seconds, { source: 'alert', reporter: 'hdfc by e-mail', messageId: utr, utr }),
    row: (seconds: number, utr = newUtr(), over: Partial<ReportedCredit> = {}) =>
      report(seconds, { source: 'statement', utr, ...over }),
  }
}
type SomeShop = Awaited<ReturnType<typeof openShop>>

const record = async (...reports: readonly ReportedCredit[]): Promise<void> => {
  for (const report of reports) await recordCredit(ledger, report)
}

/** How many payments count, and how many of them ask whether they do. */
const counted = ({ merchantId }: SomeShop) =>
  ledger.db.one<{ payments: number; questions: number }>(sql`
    select (count(*) filter (where merged_into is null))::int as payments, count(possible_repeat_of)::int as questions
    from credits where merchant_id = ${merchantId}`)

const importedUntil = ({ merchantId }: SomeShop, seconds: number) =>
  mergeResolvedRepeats(
    ledger,
    { merchantId, accountId: 'acc_1' },
    {
      from: new Date(ledger.clock.now().getTime() - DAY_MS),
      to: new Date(ledger.clock.now().getTime() + seconds * SECOND_MS),
    },
  )

test('messages of two reporters about one payment are one credit, in each order', async () => {
  for (const isAppFirst of [true, false]) {
    const shop = await openShop()
    await record(...(isAppFirst ? [shop.app(9), shop.sms(0)] : [shop.sms(0), shop.app(9)]))
    expect(await counted(shop)).toEqual({ payments: 1, questions: 0 })
  }
})

test('a payment with a UTR and a message without one are one credit, in each order', async () => {
  for (const isFirst of [true, false]) {
    const shop = await openShop()
    await record(...(isFirst ? [shop.email(20), shop.sms(0)] : [shop.sms(0), shop.email(20)]))
    expect(await counted(shop)).toEqual({ payments: 1, questions: 0 })
  }
})

test('the second of two equal messages of one reporter is a possible repeat', async () => {
  const shop = await openShop()
  await record(shop.sms(0), shop.sms(40))
  expect(await counted(shop)).toEqual({ payments: 2, questions: 1 })
})

test('two messages with different message ids are two payments', async () => {
  const shop = await openShop()
  await record(shop.sms(0, { messageId: 'a1' }), shop.sms(40, { messageId: 'a2' }))
  expect(await counted(shop)).toEqual({ payments: 2, questions: 0 })
})

test('two messages with different payers are two payments', async () => {
  const shop = await openShop()
  await record(shop.sms(0, { payerName: 'Asha Rao' }), shop.sms(40, { payerName: 'RAVI KUMAR' }))
  expect(await counted(shop)).toEqual({ payments: 2, questions: 0 })
})

test('two messages with the same sentence and another balance are two payments', async () => {
  const shop = await openShop()
  await record(shop.sms(0, { wording: 'sentence one' }), shop.sms(40, { wording: 'sentence two' }))
  expect(await counted(shop)).toEqual({ payments: 2, questions: 0 })
  const alike = await openShop()
  await record(alike.sms(0, { wording: 'sentence one' }), alike.sms(40, { wording: 'sentence one' }))
  await record(alike.sms(50, { wording: 'other three' }))
  expect(await counted(alike)).toEqual({ payments: 3, questions: 2 })
})

test('a second source that reports two payments resolves the possible repeat', async () => {
  const shop = await openShop()
  await record(shop.sms(0), shop.sms(40), shop.email(5), shop.email(45))
  expect(await counted(shop)).toEqual({ payments: 2, questions: 0 })
  const numbered = await openShop()
  await record(numbered.sms(0), numbered.sms(40))
  await record(numbered.app(5, { messageId: 'n1' }), numbered.app(45, { messageId: 'n2' }))
  expect(await counted(numbered)).toEqual({ payments: 2, questions: 0 })
})

test('a statement resolves a possible repeat: two rows are two payments, one row is one', async () => {
  const twice = await openShop()
  await record(twice.sms(0), twice.sms(40), twice.row(0), twice.row(40))
  await importedUntil(twice, 60)
  expect(await counted(twice)).toEqual({ payments: 2, questions: 0 })
  const once = await openShop()
  await record(once.sms(0), once.sms(40), once.row(0))
  await importedUntil(once, 20)
  // The statement ends before the second message.
  expect(await counted(once)).toEqual({ payments: 2, questions: 1 })
  await importedUntil(once, 60)
  expect(await counted(once)).toEqual({ payments: 1, questions: 0 })
})

test('a statement row with only a day and a message of that day are one credit', async () => {
  const shop = await openShop()
  const day = {
    receivedAt: new Date('2026-11-20T18:30:00Z'),
    received: {
      from: new Date('2026-11-20T18:30:00Z'),
      to: new Date('2026-11-21T18:30:00Z'),
      named: 'day',
    } as const,
  }
  await record(shop.sms(0), shop.row(0, newUtr(), day))
  expect(await counted(shop)).toEqual({ payments: 1, questions: 0 })
  await record(shop.app(3))
  expect(await counted(shop)).toEqual({ payments: 1, questions: 0 })
})

test('a repeated report changes nothing, and a merged credit stays merged', async () => {
  const shop = await openShop()
  const reports = [shop.sms(0), shop.app(5), shop.email(9), shop.sms(40)]
  await record(...reports)
  const before = await counted(shop)
  for (const report of reports) expect((await recordCredit(ledger, report)).kind).toBe('known')
  expect(await counted(shop)).toEqual(before)
  await expect(
    ledger.db.run(sql`update credits set state = 'unmatched' where merged_into is not null`),
  ).rejects.toThrow('credits_merged_count_nowhere')
})

test('concurrent processes count a payment once and record one possible repeat', async () => {
  for (let round = 0; round < 20; round += 1) {
    const shop = await openShop()
    const sets = [[shop.sms(0)], [shop.app(4)], [shop.email(8)], [shop.sms(30)]]
    await Promise.all(sets.map((set) => ledger.db.transaction((tx) => recordCredits(tx, ledger, set))))
    expect(await counted(shop)).toEqual({ payments: 2, questions: 1 })
  }
})

test('mergeResolvedRepeats merges no credit that a person decides on at the same time', async () => {
  const shop = await openShop()
  const { merchantId } = shop
  const [amount, otherAmount] = [paise(25000n), paise(31000n)]
  await record(shop.app(0), shop.app(1), shop.row(0))
  const merging: Promise<void>[] = []
  await ledger.db.transaction(async (decision) => {
    await ledger.db.transaction(async (tx) => {
      await lockAmounts(tx, [{ merchantId, amount }])
      merging.push(importedUntil(shop, 60))
      await expect.poll(async () => (await listLockWaits(ledger.db)).length).toBe(1)
      const over = { amount: otherAmount }
      await record(shop.app(0, over), shop.app(1, over), shop.row(0, newUtr(), over))
      await lockAmounts(decision, [{ merchantId, amount: otherAmount }])
      const creditId = await decision.value<string>(sql`
        select credit_id from credits
        where merchant_id = ${merchantId} and amount_paise = ${otherAmount} and possible_repeat_of is not null`)
      await updatePossibleRepeat(decision, { merchantId, creditId }, null)
    })
    await expect.poll(async () => (await listLockWaits(ledger.db)).length).toBe(1)
  })
  await Promise.all(merging)
  expect(await counted(shop)).toEqual({ payments: 3, questions: 0 })
})
