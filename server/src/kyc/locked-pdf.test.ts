import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawnPdf } from '../../testing/sample-pdf.ts'
import { openShop, type Shop, type ShopCaller } from '../../testing/shop.ts'
import { FORM_TYPE, formOf } from '../../testing/upload-form.ts'

const PASSWORD = 'ASHA1990'
const NUMBER = '9999 4105 7058'
const LOCKED = 'This PDF is protected by a password. Please enter it.'
const WRONG = 'The password does not open this PDF. Please check it.'

let shop: Shop
let eAadhaar: Buffer

beforeAll(async () => {
  shop = await openShop()
  eAadhaar = await drawnPdf((pdf) => void pdf.fontSize(40).text(NUMBER).addPage().text('Address'), {
    size: 'A4',
    pdfVersion: '1.6',
    userPassword: PASSWORD,
  })
})
afterAll(() => shop.close())

const send = ({ cookie }: ShopCaller, fields: Record<string, string> = {}) =>
  shop.call({
    method: 'POST',
    url: '/api/v1/user/kyc',
    payload: formOf({ documentType: 'aadharCard', documentNumber: NUMBER, ...fields }, [
      { name: 'EAadhaar.pdf', content: eAadhaar },
    ]),
    headers: { cookie, origin: 'http://localhost:3000', 'content-type': FORM_TYPE },
  })
const filesLeft = (): string[] =>
  readdirSync(join(shop.dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

test.each([
  ['no password', {}, LOCKED],
  ['an empty password', { password: '' }, LOCKED],
  ['a wrong password', { password: 'asha1990' }, WRONG],
  ['a password of 200 letters', { password: 'x'.repeat(200) }, WRONG],
  ['a password with a zero byte', { password: `${PASSWORD}\0` }, WRONG],
])('a locked PDF with %s is refused at the field for the password', async (_what, fields, msg) => {
  const merchant = await shop.merchant()
  const reply = await send(merchant, fields)
  expect([400, 422]).toContain(reply.statusCode)
  expect(reply.json()).toMatchObject({ success: false, msg, errors: [{ field: 'password', msg }] })
  expect((await merchant.get('/user/kyc-status')).json().data).toBeNull()
  expect(filesLeft()).toEqual([])
})

test('a locked e-Aadhaar is stored as a picture with a masked number, and its password nowhere', async () => {
  const merchant = await shop.merchant()
  const reply = await send(merchant, { password: PASSWORD })
  expect(reply.statusCode, reply.body).toBe(200)
  const [{ url, mediaType, bytes }] = reply.json().data.documents
  expect(mediaType).toBe('image/jpeg')
  const { rawPayload } = await merchant.get(url.replace('/api/v1', ''))
  expect(rawPayload).toHaveLength(bytes)
  const { width, height, data } = await grey(rawPayload)
  expect([width, height]).toEqual([1696, 4800])
  // The line of the number: a black area from its first to its eighth digit, except for a gap, and thin strokes after it.
  const scale = 2400 / 842
  const dark = (fromPoint: number, toPoint: number): number => {
    let found = 0
    const row = Math.round((72 + 20) * scale)
    for (let x = Math.round(fromPoint * scale); x < toPoint * scale; x += 1)
      if (Number(data[row * width + x]) < 60) found += 1
    return found / ((toPoint - fromPoint) * scale)
  }
  expect(dark(72, 72 + 4 * 22)).toBeGreaterThan(0.95)
  expect(dark(72 + 9 * 22 + 22, 72 + 14 * 22)).toBeLessThan(0.6)

  const rows = await shop.db.pool.query(
    'select to_jsonb(s)::text || (select string_agg(to_jsonb(d)::text, $1) from kyc_documents d) as row from kyc_submissions s',
    [' '],
  )
  const kept = JSON.stringify([rows.rows, shop.logged, reply.json()])
  expect(kept).not.toMatch(/ASHA1990|9999 ?4105/)
  for (const file of filesLeft())
    for (const plain of [PASSWORD, '%PDF', 'JFIF', '\xff\xd8\xff\xdb\0\x43'])
      expect(readFileSync(file).includes(Buffer.from(plain, 'latin1'))).toBe(false)
})

const grey = async (bytes: Buffer) => {
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}
