import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '../../server/testing/shop.ts'
import { done } from '../sdk/installed-sdk.ts'
import { buildStalePackages } from '../setup/build.mjs'
import { withSetupLock } from '../setup/lock.mjs'

const PATH = '/downloads/galla-woocommerce.zip'
const PLUGIN = fileURLToPath(new URL('../../plugins/woocommerce/', import.meta.url))
const SDK = fileURLToPath(new URL('../../sdk/', import.meta.url))
const zipped = (): Buffer => readFileSync(`${PLUGIN}dist/galla-woocommerce.zip`)

let shop: Shop
beforeAll(async () => {
  await withSetupLock(() => buildStalePackages('plugins/woocommerce'))
  shop = await openShop()
})
afterAll(() => shop.close())

test('every Galla serves the plugin as WordPress installs it: one folder with every file of the source and the SDK', async () => {
  const reply = await shop.call({ method: 'GET', url: PATH })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="galla-woocommerce.zip"',
  })
  const files = unzipSync(new Uint8Array(reply.rawPayload))
  const sourceOf = (name: string) =>
    /^galla-upi\/sdk\/LICENSE$/.test(name)
      ? `${SDK}LICENSE`
      : name.startsWith('galla-upi/sdk/')
        ? name.replace('galla-upi/sdk/', `${SDK}php/src/`)
        : PLUGIN + name
  for (const [name, content] of Object.entries(files))
    expect(Buffer.from(content).equals(readFileSync(sourceOf(name))), name).toBe(true)
  const sdk = ['LICENSE', ...readdirSync(`${SDK}php/src`)].map((name) => `galla-upi/sdk/${name}`)
  const tracked = [...done('git', ['ls-files', 'galla-upi'], PLUGIN).trim().split('\n'), ...sdk]
  expect(Object.keys(files).sort()).toEqual(tracked.sort())
  const again = { 'if-none-match': String(reply.headers.etag) }
  expect((await shop.call({ method: 'GET', url: PATH, headers: again })).statusCode).toBe(304)
})

test('a build in another time zone has the same bytes', () => {
  const before = zipped()
  const pack = fileURLToPath(new URL('pack-woocommerce.ts', import.meta.url))
  for (const zone of ['Asia/Kolkata', 'America/Los_Angeles']) {
    done('env', [`TZ=${zone}`, process.execPath, pack], PLUGIN)
    expect(zipped().equals(before), zone).toBe(true)
  }
})
