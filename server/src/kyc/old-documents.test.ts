import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { picture } from '../../testing/kyc-file-parts.ts'
import { openShop, type Shop, type ShopCaller, type ShopMerchant } from '../../testing/shop.ts'
import { FORM_TYPE, formOf } from '../../testing/upload-form.ts'
import { sql } from '../platform/database/database.ts'
import { deleteOldDocuments } from './sweep-documents.ts'

let shop: Shop
let jpeg: Buffer
beforeAll(async () => {
  shop = await openShop()
  jpeg = await picture().flatten().jpeg().toBuffer()
})
afterAll(() => shop?.close())

const send = async ({ cookie }: ShopCaller): Promise<string> => {
  const reply = await shop.call({
    method: 'POST',
    url: '/api/v1/user/kyc',
    payload: formOf({ documentType: 'panCard', documentNumber: 'ABCPE1234F' }, [
      { name: 'a.jpg', content: jpeg },
      { name: 'b.jpg', content: jpeg },
    ]),
    headers: { cookie, origin: 'http://localhost:3000', 'content-type': FORM_TYPE },
  })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data.documentImage[0].replace('/api/v1', '')
}

const filesOf = ({ merchantId }: ShopMerchant): number => {
  const folder = join(shop.dataDir, 'files', 'kyc', merchantId)
  return existsSync(folder) ? readdirSync(folder).length : 0
}

test('files of replaced and rejected submissions go after 90 days, and those that count stay', async () => {
  const operator = await shop.operator()
  const decide = async (merchant: ShopMerchant, verdict: string, body = {}) =>
    expect((await operator.post(`/operator/kyc/${merchant.merchantId}/${verdict}`, body)).statusCode).toBe(
      200,
    )
  const [replaced, rejected, approved, pending] = [
    await shop.merchant(),
    await shop.merchant(),
    await shop.merchant(),
    await shop.merchant(),
  ]
  const everyone = [replaced, rejected, approved, pending]
  const first = await send(replaced)
  expect((await replaced.get(first)).statusCode).toBe(200)
  await send(replaced)
  for (const merchant of [rejected, approved, pending]) await send(merchant)
  await decide(rejected, 'reject', { reason: 'Not readable' })
  await decide(approved, 'approve')
  const files = () => everyone.map(filesOf)
  expect(files()).toEqual([4, 2, 2, 2])

  await shop.restart(() => shop.clock.advance({ days: 89 }))
  await deleteOldDocuments(shop)
  expect(files()).toEqual([4, 2, 2, 2])
  await shop.restart(() => shop.clock.advance({ days: 2 }))
  await Promise.all([deleteOldDocuments(shop), deleteOldDocuments(shop)])
  // The hourly sweep removes the files whose rows are gone.
  shop.clock.advance({ hours: 2 })
  await expect.poll(files).toEqual([2, 0, 2, 2])

  const again = await shop.logInAgain(rejected)
  expect((await again.get('/user/kyc-status')).json().data).toMatchObject({
    status: 'rejected',
    rejectionReason: 'Not readable',
    documentNumber: 'ABCPE1234F',
    documents: [],
  })
  expect((await (await shop.logInAgain(replaced)).get(first)).statusCode).toBe(404)
  const later = await shop.operator()
  const detail = await later.get(`/operator/kyc/${replaced.merchantId}`)
  expect([detail.statusCode, detail.json().data.history.length]).toEqual([200, 2])
  for (const { merchantId } of [approved, pending])
    await expect(
      shop.db.run(sql`delete from kyc_documents where merchant_id = ${merchantId}`),
    ).rejects.toThrow('never deleted')
})
