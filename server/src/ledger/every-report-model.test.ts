import { DAY_MS, SECOND_MS } from '@galla/contract/durations'
import { istDayOf, startOfIstDay } from '@galla/contract/ist'
import { fuzzRuns } from '@galla/upi/fuzz-harness'
import { paise } from '@galla/upi/rupees'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, newUtr, openLedger, orderForm } from '../../testing/ledger.ts'
import { sql } from '../platform/database/database.ts'
import type { ReportedCredit } from './credit.ts'
import { mergeResolvedRepeats } from './merge-credits.ts'
import { recordCredits } from './record-credit.ts'

/**
 * Payments of one amount within two minutes, reported by random sources, repeated, reordered, forwarded by two phones and recorded by
 * several processes at once. The model knows the payments; the ledger knows the reports alone.
 */
let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

const AMOUNT = paise(25000n)
const PAYERS = [
  { payerUpiId: 'asha@okaxis', payerName: 'Asha Rao' },
  { payerUpiId: 'ravi@ybl', payerName: 'Ravi Kumar' },
] as const

/** What each source says of a payment. Those without `utr` are the ones that are hard to tell apart. */
const SOURCES = {
  sms: { source: 'alert', reporter: 'canara', has: [] },
  otherPhone: { source: 'alert', reporter: 'canara phone-2', has: ['number'] },
  app: { source: 'alert', reporter: 'com.example.business', has: ['name'] },
  email: { source: 'alert', reporter: 'hdfc by e-mail', has: ['utr', 'vpa', 'number'] },
  provider: { source: 'provider', reporter: undefined, has: ['utr', 'vpa'] },
} as const
type SourceName = keyof typeof SOURCES
const NAMES = Object.keys(SOURCES) as SourceName[]

