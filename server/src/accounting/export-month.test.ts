import type { MonthFormat } from '@galla/contract/accounting/accounting'
import { saveAccounting } from '@galla/contract/accounting/accounting'
import { istDayOf } from '@galla/contract/ist'
import type { Mode } from '@galla/contract/orders/order-status'
import { paise } from '@galla/upi/rupees'
import { SaxesParser } from 'saxes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, newUtr, openLedger, orderForm } from '../../testing/ledger.ts'
import { readCsv } from '../../testing/read-sheet.ts'
import { recordCredit } from '../ledger/record-credit.ts'
import { startRefund } from '../ledger/refunds/change-refunds.ts'
import { openReversalCases, recordReversals } from '../ledger/reversals/record-reversals.ts'
import type { ReportedReversal } from '../ledger/reversals/reported-reversal.ts'
import { sql } from '../platform/database/database.ts'
import { createExports } from '../platform/jobs/exports.ts'
import { createLog } from '../platform/log.ts'
import { dailyClosing } from '../reconciliation/daily-closing.ts'
import { ignoreCredit } from '../reconciliation/reconcile.ts'
import { openMonth } from './export-month.ts'
import { saveSettings } from './keep-settings.ts'

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
// Some credits are written past the ledger.
afterAll(() => ledger.close('credit_evidence', 'credit_history'))

type Merchant = { readonly merchantId: string; readonly mode: Mode }

const receive = (merchant: Merchant, rupees: number, at: string, over: object = {}) =>
  recordCredit(ledger, {
    ...creditFor(ledger, { merchantId: merchant.merchantId, orderId: '' }),
    amount: paise(BigInt(Math.round(rupees * 100))),
    reference: null,
    receivedAt: new Date(at),
    ...over,
  })

const file = async (merchant: Merchant, month: string, format: MonthFormat): Promise<Buffer> => {
  const log = createLog({ level: 'error', write: () => undefined })
  const exports = createExports({ clock: ledger.clock, log })
  const { body } = await openMonth({ ...ledger, exports }, merchant, { month, format })
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks)
}

interface Voucher {
  readonly [field: string]: string | [string, number][]
  readonly lines: [ledger: string, amount: number][]
}

/** Read by a strict parser of XML, not by our own words. */
const vouchersIn = (xml: string): Voucher[] => {
  const vouchers: Voucher[] = []
  let fields: Record<string, string> = {}
  let lines: [string, number][] = []
  let text = ''
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    text = ''
    if (name !== 'VOUCHER') return
    fields = { ...attributes }
    lines = []
  })
  parser.on('text', (more) => {
    text += more
  })
  parser.on('closetag', ({ name }) => {
    fields[name] = text
    text = ''
    if (name === 'ALLLEDGERENTRIES.LIST') {
      const amount = Number(fields.AMOUNT)
      expect(fields.ISDEEMEDPOSITIVE).toBe(amount < 0 ? 'Yes' : 'No')
      lines.push([fields.LEDGERNAME ?? '', amount])
    }
    if (name === 'VOUCHER') vouchers.push({ ...fields, lines })
  })
  parser.write(xml).close()
  return vouchers
}

const inPaise = (rupees: number): number => Math.round(rupees * 100)
const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + inPaise(each), 0)

const ledgersOf = (vouchers: readonly Voucher[]): Record<string, number> => {
  const sums: Record<string, number> = {}
  for (const [name, amount] of vouchers.flatMap(({ lines }) => lines))
    sums[name] = (sums[name] ?? 0) + inPaise(amount)
  return sums
}

/** What the checked sums of the ledger say that was received. */
const receivedIn = (merchant: Merchant, month: string): Promise<number> =>
  ledger.db.value<number>(sql`
    select coalesce(sum(paise), 0)::int as paise from (
      select paise from received_days where merchant_id = ${merchant.merchantId} and to_char(day, 'YYYY-MM') = ${month}
      union all
      select paise from received_changes where merchant_id = ${merchant.merchantId} and to_char(day, 'YYYY-MM') = ${month}) sums`)

