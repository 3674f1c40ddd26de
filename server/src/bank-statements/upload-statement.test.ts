import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { istText } from '@galla/contract/ist'
import { writeXlsxStream } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { createDiskFiles } from '../platform/files/files.ts'
import {
  creditsOf,
  csv,
  finishedStatement,
  importStatement,
  paymentRow,
  sendStatement,
  uploadStatement,
} from './import-harness.ts'
import { deleteUnconfirmed } from './receive-statement.ts'

let shop: Shop
let merchant: ShopMerchant

beforeAll(async () => {
  shop = await openShop()
  merchant = await shop.merchant()
})
afterAll(() => shop.close())

let utrs = 632_600_000_000
const nextUtr = (): string => {
  utrs += 1
  return String(utrs)
}

const filesOf = async (who: ShopMerchant): Promise<string[]> =>
  readdir(join(shop.dataDir, 'files', 'statements', who.merchantId)).catch(() => [])

test('the columns are shown and can be changed, and an impossible choice is refused at its field', async () => {
  const who = await shop.merchant()
  const shown = await uploadStatement(
    shop,
    who,
    'When,Text,A,B\r\n'.replace('When', 'Date').replace(',A,', ',Credit,') +
      '05/11/2026,UPI/CR/632500009901/ASHA,10.00,20.00\r\n',
  )
  expect(shown).toMatchObject({
    state: 'preview',
    columns: { date: 0, credit: 2 },
    dateQuestion: { text: '05/11/2026', dmy: '2026-11-05', mdy: '2026-05-11' },
    preview: {
      headings: ['Date', 'Text', 'Credit', 'B'],
      rows: [['05/11/2026', 'UPI/CR/632500009901/ASHA', '10.00', '20.00']],
    },
  })
  const columns = { date: 0, narration: 1, credit: 3, dateOrder: 'mdy' }
  const other = await who.post(`/user/statements/${shown.id}/preview`, { columns })
  expect(other.json().data.understood).toEqual([
    { kind: 'credit', at: '2026-05-11', amount: '20.00', utr: '632500009901', payer: 'ASHA', why: null },
  ])
  for (const [wrong, msg] of [
    [{ dateOrder: 'dmy', credit: 2 }, 'Choose the column with the date'],
    [{ dateOrder: 'dmy', date: 0 }, 'Choose the column with the credit or the amount'],
    [{ dateOrder: 'dmy', date: 0, credit: 1 }, 'No row has a readable date and amount in these columns'],
  ] as const) {
    const refused = await who.post(`/user/statements/${shown.id}/confirm`, { columns: wrong })
    expect(refused.json()).toMatchObject({ code: 'invalid_fields', errors: [{ field: 'columns', msg }] })
  }
  await who.post(`/user/statements/${shown.id}/confirm`, { columns })
  expect(await finishedStatement(who, shown.id)).toMatchObject({ imported: 1, columns })
  expect(await creditsOf(shop, who)).toMatchObject([{ paise: 2000n }])
})

test('an Excel file is read with its dates, numbers and sheets', async () => {
  const who = await shop.merchant()
  const pieces: Uint8Array[] = []
  const rows = [
    ['Sample Bank'],
    ['Txn Date', 'Narration', 'Ref No', 'Credit'],
    [new Date('2026-11-21T10:00:00Z'), 'UPI/CR/632500009911/ASHA', 632500009911, 499.1],
    [46347, 'UPI/CR/632500009912/ASHA', '632500009912', 0.1 + 0.2],
  ]
  const stream = writeXlsxStream(rows as never, { name: 'S', columns: [{ header: 'Statement' }] })
  for await (const piece of stream as AsyncIterable<Uint8Array>) pieces.push(piece)
  expect(await importStatement(shop, who, Buffer.concat(pieces))).toMatchObject({
    rows: 2,
    imported: 2,
    errorCount: 0,
  })
  expect(await creditsOf(shop, who)).toMatchObject([
    { utr: '632500009911', paise: 49910n },
    { utr: '632500009912', paise: 30n },
  ])
})

test('unreadable rows are listed by their number, and the others are imported', async () => {
  const who = await shop.merchant()
  const report = await importStatement(
    shop,
    who,
    csv(
      paymentRow(nextUtr(), '10.00'),
      paymentRow(nextUtr(), '1.234,5'.replace(',', '.')),
      '99/99/2026,UPI x,,5.00',
    ),
  )
  expect(report).toMatchObject({ imported: 1, errorCount: 2 })
  expect(report.errors).toEqual([
    { row: 3, msg: 'The amount cannot be read: 1.234.5' },
    { row: 4, msg: 'The date cannot be read: 99/99/2026' },
  ])
})

test('the file is stored encrypted until it is imported, and then deleted with its preview', async () => {
  const who = await shop.merchant()
  const { id } = await uploadStatement(shop, who, csv(paymentRow(nextUtr(), '10.00')))
  expect(await filesOf(who)).toEqual([id])
  const { rows } = await shop.db.pool.query('select preview_sealed from statements where statement_id = $1', [
    id,
  ])
  expect(rows[0].preview_sealed.toString('latin1')).not.toContain('ASHA')
  await who.post(`/user/statements/${id}/confirm`)
  expect((await finishedStatement(who, id)).preview).toEqual({ headings: [], rows: [] })
  await expect.poll(() => filesOf(who)).toEqual([])
})

