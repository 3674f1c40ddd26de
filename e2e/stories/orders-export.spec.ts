import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inflateRawSync } from 'node:zlib'
import { expect, type Page, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { createOrder, enterDashboard, simulate } from '../support/merchant.ts'

const ORDERS = '/dashboard/orders'
const EXPORT = '**/user/transactions/export*'

const exportAs = async (page: Page, format: string): Promise<void> => {
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: format }).click()
}

const downloaded = async (page: Page, format: string): Promise<{ name: string; bytes: Buffer }> => {
  const begun = page.waitForEvent('download')
  await exportAs(page, format)
  const download = await begun
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

/** The texts of a file in a ZIP that has its directory at the end, as all of them have. */
const unzipped = (zip: Buffer, wanted: RegExp): string => {
  let at = zip.readUInt32LE(zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1')) + 16)
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [size, nameLength, extra, comment] = [20, 28, 30, 32].map((field, i) =>
      i === 0 ? zip.readUInt32LE(at + field) : zip.readUInt16LE(at + field),
    ) as [number, number, number, number]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const local = zip.readUInt32LE(at + 42)
    if (wanted.test(name)) {
      const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
      const packed = zip.subarray(start, start + size)
      return (zip.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)).toString('utf8')
    }
    at += 46 + nameLength + extra + comment
  }
  throw new Error(`no ${wanted} in the file`)
}

/** A server in the place of ours for the export, which can stop half-way. */
const standIn = async (page: Page, answer: (response: ServerResponse) => void) => {
  const server = createServer((_, response) => answer(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await page.route(EXPORT, (route) => route.continue({ url: `http://127.0.0.1:${port}/` }))
  return { close: () => server.close() }
}

test('the CSV export has the filtered orders, newest first', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const paid = await createOrder(page.request, key, {
    customer_name: '=Meera, "M" Iyer',
    client_txn_id: 'KEEP-1',
  })
  await simulate(page.request, paid, 'success')
  await createOrder(page.request, key, { client_txn_id: 'LEAVE-1' })
  await page.goto(`${ORDERS}?status=success`)
  await expect(page.getByText('Total 1 orders')).toBeVisible()
  const [{ name, bytes }] = await Promise.all([
    downloaded(page, 'CSV'),
    expect(page.getByRole('status').getByText('1 orders exported')).toBeVisible(),
  ])
  expect(name).toMatch(/^galla-orders-test-\d{4}-\d\d-\d\d\.csv$/)
  const lines = bytes.toString('utf8').trimEnd().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain('Order ID')
  expect(lines[1]).toContain(paid.order_id)
  expect(lines[1]).toContain('KEEP-1')
  expect(lines[1]).not.toMatch(/(^|,)"?=/)
})

test('the XLSX export has the same orders in one sheet', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const orders = [await createOrder(page.request, key), await createOrder(page.request, key)]
  await page.goto(ORDERS)
  const { name, bytes } = await downloaded(page, 'Excel (XLSX)')
  expect(name).toMatch(/\.xlsx$/)
  const sheet = unzipped(bytes, /^xl\/worksheets\/sheet1\.xml$/)
  expect(sheet.match(/<row /g)).toHaveLength(3)
  const text = sheet + (sheet.includes('t="s"') ? unzipped(bytes, /^xl\/sharedStrings\.xml$/) : '')
  for (const { order_id } of orders) expect(text).toContain(order_id)
})

test('a refused export shows the reason of the server, and Try Again repeats it', async ({ page }) => {
  const { key } = await enterDashboard(page)
  await createOrder(page.request, key)
  await page.goto(ORDERS)
  const msg = 'Other exports are just being written. Please try again in a moment.'
  await page.route(EXPORT, (route) =>
    route.fulfill({ status: 503, json: { success: false, code: 'overloaded', msg, requestId: 'r' } }),
  )
  await exportAs(page, 'CSV')
  const card = page.getByRole('region', { name: 'Export' })
  await expect(card.getByRole('alert')).toHaveText(msg)
  await page.unroute(EXPORT)
  const begun = page.waitForEvent('download')
  await card.getByRole('button', { name: 'Try Again' }).click()
  await begun
  await expect(card).toHaveCount(0)
})

test('an export whose connection breaks saves no file', async ({ page }) => {
  await enterDashboard(page)
  await page.goto(ORDERS)
  let downloads = 0
  page.on('download', () => {
    downloads += 1
  })
  const server = await standIn(page, (response) => {
    response.writeHead(200, { 'content-type': 'text/csv', 'x-total-rows': '3' })
    response.write('Order ID\r\n1\r\n', () => response.destroy())
  })
  await exportAs(page, 'CSV')
  const card = page.getByRole('region', { name: 'Export' })
  await expect(card.getByRole('alert')).toHaveText(
    'The connection was lost, so nothing was saved. Please try again.',
  )
  expect(downloads).toBe(0)
  await card.getByRole('button', { name: 'Dismiss' }).click()
  await expect(card).toHaveCount(0)
  server.close()
})

test('an export shows its progress on every page, and Cancel stops it', async ({ page }) => {
  await enterDashboard(page)
  await page.goto(ORDERS)
  let left = (): void => {}
  const gone = new Promise<void>((resolve) => {
    left = resolve
  })
  const server = await standIn(page, (response) => {
    response.on('close', left)
    response.writeHead(200, { 'content-type': 'text/csv', 'x-total-rows': '4' })
    response.write('Order ID\r\n1\r\n2\r\n')
  })
  await exportAs(page, 'CSV')
  const card = page.getByRole('region', { name: 'Export' })
  await expect(card.getByText('2 of 4 orders')).toBeVisible()
  await expect(card.getByRole('progressbar')).toHaveAttribute('value', '2')
  await expect(page.getByRole('button', { name: 'Exporting...' })).toBeDisabled()
  await page.getByRole('link', { name: 'Payment Link', exact: true }).click()
  await expect(card.getByText('2 of 4 orders')).toBeVisible()
  await card.getByRole('button', { name: 'Cancel' }).click()
  await expect(card).toHaveCount(0)
  await gone
  server.close()
})

test('the export menu is accessible and works by keyboard', async ({ page }) => {
  const { key } = await enterDashboard(page)
  await createOrder(page.request, key)
  await page.goto(ORDERS)
  await page.getByRole('button', { name: 'Export' }).press('Enter')
  await expect(page.getByRole('menuitem', { name: 'CSV' })).toBeVisible()
  await expectNothingFound(page, 'the export menu')
  await page.keyboard.press('ArrowDown')
  const begun = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await begun).suggestedFilename()).toMatch(/\.(csv|xlsx)$/)
})
