import type { AccountingSettings } from '@galla/contract/accounting/accounting'
import { csvLine, neutralised } from '@galla/contract/csv-line'
import { istDayOf } from '@galla/contract/ist'
import { formatRupees, type Paise } from '@galla/upi/rupees'
import { escapeXml } from '../platform/escape-markup.ts'

type LedgerNames = Pick<AccountingSettings, 'bankLedger' | 'feesLedger' | 'salesLedger' | 'suspenseLedger'>

/** Money that came or went. */
export interface MonthEntry {
  /** The same for the same money in each export. */
  readonly id: string
  readonly at: Date
  readonly direction: 'in' | 'out'
  readonly paise: bigint
  /** What was kept of it before it reached the account; of money that came. */
  readonly feePaise: bigint
  readonly isSale: boolean
  readonly utr: string
  readonly payer: string
  readonly words: string
}

const rupees = (paise: bigint): string => formatRupees(paise as Paise)

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`

/** Tally writes debits as negative amounts that are deemed positive. */
const tallyLine = (ledger: string, side: 'debit' | 'credit', paise: bigint): string => {
  const isDebit = side === 'debit'
  return [
    '<ALLLEDGERENTRIES.LIST>',
    element('LEDGERNAME', ledger),
    element('ISDEEMEDPOSITIVE', isDebit ? 'Yes' : 'No'),
    element('AMOUNT', `${isDebit ? '-' : ''}${rupees(paise)}`),
    '</ALLLEDGERENTRIES.LIST>',
  ].join('')
}

const tallyLines = (entry: MonthEntry, ledgers: LedgerNames): string[] => {
  const other = entry.isSale ? ledgers.salesLedger : ledgers.suspenseLedger
  if (entry.direction === 'out')
    return [tallyLine(other, 'debit', entry.paise), tallyLine(ledgers.bankLedger, 'credit', entry.paise)]
  return [
    tallyLine(other, 'credit', entry.paise),
    tallyLine(ledgers.bankLedger, 'debit', entry.paise - entry.feePaise),
    ...(entry.feePaise > 0n ? [tallyLine(ledgers.feesLedger, 'debit', entry.feePaise)] : []),
  ]
}

export const TALLY_HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER><BODY><IMPORTDATA>' +
  '<REQUESTDESC><REPORTNAME>Vouchers</REPORTNAME></REQUESTDESC><REQUESTDATA>\n'
export const TALLY_TAIL = '</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>\n'

/**
 * A receipt or payment voucher of TallyPrime's XML, whose amounts add up to zero. Its id is the same each time, so that Tally knows a voucher
 * that it has.
 */
export const tallyVoucher = (entry: MonthEntry, ledgers: LedgerNames): string => {
  const type = entry.direction === 'in' ? 'Receipt' : 'Payment'
  return [
    '<TALLYMESSAGE xmlns:UDF="TallyUDF">',
    `<VOUCHER REMOTEID="${escapeXml(entry.id)}" VCHTYPE="${type}" ACTION="Create" OBJVIEW="Accounting Voucher View">`,
    element('DATE', istDayOf(entry.at).replaceAll('-', '')),
    element('GUID', entry.id),
    element('VOUCHERTYPENAME', type),
    element('REFERENCE', entry.utr),
    element(
      'NARRATION',
      [entry.words, entry.payer, entry.utr && `UTR ${entry.utr}`].filter(Boolean).join(', '),
    ),
    ...tallyLines(entry, ledgers),
    '</VOUCHER></TALLYMESSAGE>\n',
  ].join('')
}

export const ZOHO_HEAD = csvLine([
  'Date',
  'Withdrawals',
  'Deposits',
  'Payee',
  'Description',
  'Reference Number',
])

/** Lines of a bank statement as Zoho Books imports it. A fee is a withdrawal of its own, so that the deposit is what the customer paid. */
export const zohoLines = (entry: MonthEntry): string => {
  const line = (out: bigint, into: bigint, words: string): string =>
    csvLine([
      istDayOf(entry.at),
      out === 0n ? '' : rupees(out),
      into === 0n ? '' : rupees(into),
      neutralised(entry.payer),
      neutralised(words),
      entry.utr,
    ])
  if (entry.direction === 'out') return line(entry.paise, 0n, entry.words)
  const fee = entry.feePaise === 0n ? '' : line(entry.feePaise, 0n, `Fee: ${entry.words}`)
  return line(0n, entry.paise, entry.words) + fee
}