test('the vouchers of a month in India balance, and what they receive is what the ledger received', async () => {
  const merchant = await addMerchant(ledger.db, 'live')
  await saveSettings(
    ledger,
    merchant.merchantId,
    saveAccounting.body.parse({ bankLedger: 'HDFC & Sons "A"' }),
  )
  const order = await ledger.create(merchant, orderForm({ client_txn_id: 'SALE-1', amount: paise(49_900n) }))
  const { creditId } = await recordCredit(ledger, creditFor(ledger, order))
  await ledger.db.run(sql`
    update credits set fee_paise = 118 where merchant_id = ${merchant.merchantId} and credit_id = ${creditId}`)
  await receive(merchant, 1, '2026-10-31T18:29:59.999Z')
  await receive(merchant, 10, '2026-10-31T18:30:00.000Z', { payerName: 'क्षत्रिय <Store> & \u0007' })
  await receive(merchant, 100, '2026-11-30T18:29:59.999Z', { utr: null, payerName: null, payerUpiId: null })
  await receive(merchant, 1000, '2026-11-30T18:30:00.000Z')
  await receive(await addMerchant(ledger.db, 'live'), 5, '2026-11-10T06:00:00Z')
  const xml = (await file(merchant, '2026-11', 'tally')).toString()
  const vouchers = vouchersIn(xml)
  expect(vouchers.map(({ lines }) => sumOf(lines.map(([, amount]) => amount)))).toEqual([0, 0, 0])
  expect(vouchers.map(({ DATE, VOUCHERTYPENAME }) => [DATE, VOUCHERTYPENAME])).toEqual([
    ['20261101', 'Receipt'],
    [istDayOf(ledger.clock.now()).replaceAll('-', ''), 'Receipt'],
    ['20261130', 'Receipt'],
  ])
  expect(vouchers[0]?.NARRATION).toContain('क्षत्रिय <Store> &')
  expect(vouchers[1]?.NARRATION).toContain('Order SALE-1')
  const sums = ledgersOf(vouchers)
  expect(sums.Sales).toBe(49_900)
  expect(sums.Suspense).toBe(11_000)
  expect(sums['Bank Charges']).toBe(-118)
  expect(-(sums['HDFC & Sons "A"'] ?? 0) - (sums['Bank Charges'] ?? 0)).toBe(
    await receivedIn(merchant, '2026-11'),
  )
  // The same money has the same id in each export.
  expect((await file(merchant, '2026-11', 'tally')).toString()).toBe(xml)
  expect(new Set(vouchers.map(({ REMOTEID }) => REMOTEID)).size).toBe(3)
  const deposits = readCsv((await file(merchant, '2026-11', 'zoho')).toString()).slice(1)
  expect(sumOf(deposits.map((line) => Number(line[2])))).toBe(await receivedIn(merchant, '2026-11'))
})

test('what was sent back is a payment of its day, in full or in part, and receipts stay what they were', async () => {
  const merchant = await addMerchant(ledger.db, 'live')
  const sale = await ledger.create(merchant, orderForm())
  const { creditId: sold } = await recordCredit(ledger, creditFor(ledger, sale))
  const { creditId: stray } = await receive(merchant, 10, '2026-11-10T06:00:00Z')
  await startRefund(ledger, merchant, sold, { amount: paise(10_000n), requestId: 'part-of-it' })
  await startRefund(ledger, merchant, sold, { amount: paise(20_000n), utr: newUtr() })
  await startRefund(ledger, merchant, stray, { utr: newUtr() })
  const vouchers = vouchersIn((await file(merchant, '2026-11', 'tally')).toString())
  const of = (type: string) => vouchers.filter(({ VOUCHERTYPENAME }) => VOUCHERTYPENAME === type)
  expect(ledgersOf(of('Receipt'))).toMatchObject({ Sales: 49_900, Suspense: 1_000 })
  // One that is only requested has not left the account.
  expect(ledgersOf(of('Payment'))).toEqual({ Sales: -20_000, Suspense: -1_000, Bank: 21_000 })
  const day = istDayOf(ledger.clock.now())
  expect((await dailyClosing(ledger, merchant, day)).refunds.amount).toBe(210)
})

