import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { picture } from '../../testing/kyc-file-parts.ts'
import { lettersIn } from '../../testing/outbox.ts'
import { drawnPdf } from '../../testing/sample-pdf.ts'
import { openShop, type Shop, type ShopCaller, type ShopMerchant } from '../../testing/shop.ts'
import { FORM_TYPE, type FormFile, formOf } from '../../testing/upload-form.ts'

const MARK = 'MARK-THAT-MUST-NOT-BE-READ'

let shop: Shop
let operator: ShopCaller
let jpeg: Buffer
let pdf: Buffer

beforeAll(async () => {
  shop = await openShop()
  operator = await shop.operator()
  jpeg = await picture().flatten().jpeg().toBuffer()
  pdf = await drawnPdf((draw) => void draw.text(MARK), { compress: false, info: { Title: MARK } })
})
afterAll(() => shop.close())

const PAN = { documentType: 'panCard', documentNumber: 'abcpe 1234f' }

const send = (
  { cookie }: ShopCaller,
  files: readonly FormFile[] = [{ name: 'a.jpg', content: jpeg }],
  fields: Record<string, string> = PAN,
) =>
  shop.call({
    method: 'POST',
    url: '/api/v1/user/kyc',
    payload: formOf(fields, files),
    headers: { cookie, origin: 'http://localhost:3000', 'content-type': FORM_TYPE },
  })
const statusOf = async (merchant: ShopCaller) => (await merchant.get('/user/kyc-status')).json().data
const look = (caller: ShopCaller, url: string) => caller.get(url.replace('/api/v1', ''))
const filesOf = ({ merchantId }: ShopMerchant): string[] =>
  readdirSync(join(shop.dataDir, 'files', 'kyc', merchantId)).map((name) =>
    join(shop.dataDir, 'files', 'kyc', merchantId, name),
  )
const decide = (merchant: ShopMerchant, verdict: string, body: object = {}) =>
  operator.post(`/operator/kyc/${merchant.merchantId}/${verdict}`, body)
const viewsOf = ({ merchantId }: ShopMerchant) =>
  shop.db.pool
    .query(
      'select document_id, viewer, viewer_id from kyc_document_views where merchant_id = $1 order by view_id',
      [merchantId],
    )
    .then(({ rows }) => rows)

