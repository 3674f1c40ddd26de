import { ROW_FAULTS } from '@galla/contract/bank-statements/row-texts'
import { fuzzRuns } from '@galla/upi/fuzz-harness'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrder } from '../../testing/place-order.ts'
import { openShop, type Shop } from '../../testing/shop.ts'
import { expectVerified } from '../../testing/verified.ts'
import { creditsOf, csv, importStatement, istNow, paymentRow, uploadStatement } from './import-harness.ts'
import { STATEMENTS } from './statement-corpus-harness.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

let utrs = 632_600_000_000
const nextUtr = (): string => {
  utrs += 1
  return String(utrs)
}

test('a statement settles the order of its amount and time once, even if it is uploaded repeatedly', async () => {
  const who = await shop.merchant()
  const orderId = await placeOrder(shop, who, '499.00')
  const file = csv(
    paymentRow(nextUtr(), '499.00', istNow(shop)),
    '21/11/2026,UPI/DR/1/SHOP,20.00,',
    '21/11/2026,CASH DEPOSIT,,77.00',
  )
  expect(await importStatement(shop, who, file)).toMatchObject({
    state: 'done',
    rows: 3,
    read: 3,
    imported: 1,
    matched: 1,
    duplicates: 0,
    ignored: 2,
    ignoredFor: { debit: 1, other: 1 },
    errorCount: 0,
  })
  expect((await who.get(`/user/transactions/${orderId}`)).json().data.status).toBe('success')
  expect(await importStatement(shop, who, file)).toMatchObject({ imported: 0, duplicates: 1 })
  expect(await creditsOf(shop, who)).toMatchObject([{ state: 'matched', evidence: 1 }])
  await expectVerified(shop)
})

test('a row that names the minute pays the order that was created in it, and asks about two of them', async () => {
  const who = await shop.merchant()
  const minute = () => istNow(shop).slice(0, -3)
  const startOfMinute = () =>
    shop.clock.advance({ seconds: 120 - (Math.floor(shop.clock.now().getTime() / 1000) % 60) })
  const statusOf = async (id: string) => (await who.get(`/user/transactions/${id}`)).json().data.status
  startOfMinute()
  shop.clock.advance({ seconds: 20 })
  const alone = await placeOrder(shop, who, '531.00')
  expect(await importStatement(shop, who, csv(paymentRow(nextUtr(), '531.00', minute())))).toMatchObject({
    matched: 1,
  })
  expect(await statusOf(alone)).toBe('success')
  startOfMinute()
  const first = await placeOrder(shop, who, '532.00')
  shop.clock.advance({ seconds: 30 })
  const second = await placeOrder(shop, who, '532.00')
  expect(await importStatement(shop, who, csv(paymentRow(nextUtr(), '532.00', minute())))).toMatchObject({
    imported: 1,
    matched: 0,
  })
  expect([await statusOf(first), await statusOf(second)]).toEqual(['created', 'created'])
  await expectVerified(shop)
})

test('a row with a future date is refused, because its day and month are swapped', async () => {
  const who = await shop.merchant()
  const [late, later] = [nextUtr(), nextUtr()]
  const file = csv(
    // Booked on the next working day.
    paymentRow(late, '499.00', '23/11/2026'),
    // The 10th of December, or the 12th of October.
    paymentRow(later, '611.00', '10/12/2026 09:30:00'),
    `10/12/2026,UPI/REV/${later}/SHOP,611.00,`,
  )
  const preview = await uploadStatement(shop, who, file)
  expect(preview.understood.map(({ kind, why }) => [kind, why])).toEqual([
    ['credit', null],
    ['error', ROW_FAULTS.future],
    ['error', ROW_FAULTS.future],
  ])
  expect(await importStatement(shop, who, file)).toMatchObject({
    imported: 1,
    errors: [
      { row: 3, msg: ROW_FAULTS.future },
      { row: 4, msg: ROW_FAULTS.future },
    ],
  })
  expect(await creditsOf(shop, who)).toMatchObject([{ utr: late }])
})

/** Narrations with the UTR in its place, and whether the row is kept as a payment that waits for a person. */
const NO_CUSTOMERS_MONEY: readonly (readonly [kept: boolean, narration: (utr: string) => string])[] = [
  [false, (utr) => `UPI/REV/${utr}/SHOP/YESB/shop@ybl`],
  [false, (utr) => `REV-UPI-${utr}-SHOP`],
  [false, (utr) => `UPI-REV-${utr}-SHOP`],
  [false, (utr) => `UPI/${utr}/REV/SHOP/YESB`],
  [false, (utr) => `UPI/RET/${utr}/SHOP`],
  [false, (utr) => `UPI/DR/${utr}/SHOP/YESB`],
  [false, (utr) => `UPI REVERSAL ${utr}`],
  [false, (utr) => `REFUND UPI/${utr}/SHOP`],
  [false, (utr) => `NEFT CR-ICIC0000001-UPI SHOP-UPI/CR/${utr}`],
  [false, (utr) => `RTGS/HDFCR52026112112345678/UPI/${utr}`],
  [false, (utr) => `ACH C- UPI FUND-${utr}`],
  [false, (utr) => `SALARY NOV UPI LIMITED ${utr}`],
  [false, (utr) => `CASH DEPOSIT UPI ${utr}`],
  [true, (utr) => `UPI/CR/${utr}/CASHBACK/YESB/npci@ybl`],
  [true, (utr) => `UPI-PHONEPE CASH BACK-CB@YBL-YESB0000001-${utr}-X`],
  [true, (utr) => `BY TRANSFER ${utr}`],
  [true, (utr) => `UPI/${utr}/Return/asha@okaxis/AXIS BANK/ICI1`],
  [true, (utr) => `UPI/${utr}/Dr/asha-1@okaxis/AXIS BANK/ICI1`],
]