let reports = 0
/** The bank takes a payment back, or a part of it. */
const reverse = (merchant: Merchant, utr: string, over: Partial<ReportedReversal> = {}): Promise<void> =>
  ledger.db.transaction(async (tx) => {
    const reversals: ReportedReversal[] = [
      {
        merchantId: merchant.merchantId,
        accountId: 'acc_1',
        utr,
        orderId: null,
        source: 'statement',
        sourceKey: `reversed ${++reports}`,
        amount: null,
        at: ledger.clock.now(),
        words: null,
        ...over,
      },
    ]
    await recordReversals(tx, ledger, reversals)
    await openReversalCases(tx, ledger, reversals, [])
  })

test('a reversed payment goes out once, also where it is recorded as refunded under its own UTR', async () => {
  const merchant = await addMerchant(ledger.db, 'live')
  const sale = await ledger.create(merchant, orderForm())
  const utr = newUtr()
  const { creditId } = await recordCredit(ledger, creditFor(ledger, sale, { utr }))
  await reverse(merchant, utr)
  await startRefund(ledger, merchant, creditId, { utr })
  const vouchers = vouchersIn((await file(merchant, '2026-11', 'tally')).toString())
  expect(vouchers.map(({ VOUCHERTYPENAME }) => VOUCHERTYPENAME)).toEqual(['Receipt', 'Payment'])
  expect(ledgersOf(vouchers)).toEqual({ Sales: 0, Bank: 0 })
  expect(await dailyClosing(ledger, merchant, istDayOf(ledger.clock.now()))).toMatchObject({
    reversed: { count: 1, amount: 499 },
    refunds: { count: 0, amount: 0 },
  })
})

test('what the merchant sent back besides a reversal, or of a payment that was not reversed, went out too', async () => {
  const merchant = await addMerchant(ledger.db, 'live')
  const [one, two] = [newUtr(), newUtr()]
  const { creditId: twice } = await receive(merchant, 10, '2026-11-10T06:00:00Z', { utr: one })
  await reverse(merchant, one)
  await startRefund(ledger, merchant, twice, { utr: newUtr() })
  const { creditId: kept } = await receive(merchant, 20, '2026-11-10T06:00:00Z', { utr: two })
  await reverse(merchant, two)
  await startRefund(ledger, merchant, kept, { utr: two })
  await ledger.db.run(sql`
    update reversals set decision = 'ignored' where merchant_id = ${merchant.merchantId} and credit_id = ${kept}`)
  expect(await dailyClosing(ledger, merchant, istDayOf(ledger.clock.now()))).toMatchObject({
    reversed: { count: 1, amount: 10 },
    refunds: { count: 2, amount: 30 },
  })
  const lines = readCsv((await file(merchant, '2026-11', 'zoho')).toString()).slice(1)
  expect(sumOf(lines.map((line) => Number(line[1])))).toBe(4_000)
})

test('a reversal of any payment that was received goes out, and not one of an ignored credit', async () => {
  const merchant = await addMerchant(ledger.db, 'live')
  const sale = await ledger.create(merchant, orderForm())
  await recordCredit(ledger, creditFor(ledger, sale))
  const again = creditFor(ledger, sale)
  expect(await recordCredit(ledger, again)).toMatchObject({ state: 'duplicate' })
  const stray = newUtr()
  await receive(merchant, 10, '2026-11-10T06:00:00Z', { utr: stray })
  const ignored = newUtr()
  await receive(merchant, 20, '2026-11-10T06:00:00Z', { utr: ignored })
  for (const utr of [again.utr ?? '', stray, ignored]) await reverse(merchant, utr)
  await ledger.db.run(sql`
    update credits set state = 'ignored' where merchant_id = ${merchant.merchantId} and utr = ${ignored}`)
  const vouchers = vouchersIn((await file(merchant, '2026-11', 'tally')).toString())
  expect(ledgersOf(vouchers)).toEqual({ Sales: 49_900, Suspense: 0, Bank: -49_900 })
  expect((await dailyClosing(ledger, merchant, istDayOf(ledger.clock.now()))).reversed).toEqual({
    count: 2,
    amount: 509,
  })
})