describe('the KYC submission of a merchant', () => {
  let merchant: ShopMerchant

  beforeAll(async () => {
    merchant = await shop.merchant('Documented Tea')
  })

  test('does not exist at first', async () => {
    const reply = await merchant.get('/user/kyc-status')
    expect([reply.statusCode, reply.json().data]).toEqual([200, null])
  })

  test('is pending after the upload, with its number and the URLs of its files', async () => {
    const reply = await send(merchant, [
      { name: 'front.jpg', content: jpeg },
      { name: 'back.pdf', content: pdf },
    ])
    expect(reply.statusCode, reply.body).toBe(200)
    const shown = await statusOf(merchant)
    expect(shown).toEqual(reply.json().data)
    expect(shown).toMatchObject({ status: 'pending', documentType: 'panCard', documentNumber: 'ABCPE1234F' })
    expect(shown.documentImage).toEqual(shown.documents.map(({ url }: { url: string }) => url))
    expect(shown.documents.map(({ mediaType }: { mediaType: string }) => mediaType)).toEqual([
      'image/jpeg',
      'image/jpeg',
    ])
  })

  test('is stored encrypted, both its files and its row', async () => {
    const stored = filesOf(merchant).map((file) => readFileSync(file))
    expect(stored).toHaveLength(2)
    // Three bytes are in some thousand encrypted ones by chance now and then; six are not.
    for (const bytes of stored)
      for (const plain of [MARK, '%PDF', 'JFIF', '\xff\xd8\xff\xe0\0\x10', '\xff\xd8\xff\xdb\0\x43'])
        expect(bytes.includes(Buffer.from(plain, 'latin1'))).toBe(false)
    const { rows } = await shop.db.pool.query(
      'select to_jsonb(s)::text as row from kyc_submissions s where merchant_id = $1',
      [merchant.merchantId],
    )
    for (const { row } of rows) expect(row).not.toContain('ABCPE1234F')
    expect(Buffer.from(rows[0].row).includes(Buffer.from('ABCPE1234F').toString('hex'))).toBe(false)
  })

  test('can be decrypted only with its own key and associated data', async () => {
    const [one, two] = (await statusOf(merchant)).documentImage
    const fileOf = (url: string): string =>
      filesOf(merchant).find((file) => file.endsWith(url.split('/').at(-1) ?? '-')) ?? ''
    const before = readFileSync(fileOf(one))
    writeFileSync(fileOf(one), readFileSync(fileOf(two)))
    expect((await look(merchant, one)).statusCode).toBe(500)
    writeFileSync(fileOf(one), before)
    expect((await look(merchant, one)).statusCode).toBe(200)
  })

  test('is served with headers that prevent scripts and caching', async () => {
    const [image, document] = (await statusOf(merchant)).documentImage
    const shown = await look(merchant, image)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': expect.stringMatching(/^inline; filename="[0-9A-Z]{26}\.jpg"$/),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
    })
    // The PDF is a picture of its page now.
    const drawn = await look(merchant, document)
    expect(drawn.headers['content-disposition']).toMatch(/^inline; filename="[0-9A-Z]{26}\.jpg"$/)
    expect(drawn.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect(drawn.rawPayload.includes(MARK)).toBe(false)
  })

  test('is hidden from other merchants, and every view is recorded', async () => {
    const other = await shop.merchant('Curious Tea')
    const [image] = (await statusOf(merchant)).documentImage
    const before = (await viewsOf(merchant)).length
    expect((await look(other, image)).statusCode).toBe(404)
    expect((await shop.call({ method: 'GET', url: image })).statusCode).toBe(401)
    expect((await look(merchant, '/kyc/documents/01ARZ3NDEKTSV4RRFFQ69G5FAV')).statusCode).toBe(404)
    expect(await viewsOf(merchant)).toHaveLength(before)
    expect((await look(operator, image)).statusCode).toBe(200)
    const views = await viewsOf(merchant)
    expect(views).toHaveLength(before + 1)
    expect(views.filter(({ viewer }) => viewer === 'operator')).toMatchObject([
      { document_id: image.split('/').at(-1) },
    ])
    const acts = (await operator.get(`/operator/audit?merchantId=${merchant.merchantId}`)).json().data
    expect(acts).toMatchObject([{ act: 'kyc.view', subject: image.split('/').at(-1) }])
  })

  test('replaces the previous submission, which is kept', async () => {
    const [old] = (await statusOf(merchant)).documentImage
    shop.clock.advance({ seconds: 1 })
    await send(merchant, undefined, { documentType: 'aadharCard', documentNumber: '9999 4105 7058' })
    const shown = await statusOf(merchant)
    expect(shown).toMatchObject({ documentType: 'aadharCard', documentNumber: 'XXXX XXXX 7058' })
    expect(shown.documentImage).toHaveLength(1)
    expect((await look(merchant, old)).statusCode).toBe(200)
    const detail = (await operator.get(`/operator/kyc/${merchant.merchantId}`)).json().data
    expect(detail.history.map(({ documentType }: { documentType: string }) => documentType)).toEqual([
      'aadharCard',
      'panCard',
    ])
    expect(detail.views.length).toBeGreaterThan(0)
    const everything = await shop.db.pool.query('select (to_jsonb(s))::text as row from kyc_submissions s')
    expect(JSON.stringify([everything.rows, shop.logged, detail])).not.toMatch(/9999 ?4105|99994105/)
  })

  test('can be viewed only at a limited rate', async () => {
    const [image] = (await statusOf(merchant)).documentImage
    const statuses = new Set<number>()
    for (let times = 0; times < 70; times += 1) statuses.add((await look(merchant, image)).statusCode)
    expect(statuses).toEqual(new Set([200, 429]))
  })
})

