import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrder } from '../../server/testing/place-order.ts'
import { openShop, type Shop } from '../../server/testing/shop.ts'

const COMMAND = fileURLToPath(new URL('../../sdk/command/sdk-command.ts', import.meta.url))

let shop: Shop
let folder: string
let orderId: string
let link: string
beforeAll(async () => {
  shop = await openShop()
  orderId = await placeOrder(shop, await shop.merchant(), '1250.50')
  const get = (url: string) => shop.call({ method: 'GET', url })
  const opened = await shop.call({ method: 'POST', url: `/api/v1/order/pay/${orderId}`, payload: {} })
  const payload = { upi: opened.json().data.upiIntentUrl.bhim, outcome: 'success' }
  const paid = await shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload })
  expect(paid.statusCode, paid.body).toBe(200)
  link = /href="([^"]*\/verify-receipt#[^"]*)"/.exec((await get(`/receipt/${orderId}`)).body)?.[1] ?? ''
  folder = mkdtempSync(join(tmpdir(), 'galla-receipt-'))
  writeFileSync(join(folder, 'keys.json'), (await get('/.well-known/galla-receipts.json')).body)
})
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true })
})

const check = (receipt: string) =>
  spawnSync(process.execPath, [COMMAND, 'verify-receipt', receipt, '--keys', join(folder, 'keys.json')], {
    encoding: 'utf8',
  })

test('galla-sdk verify-receipt accepts a receipt of the server, by its published keys', () => {
  const { status, stdout, stderr } = check(link)
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^Genuine receipt\n/)
  for (const fact of [orderId, '1250.50']) expect(stdout).toContain(fact)
})

test('galla-sdk verify-receipt refuses a receipt with one changed character', () => {
  const at = link.indexOf('.', link.indexOf('#')) + 40
  const changed = link.slice(0, at) + (link[at] === 'A' ? 'B' : 'A') + link.slice(at + 1)
  expect(check(changed)).toMatchObject({ status: 1, stdout: '' })
})
