import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StatementRecord } from '@galla/contract/bank-statements/statements'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop, type ShopMerchant } from '../../../testing/shop.ts'
import { sql } from '../../platform/database/database.ts'
import { BANK_PDFS } from './bank-pdf-harness.ts'
import { drawStatement } from './draw-statement-harness.ts'

let shop: Shop
let merchant: ShopMerchant

beforeAll(async () => {
  shop = await openShop()
  merchant = await shop.merchant()
})
afterAll(() => shop.close())

const PASSWORD = 'SAMP0101-canary'
const [HDFC] = BANK_PDFS
const locked = async (): Promise<Buffer> => {
  if (HDFC === undefined) throw new Error('no bank')
  return drawStatement({ ...HDFC.drawing, pdf: { pdfVersion: '1.7ext3', userPassword: PASSWORD } })
}

const send = async (file: Buffer, password?: string) => {
  const form = new FormData()
  if (password !== undefined) form.append('password', password)
  form.append('file', new Blob([new Uint8Array(file)]), 'statement.pdf')
  const body = new Response(form)
  shop.clock.advance({ seconds: 6 })
  return shop.call({
    method: 'POST',
    url: '/api/v1/user/statements',
    payload: Buffer.from(await body.arrayBuffer()),
    headers: {
      cookie: merchant.cookie,
      origin: 'http://localhost:3000',
      'content-type': body.headers.get('content-type') ?? '',
    },
  })
}

test.each([
  [undefined, 'This PDF needs a password'],
  ['', 'This PDF needs a password'],
  ['another', 'The password does not open this PDF'],
])('a locked PDF with the password %j is refused at the field', async (password, msg) => {
  const reply = await send(await locked(), password)
  expect(reply.statusCode).toBe(400)
  expect(reply.json().errors).toEqual([{ field: 'password', msg }])
})

test('a locked PDF is imported with its password, which is not stored', async () => {
  const file = await locked()
  const reply = await send(file, PASSWORD)
  expect(reply.statusCode, reply.body).toBe(200)
  const { id, fileName, rows, understood } = reply.json().data as StatementRecord
  expect({ fileName, rows }).toEqual({ fileName: 'statement.pdf', rows: HDFC?.drawing.rows.length })
  expect(understood[0]).toMatchObject({ kind: 'credit', amount: '100.00', utr: HDFC?.credits[0]?.[0] })
  const folder = join(shop.dataDir, 'files', 'statements', merchant.merchantId)
  for (const name of await readdir(folder))
    expect((await readFile(join(folder, name))).includes(PASSWORD)).toBe(false)
  const kept = await shop.db.rows<{ row: string }>(sql`
    select s::text as row from statements s where merchant_id = ${merchant.merchantId}`)
  expect(JSON.stringify(kept)).not.toContain(PASSWORD)
  expect((await merchant.post(`/user/statements/${id}/confirm`)).statusCode).toBe(200)
  const read = async (): Promise<StatementRecord> =>
    (await merchant.get(`/user/statements/${id}`)).json().data
  await expect.poll(async () => (await read()).state, { timeout: 120_000 }).toMatch(/done|failed/)
  expect(await read()).toMatchObject({ state: 'done', imported: HDFC?.credits.length, errorCount: 0 })
})