test('an unconfirmed statement is deleted after a day, and only the newest ones are kept', async () => {
  const who = await shop.merchant()
  for (let n = 0; n < 7; n += 1) await uploadStatement(shop, who, csv(paymentRow(nextUtr(), '10.00')))
  expect(await filesOf(who)).toHaveLength(5)
  const { db } = shop
  const later = { ...shop.clock, now: () => new Date(shop.clock.now().getTime() + 25 * 3_600_000) }
  await deleteUnconfirmed({ db, clock: later, files: createDiskFiles(join(shop.dataDir, 'files')) })
  expect(await filesOf(who)).toEqual([])
})

test('a statement of another merchant or of the other mode is not found', async () => {
  const { id } = await uploadStatement(shop, merchant, csv(paymentRow(nextUtr(), '10.00')))
  const other = await shop.merchant()
  for (const path of [`/user/statements/${id}/confirm`, `/user/statements/${id}/preview`])
    expect((await other.post(path, { columns: { date: 0, credit: 3, dateOrder: 'dmy' } })).statusCode).toBe(
      404,
    )
  expect((await other.get(`/user/statements/${id}`)).statusCode).toBe(404)
  expect((await merchant.get('/user/statements/unknown')).statusCode).toBe(400)
  const mine = await uploadStatement(shop, other, csv(paymentRow(nextUtr(), '10.00')))
  await other.post('/user/connect-merchant', {
    merchantProvider: 'other',
    merchantName: 'Sharma Tea',
    merchantId: 'M1',
    merchantUpiId: 'live@examplebank',
  })
  expect((await other.get(`/user/statements/${mine.id}`)).statusCode).toBe(404)
  expect((await other.post(`/user/statements/${mine.id}/confirm`)).statusCode).toBe(404)
})

test('a statement of a replaced account is matched with the orders of that account', async () => {
  const who = await shop.merchant()
  const connect = (merchantUpiId: string) =>
    who.post('/user/connect-merchant', {
      merchantProvider: 'other',
      merchantName: 'Sharma Tea',
      merchantId: 'M1',
      merchantUpiId,
    })
  expect((await connect('first@examplebank')).statusCode).toBe(200)
  const link = await who.post('/user/generate-payment-link', {
    client_txn_id: 'OF-THE-FIRST',
    amount: '823.00',
    p_info: 'Tea',
    customer_name: 'Asha',
    customer_email: 'asha@example.com',
    customer_mobile: '9123456780',
    redirect_url: 'https://shop.example/',
  })
  const orderId = link.json().data.order_id
  shop.clock.advance({ seconds: 60 })
  expect((await connect('second@examplebank')).statusCode).toBe(200)
  const { data: accounts } = (await who.get('/user/statement-accounts')).json()
  expect(accounts.map((each: { upiId: string; current: boolean }) => [each.upiId, each.current])).toEqual([
    ['second@examplebank', true],
    ['first@examplebank', false],
  ])
  const [day = '', time = ''] = istText(shop.clock.now()).split(' ')
  const file = csv(paymentRow(nextUtr(), '823.00', `${day.split('-').toReversed().join('/')} ${time}`))
  expect((await sendStatement(shop, who, file, 'nobody@examplebank')).json()).toMatchObject({
    errors: [{ field: 'upiId' }],
  })
  const sent = await sendStatement(shop, who, file, 'first@examplebank')
  expect(sent.json().data.upiId).toBe('first@examplebank')
  await who.post(`/user/statements/${sent.json().data.id}/confirm`)
  expect(await finishedStatement(who, sent.json().data.id)).toMatchObject({ imported: 1, matched: 1 })
  expect((await who.get(`/user/transactions/${orderId}`)).json().data.status).toBe('success')
})

test('characters that PostgreSQL cannot store break no import', async () => {
  const who = await shop.merchant()
  const odd = [
    '21/11/2026,UPI/CR/712345678901/ASHA\u0000RAO/HDFC,,499.00',
    `21/11/2026,UPI/CR/712345678902/RAVI/HDFC,,1${'x'.repeat(38)}\u{1F600}5`,
    '21/11/2026,UPI/CR/712345678903/RAVI/HDFC,,5\u00000x0',
    '2\u00001/1x/2026,UPI/CR/712345678904/RAVI/HDFC,,500.00',
    '21/11/2026,UPI/CR/712345678905/MEENA/HDFC,,7.00',
  ]
  // Declared as UTF-16, so that a zero byte is a character like any other.
  const before = Array.from(
    { length: 40 },
    (_, n) => `20/11/2026,UPI/DR/7123456780${10 + n}/SHOP/HDFC,10.00,`,
  )
  const rows = ['Date,Narration,Debit,Credit', ...before, ...odd, '']
  const file = Buffer.from(`\ufeff${rows.join('\r\n')}`, 'utf16le')
  const { id } = await uploadStatement(shop, who, file)
  await who.post(`/user/statements/${id}/confirm`)
  expect(await finishedStatement(who, id)).toMatchObject({ state: 'done', imported: 2, errorCount: 3 })
})
