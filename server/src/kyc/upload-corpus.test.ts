import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { benignFiles } from '../../testing/benign-kyc-files.ts'
import { hostileFiles } from '../../testing/hostile-kyc-files.ts'
import type { SampleFile } from '../../testing/kyc-file-parts.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { BOUNDARY, FORM_TYPE, type FormFile, formOf } from '../../testing/upload-form.ts'

const FIELDS = { documentType: 'panCard', documentNumber: 'ABCPE1234F' }
const MB = 1024 * 1024
/** What the server may grow by, whatever it is sent: files wait on the disk and are read one at a time. */
const GROWTH_BYTES_MAX = 150 * MB

let shop: Shop
let merchant: ShopMerchant
let hostile: SampleFile[]
let benign: SampleFile[]
let picture: Buffer

beforeAll(async () => {
  shop = await openShop()
  merchant = await shop.merchant()
  hostile = await hostileFiles()
  benign = await benignFiles()
  picture = benign[0]?.content ?? Buffer.alloc(0)
})
afterAll(() => shop.close())

const sendRaw = (payload: Buffer | string, type = FORM_TYPE, cookie = merchant.cookie) =>
  shop.call({
    method: 'POST',
    url: '/api/v1/user/kyc',
    payload,
    headers: {
      cookie,
      origin: 'http://localhost:3000',
      'content-type': type,
    },
  })
const send = (files: readonly FormFile[], fields: Record<string, string> = FIELDS) =>
  sendRaw(formOf(fields, files))

