import { GST_STATES } from '@galla/contract/accounting/gstin'
import { type Paise, toRupeeNumber } from '@galla/upi/rupees'
import type { SessionCaller } from '../merchants/caller.ts'
import type { Platform } from '../platform/feature.ts'
import { invoiceNumber } from './invoice.ts'
import { type InvoiceSum, listInvoiceRanges, sumInvoices } from './sale-invoice-store.ts'

const rupees = (paise: bigint): number => toRupeeNumber(paise as Paise)

/** "29-Karnataka", as the return's own sheets name places. */
const placeOf = (stateCode: string): string => `${stateCode}-${GST_STATES[stateCode] ?? ''}`

const SMALL_SALES_HEAD = [
  'Type',
  'Place Of Supply',
  'Rate',
  'Applicable % of Tax Rate',
  'Taxable Value',
  'Cess Amount',
  'E-Commerce GSTIN',
]
const smallSale = ({ stateCode, gstPercent, taxable }: InvoiceSum) => [
  'OE',
  placeOf(stateCode),
  gstPercent,
  null,
  rupees(taxable),
  null,
  null,
]

const HSN_HEAD = [
  'HSN',
  'Description',
  'UQC',
  'Total Quantity',
  'Total Value',
  'Taxable Value',
  'Integrated Tax Amount',
  'Central Tax Amount',
  'State/UT Tax Amount',
  'Cess Amount',
  'Rate',
]
/** Services have no unit. Of goods the quantity is not known: the accountant fills it in. */
const hsnRow = ({ hsn, gstPercent, paise, taxable }: InvoiceSum) => {
  const half = (paise - taxable) / 2n
  const unit = hsn.startsWith('99') ? 'NA' : 'OTH-OTHERS'
  return [
    hsn,
    null,
    unit,
    null,
    rupees(paise),
    rupees(taxable),
    null,
    rupees(half),
    rupees(half),
    null,
    gstPercent,
  ]
}

const DOCUMENTS_HEAD = ['Nature of Document', 'Sr. No. From', 'Sr. No. To', 'Total Number', 'Cancelled']

/**
 * The invoices that were issued in a time as the sheets of GSTR-1: sales to consumers, codes, and numbers. All are sales to buyers without a
 * GSTIN in the seller's state.
 */
export const gstSheets = async (
  { db }: Pick<Platform, 'db'>,
  { merchantId, mode }: Pick<SessionCaller, 'merchantId' | 'mode'>,
  { from, before }: { readonly from: Date; readonly before: Date },
): Promise<Uint8Array> => {
  // Test orders have no invoices.
  const [sums, ranges] =
    mode === 'test'
      ? [[], []]
      : await Promise.all([
          sumInvoices(db, merchantId, from, before),
          listInvoiceRanges(db, merchantId, from, before),
        ])
  const documents = ranges.map(({ prefix, financialYear, first, last, n }) => [
    'Invoices for outward supply',
    invoiceNumber(prefix, financialYear, first),
    invoiceNumber(prefix, financialYear, last),
    n,
    0,
  ])
  // Loaded with the first sheet: a start does not wait for it.
  const { writeXlsx } = await import('hucre/xlsx')
  return writeXlsx({
    sheets: [
      { name: 'b2cs', rows: [SMALL_SALES_HEAD, ...sums.map(smallSale)] },
      { name: 'hsn(b2c)', rows: [HSN_HEAD, ...sums.map(hsnRow)] },
      { name: 'docs', rows: [DOCUMENTS_HEAD, ...documents] },
    ],
  })
}
