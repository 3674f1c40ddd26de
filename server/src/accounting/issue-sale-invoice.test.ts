import { saveAccounting } from '@galla/contract/accounting/accounting'
import { paise } from '@galla/upi/rupees'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, openLedger, orderForm } from '../../testing/ledger.ts'
import { sheetRows, unzip } from '../../testing/read-sheet.ts'
import { recordCredit } from '../ledger/record-credit.ts'
import { SALE_INVOICE_JOB } from '../orders/change-order.ts'
import { sql } from '../platform/database/database.ts'
import { getReceipt } from '../receipts/find-receipt.ts'
import { gstSheets } from './gst-sheets.ts'
import { issueSaleInvoice, readSaleInvoice } from './issue-sale-invoice.ts'
import { saveBillingDetails, saveSettings } from './keep-settings.ts'

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

const KARNATAKA = {
  legalName: 'Sharma Tea',
  address: '12 MG Road',
  stateCode: '29',
  gstin: '29AAGCB7383J1Z4',
}
const INVOICES = saveAccounting.body.parse({
  issuesInvoices: true,
  hsn: '0902',
  gstPercent: 5,
  invoicePrefix: 'st',
})

const seller = async () => {
  const merchant = await addMerchant(ledger.db, 'live')
  await saveBillingDetails(ledger, merchant.merchantId, KARNATAKA)
  await saveSettings(ledger, merchant.merchantId, INVOICES)
  return merchant
}
const sell = async (merchant: Awaited<ReturnType<typeof seller>>, over = {}) => {
  const order = await ledger.create(merchant, orderForm(over))
  await recordCredit(ledger, creditFor(ledger, order))
  return order
}
const jobs = ({ merchantId }: { merchantId: string }): Promise<unknown[]> =>
  ledger.db.values(sql`
    select payload from jobs where merchant_id = ${merchantId} and name = ${SALE_INVOICE_JOB} order by created_at`)
const numbers = ({ merchantId }: { merchantId: string }): Promise<number[]> =>
  ledger.db.values(sql`select number from sale_invoices where merchant_id = ${merchantId} order by number`)

test('each paid order gets one number, without a gap, whatever runs twice, at the same time or dies', async () => {
  const merchant = await seller()
  for (let n = 0; n < 8; n += 1) await sell(merchant)
  const payloads = await jobs(merchant)
  expect(payloads).toHaveLength(8)
  const dying = {
    ...ledger,
    db: {
      ...ledger.db,
      transaction: async (work: Parameters<typeof ledger.db.transaction>[0]) =>
        ledger.db.transaction(async (tx) => {
          await work(tx)
          throw new Error('the power went')
        }),
    } as typeof ledger.db,
  }
  await expect(issueSaleInvoice(dying, payloads[0])).rejects.toThrow('the power went')
  expect(await numbers(merchant)).toEqual([])
  await Promise.all([...payloads, ...payloads].map((payload) => issueSaleInvoice(ledger, payload)))
  expect(await numbers(merchant)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  await issueSaleInvoice(ledger, payloads[3])
  expect(await numbers(merchant)).toHaveLength(8)
})

test('the invoice is of what was paid, with its tax, and the receipt names it', async () => {
  const merchant = await seller()
  const order = await sell(merchant, { p_info: `चाय ${'x'.repeat(80)}`, customer_name: 'Asha Rao' })
  expect((await getReceipt(ledger.db, order.orderId)).invoice).toBeNull()
  await issueSaleInvoice(ledger, (await jobs(merchant))[0])
  const invoice = await readSaleInvoice(ledger, merchant.merchantId, order.orderId)
  expect(invoice?.number).toBe('ST/26-27/000001')
  expect(invoice?.content).toMatchObject({
    price: '49900',
    code: '0902',
    buyer: { name: 'Asha Rao', email: '' },
    seller: { name: 'Sharma Tea', gstin: KARNATAKA.gstin, email: '' },
    gst: { kind: 'within_state', percent: 5, taxable: '47524', cgst: '1188', sgst: '1188' },
  })
  expect([...(invoice?.content.description ?? '')]).toHaveLength(56)
  expect((await getReceipt(ledger.db, order.orderId)).invoice).toBe('ST/26-27/000001')
  expect(await readSaleInvoice(ledger, (await seller()).merchantId, order.orderId)).toBeUndefined()
})

test('a merchant without a GSTIN can issue none, and one who turned them off issues none', async () => {
  const unregistered = await addMerchant(ledger.db, 'live')
  await saveBillingDetails(ledger, unregistered.merchantId, { ...KARNATAKA, gstin: '' })
  await expect(saveSettings(ledger, unregistered.merchantId, INVOICES)).rejects.toMatchObject({
    errors: [{ field: 'issuesInvoices' }],
  })
  await sell(unregistered)
  expect(await jobs(unregistered)).toEqual([])
  const merchant = await seller()
  await sell(merchant)
  await saveSettings(ledger, merchant.merchantId, { ...INVOICES, issuesInvoices: false })
  await issueSaleInvoice(ledger, (await jobs(merchant))[0])
  expect(await numbers(merchant)).toEqual([])
})

test('the sheets for GSTR-1 sum the invoices of the month, whose numbers they name', async () => {
  const merchant = await seller()
  const other = await seller()
  for (const each of [merchant, merchant, other]) await sell(each, { amount: paise(49_900n) })
  for (const payload of [...(await jobs(merchant)), ...(await jobs(other))])
    await issueSaleInvoice(ledger, payload)
  const november = { from: new Date('2026-10-31T18:30:00Z'), before: new Date('2026-11-30T18:30:00Z') }
  const sheets = unzip(Buffer.from(await gstSheets(ledger, merchant, november)))
  const shared = [...(sheets.get('xl/sharedStrings.xml') ?? '').matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(
    ([, text]) => text,
  )
  const [small, hsn, documents] = [1, 2, 3].map((n) =>
    [...sheetRows(sheets.get(`xl/worksheets/sheet${n}.xml`) ?? '')]
      .slice(1)
      .map((row) => row.map(({ value }) => value)),
  )
  expect(small?.[0]).toEqual(expect.arrayContaining([5, 950.48]))
  expect(hsn?.[0]).toEqual(expect.arrayContaining([998, 950.48, 23.76, 5]))
  expect(documents?.[0]).toEqual(expect.arrayContaining([2, 0]))
  expect(shared).toEqual(
    expect.arrayContaining(['29-Karnataka', '0902', 'ST/26-27/000001', 'ST/26-27/000002']),
  )
  // Invoices are of live orders.
  const ofTest = unzip(Buffer.from(await gstSheets(ledger, { ...merchant, mode: 'test' }, november)))
  for (const n of [1, 2, 3])
    expect([...sheetRows(ofTest.get(`xl/worksheets/sheet${n}.xml`) ?? '')]).toHaveLength(1)
})