const filesLeft = (): string[] =>
  readdirSync(join(shop.dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

test('every hostile file is refused with a message that names it, and is not stored', async () => {
  expect(hostile.length).toBeGreaterThanOrEqual(30)
  const before = process.memoryUsage().rss
  for (const { what, name, content } of hostile) {
    const reply = await send([{ name, content, type: 'image/png' }])
    expect([415, 422], `${what} answered ${reply.statusCode} ${reply.body}`).toContain(reply.statusCode)
    expect(reply.json(), what).toMatchObject({
      success: false,
      msg: expect.stringContaining(name),
      errors: [{ field: 'documents', msg: expect.stringMatching(/\.$/) }],
    })
  }
  expect((await merchant.get('/user/kyc-status')).json().data).toBeNull()
  expect(filesLeft()).toEqual([])
  expect(process.memoryUsage().rss - before).toBeLessThan(GROWTH_BYTES_MAX)
})

test('a hostile file among benign ones refuses the whole upload', async () => {
  const reply = await send([
    { name: 'good.jpg', content: picture },
    { name: 'evil.pdf', content: hostile[0]?.content ?? Buffer.alloc(0) },
  ])
  expect(reply.statusCode).toBe(422)
  expect(reply.json().msg).toContain('evil.pdf')
  expect(filesLeft()).toEqual([])
})

test('every benign file is stored and served as a picture, without metadata', async () => {
  expect(benign.length).toBeGreaterThanOrEqual(20)
  const keeper = await shop.merchant('Keeper')
  for (let at = 0; at < benign.length; at += 5) {
    const some = benign.slice(at, at + 5)
    const reply = await sendRaw(formOf(FIELDS, some), FORM_TYPE, keeper.cookie)
    expect(reply.statusCode, `${some.map(({ what }) => what)}: ${reply.body}`).toBe(200)
    const { documents } = reply.json().data
    expect(documents).toHaveLength(some.length)
    for (const [index, { url, mediaType, bytes }] of documents.entries()) {
      const file = await keeper.get(url.replace('/api/v1', ''))
      expect(file.statusCode).toBe(200)
      expect(file.rawPayload).toHaveLength(bytes)
      const head = await sharp(file.rawPayload).metadata()
      expect(`image/${head.format}`).toBe(mediaType)
      expect([head.exif, head.xmp, head.icc, head.orientation]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ])
      const isPdf = some[index]?.name.endsWith('.pdf') === true
      expect(Math.max(head.width, head.height)).toBeLessThanOrEqual(isPdf ? 4800 : 3000)
    }
  }
})

describe('an upload form', () => {
  const honest = () => formOf(FIELDS, [{ name: 'a.jpg', content: picture }])
  const onePart = (head: string) => `--${BOUNDARY}\r\n${head}\r\n\r\nx\r\n--${BOUNDARY}--\r\n`

  test('accepts five files of five megabytes, and refuses a sixth or a byte more', async () => {
    const large = Buffer.concat([picture, Buffer.alloc(5 * MB - picture.length)])
    const five = Array.from({ length: 5 }, (_, n) => ({ name: `${n}.jpg`, content: large }))
    const taker = await shop.merchant()
    expect((await sendRaw(formOf(FIELDS, five), FORM_TYPE, taker.cookie)).statusCode).toBe(200)
    const six = await send([...five, { name: '5.jpg', content: picture }])
    expect([six.statusCode, six.json().msg]).toEqual([413, 'Please send at most 5 files'])
    const longer = await send([{ name: 'long.jpg', content: Buffer.concat([large, Buffer.alloc(1)]) }])
    expect([longer.statusCode, longer.json().msg]).toEqual([413, 'long.jpg is larger than 5 MB'])
  })

  test.each<[string, () => Buffer | string, string, number]>([
    ['JSON', () => JSON.stringify(FIELDS), 'application/json', 415],
    ['a plain form', () => 'documentType=panCard', 'application/x-www-form-urlencoded', 415],
    ['another type', honest, 'text/plain', 400],
    ['no boundary', honest, 'multipart/form-data', 400],
    ['another boundary', honest, 'multipart/form-data; boundary=other', 400],
    ['a boundary of 10,000 letters', honest, `multipart/form-data; boundary=${'x'.repeat(10_000)}`, 400],
    ['an end that never comes', () => honest().subarray(0, -30), FORM_TYPE, 400],
    ['half a file', () => honest().subarray(0, 1200), FORM_TYPE, 400],
    ['nothing', () => '', FORM_TYPE, 400],
    [
      'a thousand parts',
      () => onePart('content-disposition: form-data; name="a"').repeat(1000),
      FORM_TYPE,
      400,
    ],
    [
      'a thousand fields',
      () => formOf(Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`f${n}`, 'x'])), []),
      FORM_TYPE,
      413,
    ],
    ['a field twice', () => Buffer.concat([formOf(FIELDS, []).subarray(0, -25), honest()]), FORM_TYPE, 400],
    [
      'a field of a megabyte',
      () => formOf({ ...FIELDS, documentNumber: '1'.repeat(MB) }, []),
      FORM_TYPE,
      413,
    ],
    ['a field named __proto__', () => formOf(Object.fromEntries([['__proto__', 'x']]), []), FORM_TYPE, 400],
    [
      'a field with a zero byte',
      () => formOf({ ...FIELDS, documentNumber: 'A\0B' }, [{ name: 'a.jpg', content: picture }]),
      FORM_TYPE,
      400,
    ],
    ['a head of a megabyte', () => onePart(`x-head: ${'x'.repeat(MB)}`), FORM_TYPE, 400],
    [
      'files of another field',
      () => formOf(FIELDS, [{ name: 'a.jpg', content: picture, field: 'images' }]),
      FORM_TYPE,
      400,
    ],
  ])('is refused with %s', async (_what, payload, type, status) => {
    const reply = await sendRaw(payload(), type)
    expect(reply.statusCode, reply.body).toBe(status)
    expect(reply.json()).toMatchObject({ success: false, msg: expect.stringMatching(/./) })
  })

  test('reports what is missing, files first', async () => {
    const empty = await send([], {})
    expect(empty.statusCode).toBe(400)
    expect(empty.json()).toMatchObject({
      msg: 'Please select at least one document to upload',
      errors: [
        { field: 'documents', msg: 'Please select at least one document to upload' },
        { field: 'documentType', msg: 'Document type and number are required' },
        { field: 'documentNumber', msg: 'Document type and number are required' },
      ],
    })
    const typeless = await send([{ name: 'a.jpg', content: picture }], { documentNumber: 'ABCPE1234F' })
    expect(typeless.json().msg).toBe('Document type and number are required')
    const wrong = await send([{ name: 'a.jpg', content: picture }], {
      documentType: 'panCard',
      documentNumber: 'X',
    })
    expect(wrong.json().errors).toEqual([
      { field: 'documentNumber', msg: 'Please enter a valid PAN, such as ABCPE1234F' },
    ])
  })

  test('is checked by content, not by the file name or the declared type', async () => {
    const name = `../../etc/passwd\u202e\t<b>${'x'.repeat(300)}.png`
    const reply = await send([{ name, content: Buffer.from('no picture') }])
    expect(reply.statusCode).toBe(415)
    const { msg } = reply.json()
    expect(msg).not.toMatch(/[<>\u202e\t]|etc\//)
    expect(msg.length).toBeLessThan(160)
  })

  test('requires a session and our own origin', async () => {
    expect((await sendRaw(honest(), FORM_TYPE, '')).statusCode).toBe(401)
    const foreign = await shop.call({
      method: 'POST',
      url: '/api/v1/user/kyc',
      payload: honest(),
      headers: { cookie: merchant.cookie, origin: 'https://evil.example', 'content-type': FORM_TYPE },
    })
    expect(foreign.statusCode).toBe(403)
  })

  test('leaves no file and no submission after refusals', async () => {
    expect((await merchant.get('/user/kyc-status')).json().data).toBeNull()
    expect(readdirSync(join(shop.dataDir, 'files', 'incoming'))).toEqual([])
  })

  test('is accepted only at a limited rate', async () => {
    const eager = await shop.merchant('Eager')
    const statuses: number[] = []
    for (let times = 0; times < 101; times += 1)
      statuses.push((await sendRaw('', FORM_TYPE, eager.cookie)).statusCode)
    expect(new Set(statuses.slice(0, 100))).toEqual(new Set([400]))
    const refused = await sendRaw(honest(), FORM_TYPE, eager.cookie)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
    shop.clock.advance({ hours: 1, seconds: 1 })
    expect((await sendRaw(honest(), FORM_TYPE, eager.cookie)).statusCode).toBe(200)
  })
})
