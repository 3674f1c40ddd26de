import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { picture } from '../../testing/kyc-file-parts.ts'
import { orderForm } from '../../testing/ledger.ts'
import { openShop, type Shop, type ShopCaller, type ShopMerchant } from '../../testing/shop.ts'
import { FORM_TYPE, formOf } from '../../testing/upload-form.ts'
import { LOGO_BYTES_MAX } from '../kyc/clean-image.ts'

let shop: Shop
let merchant: ShopMerchant
beforeAll(async () => {
  shop = await openShop()
  merchant = await shop.merchant('Painted Tea')
})
afterAll(() => shop.close())

const save = ({ cookie }: ShopCaller, fields: Record<string, string>, logo?: Buffer) =>
  shop.call({
    method: 'POST',
    url: '/api/v1/user/page-look',
    payload: formOf(fields, logo === undefined ? [] : [{ name: 'logo.png', content: logo, field: 'logo' }]),
    headers: { cookie, origin: 'http://localhost:3000', 'content-type': FORM_TYPE },
  })
const lookOf = async (caller: ShopCaller) => (await caller.get('/user/page-look')).json().data
const newOrder = async (): Promise<{ readonly order_id: string }> => {
  const reply = await merchant.post('/order/create-order', {
    ...orderForm(),
    amount: '499.00',
    key: merchant.key,
  })
  return reply.json().data
}
const noise = () => {
  const pixels = Buffer.from(Array.from({ length: 600 * 400 * 3 }, (_, i) => (i * 7919 * (i % 251)) % 256))
  return sharp(pixels, { raw: { width: 600, height: 400, channels: 3 } })
    .png()
    .toBuffer()
}

test('a picture is served small, cacheable and encoded again, and stands on the payment page with its colour', async () => {
  const sent = await noise()
  const reply = await save(merchant, { colour: 'teal' }, sent)
  expect(reply.statusCode).toBe(200)
  const { logo, colour } = reply.json().data
  expect(colour).toBe('teal')
  const served = await shop.call({ url: logo })
  expect(served.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(served.rawPayload.length).toBeLessThanOrEqual(LOGO_BYTES_MAX)
  expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'webp' })
  const order = await newOrder()
  const page = (await shop.call({ url: `/pay/${order.order_id}` })).body
  expect(page).toContain(`href="${logo}"`)
  expect(page).toContain('<body class="teal"')
  expect((await save(merchant, { colour: '' })).json().data).toEqual({ colour: null, logo })
  expect((await save(merchant, { colour: '', logo: 'remove' })).json().data.logo).toBeNull()
  expect((await shop.call({ url: `/pay/${order.order_id}` })).body).toContain('>PT<')
  expect((await shop.call({ url: logo })).statusCode).toBe(404)
})

test('what is no picture, and a colour that does not exist, are refused and named', async () => {
  const before = await lookOf(merchant)
  const refused = await save(merchant, { colour: 'red' }, Buffer.from('%PDF-1.4 no picture'))
  expect(refused.json()).toMatchObject({
    errors: [{ field: 'logo' }],
    msg: 'logo.png is no JPEG, PNG or WebP file.',
  })
  const cut = (await picture().png().toBuffer()).subarray(0, 200)
  expect((await save(merchant, { colour: 'red' }, cut)).json()).toMatchObject({ errors: [{ field: 'logo' }] })
  expect((await save(merchant, { colour: 'url(x)' })).json()).toMatchObject({
    errors: [{ field: 'colour', msg: 'Please choose one of the colours' }],
  })
  expect(await lookOf(merchant)).toEqual(before)
})

test('the picture of a merchant is found only under its own address', async () => {
  const other = await shop.merchant('Other Tea')
  const { logo } = (await save(merchant, { colour: '' }, await picture().png().toBuffer())).json().data
  expect((await shop.call({ url: logo.replace(merchant.merchantId, other.merchantId) })).statusCode).toBe(404)
  for (const wrong of ['/pay/logo/x/y.webp', `/pay/logo/${merchant.merchantId}/..%2f.webp`])
    expect((await shop.call({ url: wrong })).statusCode).toBe(404)
  expect(await lookOf(other)).toEqual({ colour: null, logo: null })
})
