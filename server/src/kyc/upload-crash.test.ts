import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { picture } from '../../testing/kyc-file-parts.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { FORM_TYPE, formOf } from '../../testing/upload-form.ts'
import { secretsFrom } from '../platform/crypto/crypto.ts'
import { createDiskFiles } from '../platform/files/files.ts'
import { randomIds } from '../platform/ids.ts'
import { sweepDocuments } from './sweep-documents.ts'
import { uploadDocuments } from './upload-documents.ts'

const PAN = { documentType: 'panCard', documentNumber: 'abcpe 1234f' }

let shop: Shop
let jpeg: Buffer
beforeAll(async () => {
  shop = await openShop()
  jpeg = await picture().flatten().jpeg().toBuffer()
})
afterAll(() => shop.close())

const upload = ({ cookie }: ShopMerchant) =>
  shop.call({
    method: 'POST',
    url: '/api/v1/user/kyc',
    payload: formOf(PAN, [{ name: 'a.jpg', content: jpeg }]),
    headers: { cookie, origin: 'http://localhost:3000', 'content-type': FORM_TYPE },
  })
const filesOf = ({ merchantId }: ShopMerchant): string[] =>
  readdirSync(join(shop.dataDir, 'files', 'kyc', merchantId)).map((name) =>
    join(shop.dataDir, 'files', 'kyc', merchantId, name),
  )

describe('a crash between the file and its row', () => {
  const files = () => createDiskFiles(join(shop.dataDir, 'files'))
  const sweep = () => sweepDocuments({ db: shop.db, clock: shop.clock, files: files() })

  test('shows no document, and its files are deleted an hour later, while files with a row stay', async () => {
    const merchant = await shop.merchant()
    await upload(merchant)
    const kept = filesOf(merchant)
    const crash = uploadDocuments(
      {
        db: { ...shop.db, transaction: () => Promise.reject(new Error('the process died')) },
        clock: shop.clock,
        ids: randomIds,
        secrets: secretsFrom(new Uint8Array(32).fill(7)),
        files: files(),
        inspector: {
          inspect: async (_merchantId, _name, read) => ({
            mediaType: 'image/jpeg',
            bytes: (await read()).bytes,
          }),
          stop() {},
        },
      },
      merchant.merchantId,
      async (onFile) => {
        await onFile({
          field: 'documents',
          name: 'a.jpg',
          content: (async function* () {
            yield jpeg
          })(),
        })
        return new Map(Object.entries(PAN))
      },
    )
    await expect(crash).rejects.toThrow('the process died')
    expect(filesOf(merchant)).toHaveLength(2)
    expect((await merchant.get('/user/kyc-status')).json().data.documentImage).toHaveLength(1)
    // A process that dies while it writes leaves these.
    const incomplete = join(
      shop.dataDir,
      'files',
      'kyc',
      merchant.merchantId,
      `${randomIds.ulid(shop.clock.now())}.part`,
    )
    const incoming = join(shop.dataDir, 'files', 'incoming', randomIds.ulid(shop.clock.now()))
    for (const file of [incomplete, incoming]) writeFileSync(file, 'half')
    const foreign = join(shop.dataDir, 'files', 'kyc', 'readme.txt')
    writeFileSync(foreign, 'not ours')

    expect(await sweep()).toBe(0)
    shop.clock.advance({ minutes: 61 })
    expect(await sweep()).toBe(3)
    expect(filesOf(merchant)).toEqual(kept)
    expect(readdirSync(join(shop.dataDir, 'files', 'incoming'))).toEqual([])
    expect(readFileSync(foreign, 'utf8')).toBe('not ours')
    rmSync(foreign)
  })
})
