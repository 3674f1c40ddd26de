import { writeXlsxStream } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrder } from '../../testing/place-order.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import {
  creditsOf,
  csv,
  finishedStatement,
  importStatement,
  paymentRow,
  uploadStatement,
} from './import-harness.ts'
import { scanStatement } from './read-statement.ts'

let shop: Shop
let merchant: ShopMerchant

// On 5 November 2026, a payment of 11 May that is written the American way looks like one of today.
beforeAll(async () => {
  shop = await openShop({}, new Date('2026-11-05T04:30:00Z'))
  merchant = await shop.merchant()
})
afterAll(() => shop.close())

const confirm = (id: string, columns?: object) =>
  merchant.post(`/user/statements/${id}/confirm`, columns && { columns })

test('a file whose dates can be read in two ways settles nothing until the merchant says which', async () => {
  const orderId = await placeOrder(shop, merchant, '641.00')
  const statusOf = async () => (await merchant.get(`/user/transactions/${orderId}`)).json().data.status
  const before = await statusOf()
  // Below more rows than are stored for the preview, and below a date that is the same day in both ways.
  const file = csv(
    ...Array.from({ length: 80 }, () => '05/05/2026,CASH DEPOSIT,,1.00'),
    paymentRow('632100000001', '641.00', '05/11/2026'),
  ).replace('Date,', 'Printed on,25/11/2026,,\r\nDate,')
  const { id, columns, dateQuestion } = await uploadStatement(shop, merchant, file)
  expect(columns.dateOrder).toBeUndefined()
  expect(dateQuestion).toEqual({ text: '05/11/2026', dmy: '2026-11-05', mdy: '2026-05-11' })
  for (const sent of [undefined, columns]) {
    const refused = await confirm(id, sent)
    expect(refused.json()).toMatchObject({
      code: 'invalid_fields',
      errors: [
        { field: 'columns.dateOrder', msg: 'Choose whether the day or the month stands first in 05/11/2026' },
      ],
    })
  }
  expect(await creditsOf(shop, merchant)).toEqual([])
  expect((await confirm(id, { ...columns, dateOrder: 'mdy' })).statusCode).toBe(200)
  expect(await finishedStatement(merchant, id)).toMatchObject({ imported: 1, matched: 0, errorCount: 0 })
  expect(await statusOf()).toBe(before)
})

test('the preview reads the dates in the order that is chosen, and none before', async () => {
  const { id, columns, understood } = await uploadStatement(
    shop,
    merchant,
    csv(paymentRow('632100000002', '5.00', '03/04/2026 10:00:00')),
  )
  expect(understood).toMatchObject([
    { kind: 'error', why: 'Choose whether the day or the month stands first: 03/04/2026 10:00:00' },
  ])
  const readAs = async (dateOrder: string) =>
    (await merchant.post(`/user/statements/${id}/preview`, { columns: { ...columns, dateOrder } })).json()
      .data
  expect(await readAs('dmy')).toMatchObject({ understood: [{ at: '2026-04-03T04:30:00.000Z' }] })
  expect(await readAs('mdy')).toMatchObject({
    understood: [{ at: '2026-03-04T04:30:00.000Z' }],
    dateQuestion: { text: '03/04/2026' },
  })
})

test('another column of dates is asked about by itself', async () => {
  const file = 'Date,Value Date,Narration,Credit\r\n21/10/2026,03/04/2026,UPI/CR/632100000003/ASHA,7.00\r\n'
  const { id, columns, dateQuestion } = await uploadStatement(shop, merchant, file)
  expect([columns.dateOrder, dateQuestion]).toEqual(['dmy', null])
  const { dateOrder: _, ...others } = columns
  expect((await confirm(id, { ...others, date: 1 })).json().errors).toMatchObject([
    { field: 'columns.dateOrder' },
  ])
})

test.each([
  ['a day above 12', ['03/04/2026', '21/04/2026'], 'dmy', [3]],
  ['a month in second place above 12', ['03/04/2026', '03/21/2026'], 'mdy', [4]],
  ['a reading that dates a row in the future', ['03/04/2026', '05/12/2026'], 'mdy', [4]],
  ['the other reading that dates a row in the future', ['03/04/2026', '12/05/2026'], 'dmy', [3]],
  ['names of months', ['03-Apr-2026', '05-May-2026'], undefined, [3]],
  ['the year in first place', ['2026-04-03', '2026-05-05'], undefined, [3]],
  ['the same day in both ways', ['04/04/2026', '05/05/2026'], undefined, [4]],
])('nothing is asked where it is decided by %s', async (_name, dates, dateOrder, days) => {
  const rows = dates.map((date, n) => `${date},UPI/CR/${632_100_000_100 + n}/ASHA,,6.00`)
  const { columns, dateQuestion, understood } = await uploadStatement(shop, merchant, csv(...rows))
  expect([columns.dateOrder, dateQuestion]).toEqual([dateOrder, null])
  expect(understood.map(({ at }) => Number(at?.slice(-2))).slice(0, 1)).toEqual(days)
})

test('a file that is decided is imported without an order', async () => {
  const who = await shop.merchant()
  const file = csv(paymentRow('632100000004', '8.00', '05-May-2026'))
  expect(await importStatement(shop, who, file)).toMatchObject({ imported: 1, errorCount: 0 })
})

const sheetOf = async (...dates: (Date | string)[]): Promise<Buffer> => {
  const rows = [
    ['Date', 'Narration', 'Credit'],
    ...dates.map((date, n) => [date, `UPI/CR/${632_100_000_200 + n}/ASHA`, 5 + n]),
  ]
  const pieces: Uint8Array[] = []
  const stream = writeXlsxStream(rows as never, { name: 'S', columns: [{ header: 'Statement' }] })
  for await (const piece of stream as AsyncIterable<Uint8Array>) pieces.push(piece)
  return Buffer.concat(pieces)
}

test('a sheet in which a spreadsheet program swapped some dates is refused', async () => {
  const [third, late] = [new Date('2026-03-04T00:00:00Z'), new Date('2026-04-21T00:00:00Z')]
  await expect(scanStatement(await sheetOf(third, '21/04/2026'))).rejects.toThrow(
    'it swapped the day and the month',
  )
  for (const dates of [
    [third, late],
    [third, late, '22/04/2026'],
    [third, '21/04/2026', '05/04/2026'],
  ])
    expect((await scanStatement(await sheetOf(...dates))).rows).toBe(dates.length)
})
