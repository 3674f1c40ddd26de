import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { StatementRecord } from '@galla/contract/reconciliation/statements'
import { fuzzRuns } from '@galla/upi/fuzz-harness'
import fc from 'fast-check'
import { writeXlsxStream } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrder } from '../../testing/place-order.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { expectVerified } from '../../testing/verified.ts'
import { sql } from '../platform/database/database.ts'
import { istNow } from './import-harness.ts'
import { sweepStatements } from './receive-statement.ts'
import { STATEMENTS } from './statement-corpus-harness.ts'

let shop: Shop
let merchant: ShopMerchant

beforeAll(async () => {
  shop = await openShop()
  merchant = await shop.merchant()
})
afterAll(() => shop.close())

const form = (file: Buffer | string, name = 'statement.csv', field = 'file', upiId?: string) => {
  const boundary = 'x-galla-x'
  const of = `--${boundary}\r\ncontent-disposition: form-data; name="upiId"\r\n\r\n${upiId}\r\n`
  return {
    payload: Buffer.concat([
      Buffer.from(upiId === undefined ? '' : of),
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n` +
          'content-type: application/octet-stream\r\n\r\n',
      ),
      Buffer.from(file),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
    type: `multipart/form-data; boundary=${boundary}`,
  }
}

const send = async (
  file: Buffer | string,
  who: ShopMerchant = merchant,
  name?: string,
  field?: string,
  upiId?: string,
) => {
  const { payload, type } = form(file, name, field, upiId)
  // A rest after each upload, so that the limit of uploads is not what is tried.
  shop.clock.advance({ seconds: 6 })
  return shop.call({
    method: 'POST',
    url: '/api/v1/user/statements',
    payload,
    headers: { cookie: who.cookie, origin: 'http://localhost:3000', 'content-type': type },
  })
}

const preview = async (file: Buffer | string, who?: ShopMerchant): Promise<StatementRecord> => {
  const reply = await send(file, who)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data
}

/** The jobs are done by the app's own worker; the row itself says when. */
const finished = async (id: string, who: ShopMerchant): Promise<StatementRecord> => {
  await expect
    .poll(async () => (await who.get(`/user/statements/${id}`)).json().data.state, { timeout: 120_000 })
    .toMatch(/done|failed/)
  return (await who.get(`/user/statements/${id}`)).json().data
}

const imported = async (file: Buffer | string, who: ShopMerchant = merchant): Promise<StatementRecord> => {
  const { id } = await preview(file, who)
  const reply = await who.post(`/user/statements/${id}/confirm`)
  expect(reply.statusCode, reply.body).toBe(200)
  return finished(id, who)
}

const csv = (...rows: string[]): string => ['Date,Narration,Debit,Credit', ...rows, ''].join('\r\n')
let utrs = 632_600_000_000
const nextUtr = (): string => {
  utrs += 1
  return String(utrs)
}
const row = (utr: string, rupees: string, at = '21/11/2026 10:00:00'): string =>
  `${at},UPI/CR/${utr}/ASHA RAO/asha@okaxis/Tea,,${rupees}`

const creditsOf = (who: ShopMerchant) =>
  shop.db.rows<{ utr: string | null; paise: bigint; state: string; evidence: number }>(sql`
    select utr, amount_paise as paise, state,
      (select count(*)::int from evidence e where e.merchant_id = c.merchant_id and e.credit_id = c.credit_id) as evidence
    from credits c where merchant_id = ${who.merchantId} order by utr, amount_paise, credit_id`)

const filesOf = async (who: ShopMerchant): Promise<string[]> =>
  readdir(join(shop.dataDir, 'files', 'statements', who.merchantId)).catch(() => [])

test('a statement pays the order of its amount and time, once, however often it is sent', async () => {
  const who = await shop.merchant()
  const orderId = await placeOrder(shop, who, '499.00')
  const file = csv(
    row(nextUtr(), '499.00', istNow(shop)),
    '21/11/2026,UPI/DR/1/SHOP,20.00,',
    '21/11/2026,CASH DEPOSIT,,77.00',
  )
  expect(await imported(file, who)).toMatchObject({
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
  expect(await imported(file, who)).toMatchObject({ imported: 0, duplicates: 1 })
  expect(await creditsOf(who)).toMatchObject([{ state: 'matched', evidence: 1 }])
  await expectVerified(shop)
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
]

test('a reversal, a gift, and money by another way settle no order of their amount', async () => {
  const who = await shop.merchant()
  const orderId = await placeOrder(shop, who, '488.00')
  const rows = NO_CUSTOMERS_MONEY.map(([, narration]) => {
    const utr = nextUtr()
    return `${istNow(shop)},${narration(utr)},${utr},,488.00`
  })
  const file = ['Date,Narration,UTR,Debit,Credit', ...rows, ''].join('\r\n')
  const kept = NO_CUSTOMERS_MONEY.filter(([isKept]) => isKept)
  const report = await imported(file, who)
  expect(report).toMatchObject({ imported: kept.length, matched: 0, errorCount: 0 })
  // The first eight are the merchant's own payments that came back.
  expect(report.ignoredFor).toMatchObject({ returned: 8, other: rows.length - kept.length - 8 })
  expect((await creditsOf(who)).map(({ state }) => state)).toEqual(kept.map(() => 'unmatched'))
  expect((await who.get(`/user/transactions/${orderId}`)).json().data.status).toBe('created')
  expect(await imported(file, who)).toMatchObject({ imported: 0, duplicates: kept.length })
  await imported(csv(row(nextUtr(), '488.00', istNow(shop))), who)
  expect((await who.get(`/user/transactions/${orderId}`)).json().data.status).toBe('success')
  await expectVerified(shop)
})

test('an overlapping file adds only what is new, also among equal rows without a reference', async () => {
  const who = await shop.merchant()
  const equal = '21/11/2026,UPI payment received,,5.00'
  const [one, other] = [row(nextUtr(), '10.00'), row(nextUtr(), '11.00')]
  expect(await imported(csv(one, equal, equal), who)).toMatchObject({ imported: 3, duplicates: 0 })
  expect(await imported(csv(equal, other, equal, equal, one), who)).toMatchObject({
    imported: 2,
    duplicates: 3,
  })
  expect(await creditsOf(who)).toHaveLength(5)
})

test('a payment that comes again with another amount waits for a person, with both reports', async () => {
  const who = await shop.merchant()
  const utr = nextUtr()
  await imported(csv(row(utr, '10.00')), who)
  await imported(csv(row(utr, '11.00')), who)
  expect(await creditsOf(who)).toEqual([{ utr, paise: 1000n, state: 'amount_mismatch', evidence: 2 }])
})

test('payments whose payers wrote the same number in their notes are as many as there are', async () => {
  const who = await shop.merchant()
  const noted = (utr: string) =>
    `21/11/2026 10:00:00,UPI/ASHA RAO/asha@okaxis/919876543210/AXIS BANK/${utr}/ICI1,,5.00`
  const file = csv(noted(nextUtr()), noted(nextUtr()))
  expect(await imported(file, who)).toMatchObject({ imported: 2, duplicates: 0 })
  expect(await imported(file, who)).toMatchObject({ imported: 0, duplicates: 2 })
})

test('in whichever order and however often files come, the same credits stand at the end', async () => {
  const rows = Array.from({ length: 6 }, (_each, n) => row(nextUtr(), `${n + 1}.00`))
  const subset = fc.subarray(rows, { minLength: 1 })
  await fc.assert(
    fc.asyncProperty(fc.array(subset, { minLength: 1, maxLength: 3 }), async (files) => {
      const who = await shop.merchant()
      for (const file of files) await imported(csv(...file), who)
      const report = [...new Set(files.flat())]
        .map((each) => Number(each.split(',').at(-1)) * 100)
        .sort((a, b) => a - b)
      const kept = await creditsOf(who)
      expect(kept.map(({ paise }) => Number(paise)).sort((a, b) => a - b)).toEqual(report)
      expect(kept.every(({ evidence }) => evidence === 1)).toBe(true)
    }),
    { numRuns: fuzzRuns(3) },
  )
})

test('every shape of statement goes in by the door, and comes in a second time for nothing', async () => {
  const who = await shop.merchant()
  for (const { name, text, credits } of STATEMENTS.slice(0, 8)) {
    expect(await imported(text, who), name).toMatchObject({
      state: 'done',
      imported: credits.length,
      errorCount: 0,
    })
    expect(await imported(text, who), name).toMatchObject({ imported: 0, duplicates: credits.length })
  }
})

test('the columns are shown, can be changed, and an impossible choice is refused by name', async () => {
  const who = await shop.merchant()
  const shown = await preview(
    'When,Text,A,B\r\n'.replace('When', 'Date').replace(',A,', ',Credit,') +
      '05/11/2026,UPI/CR/632500009901/ASHA,10.00,20.00\r\n',
    who,
  )
  expect(shown).toMatchObject({
    state: 'preview',
    columns: { date: 0, credit: 2, dateOrder: 'dmy' },
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
  expect(await finished(shown.id, who)).toMatchObject({ imported: 1, columns })
  expect(await creditsOf(who)).toMatchObject([{ paise: 2000n }])
})

test('an Excel file is read like any other, with its dates, numbers and sheets', async () => {
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
  expect(await imported(Buffer.concat(pieces), who)).toMatchObject({ rows: 2, imported: 2, errorCount: 0 })
  expect(await creditsOf(who)).toMatchObject([
    { utr: '632500009911', paise: 49910n },
    { utr: '632500009912', paise: 30n },
  ])
})

test('rows that cannot be read are named by their number; the others come in', async () => {
  const who = await shop.merchant()
  const report = await imported(
    csv(row(nextUtr(), '10.00'), row(nextUtr(), '1.234,5'.replace(',', '.')), '99/99/2026,UPI x,,5.00'),
    who,
  )
  expect(report).toMatchObject({ imported: 1, errorCount: 2 })
  expect(report.errors).toEqual([
    { row: 3, msg: 'The amount cannot be read: 1.234.5' },
    { row: 4, msg: 'The date cannot be read: 99/99/2026' },
  ])
})

test('the file lies sealed until it is imported, and is gone then, with its preview', async () => {
  const who = await shop.merchant()
  const { id } = await preview(csv(row(nextUtr(), '10.00')), who)
  expect(await filesOf(who)).toEqual([id])
  const { rows } = await shop.db.pool.query('select preview_sealed from statements where statement_id = $1', [
    id,
  ])
  expect(rows[0].preview_sealed.toString('latin1')).not.toContain('ASHA')
  await who.post(`/user/statements/${id}/confirm`)
  expect((await finished(id, who)).preview).toEqual({ headings: [], rows: [] })
  await expect.poll(() => filesOf(who)).toEqual([])
})

test('what nobody confirms is forgotten after a day, and of many only the newest wait', async () => {
  const who = await shop.merchant()
  for (let n = 0; n < 7; n += 1) await preview(csv(row(nextUtr(), '10.00')), who)
  expect(await filesOf(who)).toHaveLength(5)
  const { db } = shop
  const later = { ...shop.clock, now: () => new Date(shop.clock.now().getTime() + 25 * 3_600_000) }
  const { createDiskFiles } = await import('../platform/files/files.ts')
  await sweepStatements({ db, clock: later, files: createDiskFiles(join(shop.dataDir, 'files')) })
  expect(await filesOf(who)).toEqual([])
})

test("another merchant's statement does not exist, nor one of the other mode", async () => {
  const { id } = await preview(csv(row(nextUtr(), '10.00')))
  const other = await shop.merchant()
  for (const path of [`/user/statements/${id}/confirm`, `/user/statements/${id}/preview`])
    expect((await other.post(path, { columns: { date: 0, credit: 3, dateOrder: 'dmy' } })).statusCode).toBe(
      404,
    )
  expect((await other.get(`/user/statements/${id}`)).statusCode).toBe(404)
  expect((await merchant.get('/user/statements/unknown')).statusCode).toBe(400)
  const mine = await preview(csv(row(nextUtr(), '10.00')), other)
  await other.post('/user/connect-merchant', {
    merchantProvider: 'other',
    merchantName: 'Sharma Tea',
    merchantId: 'M1',
    merchantUpiId: 'live@examplebank',
  })
  expect((await other.get(`/user/statements/${mine.id}`)).statusCode).toBe(404)
  expect((await other.post(`/user/statements/${mine.id}/confirm`)).statusCode).toBe(404)
})

test('a statement may be of an account of before: its money is matched with the orders of that one', async () => {
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
  const at = new Date(shop.clock.now().getTime() + 330 * 60_000)
  const [day = '', time = ''] = at.toISOString().slice(0, 19).split('T')
  const file = csv(row(nextUtr(), '823.00', `${day.split('-').toReversed().join('/')} ${time}`))
  expect((await send(file, who, undefined, undefined, 'nobody@examplebank')).json()).toMatchObject({
    errors: [{ field: 'upiId' }],
  })
  const sent = await send(file, who, undefined, undefined, 'first@examplebank')
  expect(sent.json().data.upiId).toBe('first@examplebank')
  await who.post(`/user/statements/${sent.json().data.id}/confirm`)
  expect(await finished(sent.json().data.id, who)).toMatchObject({ imported: 1, matched: 1 })
  expect((await who.get(`/user/transactions/${orderId}`)).json().data.status).toBe('success')
})

test('signs that no database keeps spoil no import, wherever they stand', async () => {
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
  const { id } = await preview(file, who)
  await who.post(`/user/statements/${id}/confirm`)
  expect(await finished(id, who)).toMatchObject({ state: 'done', imported: 2, errorCount: 3 })
})
