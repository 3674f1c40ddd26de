import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeS3, startFakeS3 } from '../../testing/fake-s3.ts'
import { picture } from '../../testing/kyc-file-parts.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { FORM_TYPE, formOf } from '../../testing/upload-form.ts'

let store: FakeS3
let shop: Shop

beforeAll(async () => {
  store = await startFakeS3()
  shop = await openShop({ FILES_URL: store.filesUrl })
})
afterAll(async () => {
  await shop.close()
  await store.close()
})

const send = async ({ cookie }: ShopMerchant) =>
  shop.call({
    method: 'POST',
    url: '/api/v1/user/kyc',
    payload: formOf({ documentType: 'panCard', documentNumber: 'ABCPE1234F' }, [
      { name: 'pan.png', content: await picture().png().toBuffer() },
    ]),
    headers: { cookie, origin: 'http://localhost:3000', 'content-type': FORM_TYPE },
  })
const keys = (folder: string) => [...store.objects.keys()].filter((key) => key.includes(`/${folder}/`))

test('documents are stored encrypted in an S3-compatible store and read back', async () => {
  const merchant = await shop.merchant()
  const sent = await send(merchant)
  expect(sent.statusCode, sent.body).toBe(200)
  const [{ url, bytes }] = sent.json().data.documents
  expect(keys('kyc')).toEqual([`of/galla/kyc/${merchant.merchantId}/${url.split('/').at(-1)}`])
  expect(keys('incoming')).toEqual([])
  // Three letters stand in random bytes by chance now and then.
  for (const content of store.objects.values())
    for (const mark of ['\x89PNG\r\n', 'IHDR', 'IDAT'])
      expect(content.includes(mark, 0, 'latin1')).toBe(false)
  const seen = await merchant.get(url.replace('/api/v1', ''))
  expect([seen.statusCode, seen.rawPayload.length]).toEqual([200, bytes])
})

test('an upload that the store refuses fails, and succeeds when the store works again', async () => {
  const merchant = await shop.merchant()
  const before = keys('kyc')
  store.breaks('refused', 99)
  const refused = await send(merchant)
  expect(refused.statusCode, refused.body).toBe(500)
  expect(refused.body).not.toContain('AccessDenied')
  expect((await merchant.get('/user/kyc-status')).json().data).toBeNull()
  store.breaks('busy', 2)
  expect((await send(merchant)).statusCode).toBe(200)
  expect(keys('kyc')).toHaveLength(before.length + 1)
  expect(keys('incoming')).toEqual([])
})