test('a reversal, a reward, and money of another rail settle no order of their amount', async () => {
  const who = await shop.merchant()
  const orderId = await placeOrder(shop, who, '488.00')
  const rows = NO_CUSTOMERS_MONEY.map(([, narration]) => {
    const utr = nextUtr()
    return `${istNow(shop)},${narration(utr)},${utr},,488.00`
  })
  const file = ['Date,Narration,UTR,Debit,Credit', ...rows, ''].join('\r\n')
  const kept = NO_CUSTOMERS_MONEY.filter(([isKept]) => isKept)
  const report = await importStatement(shop, who, file)
  expect(report).toMatchObject({ imported: kept.length, matched: 0, errorCount: 0 })
  // The first eight are the merchant's own payments that came back.
  expect(report.ignoredFor).toMatchObject({ returned: 8, other: rows.length - kept.length - 8 })
  expect((await creditsOf(shop, who)).map(({ state }) => state)).toEqual(kept.map(() => 'unmatched'))
  expect((await who.get(`/user/transactions/${orderId}`)).json().data.status).toBe('created')
  expect(await importStatement(shop, who, file)).toMatchObject({ imported: 0, duplicates: kept.length })
  await importStatement(shop, who, csv(paymentRow(nextUtr(), '488.00', istNow(shop))))
  expect((await who.get(`/user/transactions/${orderId}`)).json().data.status).toBe('success')
  await expectVerified(shop)
})

test('an overlapping file adds only new rows, even among equal rows without a reference', async () => {
  const who = await shop.merchant()
  const equal = '21/11/2026,UPI payment received,,5.00'
  const [one, other] = [paymentRow(nextUtr(), '10.00'), paymentRow(nextUtr(), '11.00')]
  expect(await importStatement(shop, who, csv(one, equal, equal))).toMatchObject({
    imported: 3,
    duplicates: 0,
  })
  expect(await importStatement(shop, who, csv(equal, other, equal, equal, one))).toMatchObject({
    imported: 2,
    duplicates: 3,
  })
  expect(await creditsOf(shop, who)).toHaveLength(5)
})

test('a payment that is reported again with another amount waits for a person, with both reports', async () => {
  const who = await shop.merchant()
  const utr = nextUtr()
  await importStatement(shop, who, csv(paymentRow(utr, '10.00')))
  await importStatement(shop, who, csv(paymentRow(utr, '11.00')))
  expect(await creditsOf(shop, who)).toEqual([{ utr, paise: 1000n, state: 'amount_mismatch', evidence: 2 }])
})

test('payments with the same number in their payers’ notes stay separate credits', async () => {
  const who = await shop.merchant()
  const noted = (utr: string) =>
    `21/11/2026 10:00:00,UPI/ASHA RAO/asha@okaxis/919876543210/AXIS BANK/${utr}/ICI1,,5.00`
  const file = csv(noted(nextUtr()), noted(nextUtr()))
  expect(await importStatement(shop, who, file)).toMatchObject({ imported: 2, duplicates: 0 })
  expect(await importStatement(shop, who, file)).toMatchObject({ imported: 0, duplicates: 2 })
})

test('the order and repetition of files do not change the final credits', async () => {
  const rows = Array.from({ length: 6 }, (_each, n) => paymentRow(nextUtr(), `${n + 1}.00`))
  const subset = fc.subarray(rows, { minLength: 1 })
  await fc.assert(
    fc.asyncProperty(fc.array(subset, { minLength: 1, maxLength: 3 }), async (files) => {
      const who = await shop.merchant()
      for (const file of files) await importStatement(shop, who, csv(...file))
      const report = [...new Set(files.flat())]
        .map((each) => Number(each.split(',').at(-1)) * 100)
        .sort((a, b) => a - b)
      const kept = await creditsOf(shop, who)
      expect(kept.map(({ paise }) => Number(paise)).sort((a, b) => a - b)).toEqual(report)
      expect(kept.every(({ evidence }) => evidence === 1)).toBe(true)
    }),
    { numRuns: fuzzRuns(3) },
  )
})

test('every kind of statement is imported, and a second import adds nothing', async () => {
  const who = await shop.merchant()
  for (const { name, text, credits } of STATEMENTS.slice(0, 8)) {
    expect(await importStatement(shop, who, text), name).toMatchObject({
      state: 'done',
      imported: credits.length,
      errorCount: 0,
    })
    expect(await importStatement(shop, who, text), name).toMatchObject({
      imported: 0,
      duplicates: credits.length,
    })
  }
})