const anyStory = fc.record({
  payments: fc.array(
    fc.record({
      payer: fc.nat({ max: 1 }),
      at: fc.integer({ min: 0, max: 110 }),
      heard: fc.uniqueArray(
        fc.record({ name: fc.constantFrom(...NAMES), delay: fc.integer({ min: 0, max: 40 }) }),
        {
          selector: ({ name }) => name,
          minLength: 1,
        },
      ),
      /** The phone sends its SMS again, without a number: nobody can know that it is the same one. */
      smsAgain: fc.nat({ max: 1 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  orders: fc.nat({ max: 2 }),
  order: fc.array(fc.nat({ max: 1_000 }), { minLength: 24, maxLength: 24 }),
  atOnce: fc.integer({ min: 1, max: 4 }),
  /** Statements that come in between, of some of the payments in the order of their times: parts of a day, which may overlap. */
  files: fc.array(
    fc.record({
      after: fc.nat({ max: 12 }),
      first: fc.nat({ max: 3 }),
      rows: fc.integer({ min: 1, max: 4 }),
      /** Of some banks no more than the day of a row is known. */
      days: fc.boolean(),
    }),
    {
      maxLength: 3,
    },
  ),
})
type Story = typeof anyStory extends fc.Arbitrary<infer T> ? T : never

interface Payment {
  readonly utr: string
  readonly reports: readonly ReportedCredit[]
  readonly row: ReportedCredit
}

let keys = 0

const paymentOf = (
  merchantId: string,
  { payer, at, heard, smsAgain }: Story['payments'][number],
): Payment => {
  const utr = newUtr()
  const start = ledger.clock.now().getTime() + at * SECOND_MS
  const who = PAYERS[payer] ?? PAYERS[0]
  const report = (delay: number, over: Partial<ReportedCredit>): ReportedCredit => {
    keys += 1
    const receivedAt = new Date(start + delay * SECOND_MS)
    const base = { amount: AMOUNT, reference: null, payerUpiId: null, payerName: null, receivedAt }
    return creditFor(ledger, { merchantId, orderId: '' }, { ...base, sourceKey: `report ${keys}`, ...over })
  }
  const reports = heard.flatMap(({ name, delay }) => {
    const { source, reporter, has } = SOURCES[name]
    const does = (what: string) => has.some((each) => each === what)
    return Array.from({ length: name === 'sms' ? 1 + smsAgain : 1 }, (_, n) =>
      report(delay + n, {
        source,
        utr: does('utr') ? utr : null,
        payerUpiId: does('vpa') ? who.payerUpiId : null,
        payerName: does('name') ? who.payerName : null,
        ...(reporter !== undefined && { reporter }),
        ...(does('number') && { messageId: `number of ${utr}` }),
      }),
    )
  })
  return { utr, reports, row: report(0, { source: 'statement', utr }) }
}

const recordAtOnce = async (reports: readonly ReportedCredit[], atOnce: number): Promise<void> => {
  for (let n = 0; n < reports.length; n += 2 * atOnce) {
    const sets = Array.from({ length: atOnce }, (_, k) => reports.slice(n + 2 * k, n + 2 * k + 2))
    await Promise.all(sets.map((set) => ledger.db.transaction((tx) => recordCredits(tx, ledger, set))))
  }
}

const dayOf = (row: ReportedCredit): ReportedCredit => {
  const receivedAt = startOfIstDay(istDayOf(row.receivedAt))
  const to = new Date(receivedAt.getTime() + DAY_MS)
  return { ...row, receivedAt, received: { from: receivedAt, to, named: 'day' } }
}

/** Records the rows of a statement, which covers the time between its first and its last one, as an import does. */
const importRows = async (
  merchantId: string,
  rows: readonly ReportedCredit[],
  listed: Set<string>,
  covered?: { readonly from: Date; readonly to: Date },
): Promise<void> => {
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return
  await ledger.db.transaction((tx) => recordCredits(tx, ledger, rows))
  for (const { utr } of rows) if (utr !== null) listed.add(utr)
  const { from, to } = covered ?? { from: first.received?.to ?? first.receivedAt, to: last.receivedAt }
  if (from < to) await mergeResolvedRepeats(ledger, { merchantId, accountId: 'acc_1' }, { from, to })
}

const creditsOf = (merchantId: string) =>
  ledger.db.rows<{ utr: string | null; state: string; asks: boolean; merged: boolean; keys: string[] }>(sql`
    select utr, state, possible_repeat_of is not null as asks, merged_into is not null as merged,
      array(select source_key from evidence e where e.merchant_id = c.merchant_id and e.credit_id = c.credit_id) as keys
    from credits c where merchant_id = ${merchantId}`)

const settledOf = (merchantId: string) =>
  ledger.db.rows<{ utr: string }>(sql`
    select c.utr from orders o join credits c on c.merchant_id = o.merchant_id and c.credit_id = o.settled_by_credit_id
    where o.merchant_id = ${merchantId}`)

/** What holds however the reports came. */
const expectCounted = async (
  merchantId: string,
  payments: readonly Payment[],
  listed: ReadonlySet<string> = new Set(),
) => {
  const credits = await creditsOf(merchantId)
  const live = credits.filter(({ merged }) => !merged)
  // Nothing vanishes, and nothing counts twice: each report is evidence of one payment that counts.
  for (const { sourceKey } of payments.flatMap(({ reports }) => reports))
    expect(live.filter((credit) => credit.keys.includes(sourceKey))).toHaveLength(1)
  for (const utr of listed) expect(live.filter((credit) => credit.utr === utr)).toHaveLength(1)
  expect(live.filter(({ asks }) => !asks).length).toBeLessThanOrEqual(payments.length)
  const certain = (of: (report: ReportedCredit) => unknown) =>
    new Set(payments.flatMap(({ reports }) => reports).flatMap((report) => of(report) ?? [])).size
  expect(live.length).toBeGreaterThanOrEqual(
    Math.max(
      certain(({ utr }) => utr),
      certain(({ reporter, messageId }) => (reporter === SOURCES.otherPhone.reporter ? messageId : null)),
    ),
  )
  const settled = (await settledOf(merchantId)).map(({ utr }) => utr)
  expect(new Set(settled).size).toBe(settled.length)
  expect(credits.filter(({ state }) => state === 'matched').map(({ utr }) => utr)).toHaveLength(
    settled.length,
  )
  for (const utr of settled) expect(payments.map((payment) => payment.utr)).toContain(utr)
  return live
}

test('recordCredits counts each payment once, whatever reports it, and a statement resolves all possible repeats', async () => {
  await fc.assert(
    fc.asyncProperty(anyStory, async ({ payments: made, orders, order, atOnce, files }) => {
      const merchant = await addMerchant(ledger.db)
      const { merchantId } = merchant
      for (let n = 0; n < orders; n += 1) await ledger.create(merchant, orderForm({ amount: AMOUNT }))
      const payments = made.map((payment) => paymentOf(merchantId, payment))
      const all = payments.flatMap(({ reports }) => reports)
      const shuffled = all
        .map((report, n) => ({ report, place: order[n % order.length] ?? 0 }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ report }) => report)
      const byTime = payments
        .map(({ row }) => row)
        .toSorted((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())
      const listed = new Set<string>()
      let done = 0
      for (const { after, first, rows, days } of files.toSorted((a, b) => a.after - b.after)) {
        await recordAtOnce(shuffled.slice(done, Math.max(done, after)), atOnce)
        done = Math.max(done, after)
        await importRows(
          merchantId,
          byTime.slice(first, first + rows).map(days ? dayOf : (row) => row),
          listed,
        )
      }
      await recordAtOnce(shuffled.slice(done), atOnce)
      await recordAtOnce(shuffled.toReversed(), 1)
      await expectCounted(merchantId, payments, listed)

      const now = ledger.clock.now().getTime()
      const covered = { from: new Date(now - SECOND_MS), to: new Date(now + 3_600 * SECOND_MS) }
      await importRows(merchantId, byTime, listed, covered)
      const live = await expectCounted(merchantId, payments, listed)
      expect(live.map(({ utr }) => utr).toSorted()).toEqual(payments.map(({ utr }) => utr).toSorted())
      expect(live.filter(({ asks }) => asks)).toEqual([])
      ledger.clock.advance({ hours: 1 })
    }),
    { numRuns: fuzzRuns(40) },
  )
})