test('parts that the bank takes back on several days are each of their day, and no part changes another month', async () => {
  const merchant = await addMerchant(ledger.db, 'live')
  const utr = newUtr()
  await receive(merchant, 1000, '2026-10-30T06:00:00Z', { utr })
  const exported = async (month: string) =>
    vouchersIn((await file(merchant, month, 'tally')).toString())
      .filter(({ VOUCHERTYPENAME }) => VOUCHERTYPENAME === 'Payment')
      .map(({ REMOTEID, DATE, lines }) => [REMOTEID, DATE, lines[1]?.[1]])
  await reverse(merchant, utr, { amount: paise(40_000n), at: new Date('2026-10-31T18:29:59Z') })
  const october = await exported('2026-10')
  expect(october).toEqual([[expect.stringContaining('-reversed-'), '20261031', 400]])
  await reverse(merchant, utr, { amount: paise(50_000n), at: new Date('2026-11-02T06:00:00Z') })
  // More than was paid is never taken.
  await reverse(merchant, utr, { amount: paise(20_000n), at: new Date('2026-11-02T07:00:00Z') })
  expect(await exported('2026-10')).toEqual(october)
  const november = await exported('2026-11')
  expect(november).toEqual([[expect.not.stringMatching(String(october[0]?.[0])), '20261102', 600]])
  const days = ['2026-10-31', '2026-11-01', '2026-11-02']
  const sums = await Promise.all(days.map((day) => dailyClosing(ledger, merchant, day)))
  expect(sums.map(({ reversed }) => reversed.amount)).toEqual([400, 0, 600])
})

test('messages of one day about a part are one, and the statement says how many there were', async () => {
  const merchant = await addMerchant(ledger.db, 'live')
  const utr = newUtr()
  await receive(merchant, 1000, '2026-11-10T06:00:00Z', { utr })
  const taken = async () => {
    const days = ['2026-11-12', '2026-11-13']
    const sums = await Promise.all(days.map((day) => dailyClosing(ledger, merchant, day)))
    const lines = readCsv((await file(merchant, '2026-11', 'zoho')).toString()).slice(1)
    const amounts = sums.map(({ reversed }) => reversed.amount)
    expect(sumOf(lines.map((line) => Number(line[1])))).toBe(sumOf(amounts))
    return amounts
  }
  const part = (source: 'alert' | 'statement', at: string) =>
    reverse(merchant, utr, { source, amount: paise(40_000n), at: new Date(at) })
  // An SMS and an e-mail, and a message that names no amount.
  await part('alert', '2026-11-12T06:00:00Z')
  await part('alert', '2026-11-12T06:05:00Z')
  await reverse(merchant, utr, { source: 'alert', at: new Date('2026-11-12T06:06:00Z') })
  expect(await taken()).toEqual([400, 0])
  // The statement has it on the next day.
  await part('statement', '2026-11-13T00:00:00+05:30')
  expect(await taken()).toEqual([400, 0])
  await part('statement', '2026-11-13T00:00:00+05:30')
  expect(await taken()).toEqual([400, 400])
})

test('the reversal of a payment with a record at each of two accounts goes out once, whichever reports it', async () => {
  for (const reporting of [['acc_1'], ['acc_2'], ['acc_1', 'acc_2']]) {
    const merchant = await addMerchant(ledger.db, 'live')
    const { merchantId } = merchant
    const [sale, utr] = [await ledger.create(merchant, orderForm()), newUtr()]
    await recordCredit(ledger, creditFor(ledger, sale, { utr }))
    await ledger.db.run(sql`update accounts set is_current = false where merchant_id = ${merchantId}`)
    await ledger.db.run(sql`
      insert into accounts (merchant_id, account_id, mode, provider, merchant_name, upi_id, is_current, created_at)
      values (${merchantId}, 'acc_2', 'live', 'other', 'Sharma Tea', ${`${merchantId}.2@examplebank`}, true, ${ledger.clock.now()})`)
    const other = await ledger.create(merchant, orderForm())
    const copied = creditFor(ledger, other, { utr, accountId: 'acc_2', sourceKey: 'copy' })
    expect(await recordCredit(ledger, copied)).toMatchObject({ state: 'matched', orderId: other.orderId })
    for (const accountId of reporting) await reverse(merchant, utr, { accountId })
    const vouchers = vouchersIn((await file(merchant, '2026-11', 'tally')).toString())
    expect(ledgersOf(vouchers), reporting.join()).toEqual({ Sales: 0, Bank: 0 })
    expect((await dailyClosing(ledger, merchant, istDayOf(ledger.clock.now()))).reversed.amount).toBe(499)
  }
})