describe('the decision of the operator', () => {
  let merchant: ShopMerchant

  beforeAll(async () => {
    merchant = await shop.merchant('Judged Tea')
    await send(merchant)
  })

  const letters = () => lettersIn(shop.dataDir).filter((letter) => letter.includes(merchant.email))
  const lettersReach = (count: number, word: string) =>
    expect.poll(() => letters().filter((letter) => letter.includes(word))).toHaveLength(count)

  test('is refused to merchants', async () => {
    for (const verdict of ['approve', 'reject'])
      expect(
        (await merchant.post(`/operator/kyc/${merchant.merchantId}/${verdict}`, { reason: 'x' })).statusCode,
      ).toBe(403)
    for (const path of ['/operator/kyc', `/operator/kyc/${merchant.merchantId}`])
      expect((await merchant.get(path)).statusCode).toBe(403)
    expect((await statusOf(merchant)).status).toBe('pending')
  })

  test('is taken from a queue, the oldest submission first', async () => {
    shop.clock.advance({ minutes: 1 })
    const later = await shop.merchant('Later Tea')
    await send(later)
    const queue = (await operator.get('/operator/kyc')).json()
    const names = queue.data.map(({ merchantName }: { merchantName: string }) => merchantName)
    expect(names.indexOf('Judged Tea')).toBeGreaterThanOrEqual(0)
    expect(names.indexOf('Judged Tea')).toBeLessThan(names.indexOf('Later Tea'))
    expect(queue.counts.pending).toBe(queue.pagination.total)
    const all = (await operator.get('/operator/kyc?status=all&limit=1&page=2')).json()
    expect(all.data).toHaveLength(1)
    expect(all.pagination).toMatchObject({ currentPage: 2, hasPrevPage: true, limit: 1 })
    expect((await operator.get('/operator/kyc?status=unknown')).statusCode).toBe(400)
  })

  test('requires a reason for a rejection, and emails it to the merchant once', async () => {
    expect((await decide(merchant, 'reject', { reason: ' ' })).json().errors).toEqual([
      { field: 'reason', msg: 'Please tell the merchant why' },
    ])
    const reason = 'The picture is <blurred> & too dark'
    const both = await Promise.all([
      decide(merchant, 'reject', { reason }),
      decide(merchant, 'reject', { reason }),
    ])
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await statusOf(merchant)).toMatchObject({ status: 'rejected', rejectionReason: reason })
    expect((await decide(merchant, 'approve')).json().code).toBe('kyc_decided')
    expect((await decide(merchant, 'reject', { reason: 'Another' })).json().code).toBe('kyc_decided')
    await lettersReach(1, 'Please upload your documents again')
    expect(letters().join('')).toContain('&lt;blurred&gt;')
    const acts = (await operator.get(`/operator/audit?merchantId=${merchant.merchantId}`)).json().data
    expect(acts).toMatchObject([{ act: 'kyc.reject', reason }])
  })

  test('is refused for documents that the operator has not seen', async () => {
    const [row] = (await operator.get('/operator/kyc?status=rejected')).json().data
    shop.clock.advance({ minutes: 1 })
    await send(merchant)
    expect((await statusOf(merchant)).rejectionReason).toBeNull()
    const unseen = await decide(merchant, 'approve', { submissionId: row.submissionId })
    expect([unseen.statusCode, unseen.json().code]).toEqual([409, 'kyc_replaced'])
    expect((await statusOf(merchant)).status).toBe('pending')
  })

  test('is final once approved: no later upload is accepted, and one e-mail is sent', async () => {
    const both = await Promise.all([decide(merchant, 'approve'), decide(merchant, 'approve')])
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect((await statusOf(merchant)).status).toBe('approved')
    const again = await send(merchant)
    expect([again.statusCode, again.json().code]).toEqual([409, 'kyc_approved'])
    expect((await decide(merchant, 'reject', { reason: 'Too late' })).json().code).toBe('kyc_decided')
    await lettersReach(1, 'Your documents are verified')
    await expect(
      shop.db.pool.query(
        `update kyc_submissions set status = 'pending', decided_at = null, decided_by = null where merchant_id = $1`,
        [merchant.merchantId],
      ),
    ).rejects.toThrow(/never changed/)
  })

  test('gets 404 for a merchant without a submission', async () => {
    const { merchantId } = await shop.merchant()
    for (const id of [merchantId, 'nobody', `mer_${'0'.repeat(26)}`]) {
      expect((await operator.post(`/operator/kyc/${id}/approve`)).statusCode).toBe(404)
      expect((await operator.get(`/operator/kyc/${id}`)).statusCode).toBe(404)
    }
  })
})

test('exactly one of several concurrent uploads is current and complete, and the others become history', async () => {
  const merchant = await shop.merchant()
  const replies = await Promise.all([send(merchant), send(merchant), send(merchant)])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  const { rows } = await shop.db.pool.query(
    'select replaced_at from kyc_submissions where merchant_id = $1',
    [merchant.merchantId],
  )
  expect(rows.filter(({ replaced_at }) => replaced_at === null)).toHaveLength(1)
  expect(rows).toHaveLength(3)
})