test('what went back of a payment that is ignored since is in no sum, as the payment itself', async () => {
  const merchant = await addMerchant(ledger.db, 'live')
  const { creditId } = await receive(merchant, 10, '2026-11-10T06:00:00Z')
  await startRefund(ledger, merchant, creditId, { amount: paise(400n), utr: newUtr() })
  await ignoreCredit(ledger, { ...merchant, whom: 'Asha' }, creditId, undefined)
  expect(vouchersIn((await file(merchant, '2026-11', 'tally')).toString())).toEqual([])
  const { received, refunds } = await dailyClosing(ledger, merchant, istDayOf(ledger.clock.now()))
  expect([received, refunds.count, refunds.amount]).toEqual([0, 0, 0])
})

test('a payment has one voucher in each export, also when its UTR becomes known in between', async () => {
  const at = '2026-11-10T06:00:00Z'
  const heard = { source: 'alert', reporter: 'HDFC +919800000001', wording: 'credited' } as const
  for (const isHeardFirst of [true, false]) {
    const merchant = await addMerchant(ledger.db, 'live')
    const alert = (sourceKey: string) => receive(merchant, 10, at, { ...heard, utr: null, sourceKey })
    const row = () => receive(merchant, 10, at, { source: 'statement', sourceKey: 'row' })
    const ids = async () =>
      vouchersIn((await file(merchant, '2026-11', 'tally')).toString()).map(({ REMOTEID }) => REMOTEID)
    await (isHeardFirst ? alert('first') : row())
    const exported = await ids()
    expect(exported).toHaveLength(1)
    ledger.clock.advance({ hours: 1 })
    await (isHeardFirst ? row() : alert('late'))
    if (!isHeardFirst)
      await ledger.db.run(sql`
        insert into credits (merchant_id, credit_id, account_id, mode, amount_paise, received_at, rail, state, merged_into, created_at)
        select merchant_id, '0' || credit_id, account_id, mode, amount_paise, received_at, rail, 'ignored', credit_id,
          ${ledger.clock.now()} from credits where merchant_id = ${merchant.merchantId}`)
    expect(await ids()).toEqual(exported)
  }
})

test('a month without payments is a whole file, and test money is not in the live one', async () => {
  const merchant = await addMerchant(ledger.db, 'test')
  await receive(merchant, 7, '2026-11-10T06:00:00Z')
  expect(vouchersIn((await file(merchant, '2026-11', 'tally')).toString())).toHaveLength(1)
  expect(vouchersIn((await file({ ...merchant, mode: 'live' }, '2026-11', 'tally')).toString())).toEqual([])
  expect(readCsv((await file({ ...merchant, mode: 'live' }, '2026-02', 'zoho')).toString())).toHaveLength(1)
})

test('a text of a payer is no formula in the statement', async () => {
  const merchant = await addMerchant(ledger.db, 'live')
  await receive(merchant, 7, '2026-11-10T06:00:00Z', { payerName: '=cmd|calc!A1' })
  const [, line] = readCsv((await file(merchant, '2026-11', 'zoho')).toString())
  expect(line?.[3]).toBe("'=cmd|calc!A1")
})

test('a day with more payments than one read has each of them once, also those of the same moment', async () => {
  const merchant = await addMerchant(ledger.db, 'live')
  await ledger.db.run(sql`
    insert into credits (merchant_id, credit_id, account_id, mode, utr, amount_paise, received_at, rail, state, created_at)
    select ${merchant.merchantId}, 'c' || n, 'acc_1', 'live', ${newUtr()}::bigint + n * 1000, 100, timestamptz '2026-11-05T06:00:00Z', 'upi',
      'unmatched', ${ledger.clock.now()}
    from generate_series(1, 2500) n`)
  const lines = readCsv((await file(merchant, '2026-11', 'zoho')).toString()).slice(1)
  expect(new Set(lines.map((line) => line[5])).size).toBe(2500)
  expect(lines).toHaveLength(2500)
})
