import type { DrawnStatement } from './draw-statement-harness.ts'

/** How banks lay out their PDFs, with invented people: the shape is theirs, nothing else. */
export interface BankPdf {
  readonly name: string
  readonly drawing: DrawnStatement
  /** UTR and rupees of the payments, in order. */
  readonly credits: readonly (readonly [utr: string, rupees: string])[]
  readonly narration: string
}

const DAYS = 60
const two = (n: number): string => String(n).padStart(2, '0')
const utrOf = (n: number): string => String(632_700_000_000 + n)
/** In the Indian way: 1,00,000.00. */
const rupees = (amount: number): string =>
  amount.toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** One payment a row, and a debit each tenth. */
const entries = Array.from({ length: DAYS }, (_each, n) => {
  const isDebit = n % 10 === 9
  const amount = isDebit ? 40 : 100 + n
  return { n, isDebit, amount, utr: utrOf(n), day: two((n % 28) + 1) }
})
const balances: number[] = []
for (const { isDebit, amount } of entries)
  balances.push((balances.at(-1) ?? 5_000) + (isDebit ? -amount : amount))
const credits = entries
  .filter(({ isDebit }) => !isDebit)
  .map(({ utr, amount }) => [utr, amount.toFixed(2)] as const)
const rowsBy = (cells: (entry: (typeof entries)[number], balance: string) => string[]): string[][] =>
  entries.map((entry) => cells(entry, rupees(balances[entry.n] ?? 0)))
const [outOf, into] = [
  ({ isDebit, amount }: (typeof entries)[number], none = '') => (isDebit ? rupees(amount) : none),
  ({ isDebit, amount }: (typeof entries)[number], none = '') => (isDebit ? none : rupees(amount)),
]

export const BANK_PDFS: readonly BankPdf[] = [
  {
    name: 'HDFC: headings on two lines, amounts to the right, page ends',
    credits,
    narration: 'UPI-ASHA RAO-ASHA.RAO@OKAXIS-UTIB0000001-632700000000-TEA AND BISCUITS',
    drawing: {
      columns: [
        { title: 'Date', left: 40, width: 40 },
        { title: 'Narration', left: 85, width: 150 },
        { title: 'Chq./Ref.No.', left: 240, width: 75 },
        { title: 'Value Dt', left: 320, width: 40 },
        { title: 'Withdrawal\nAmt.', left: 365, width: 55, align: 'right' },
        { title: 'Deposit\nAmt.', left: 425, width: 55, align: 'right' },
        { title: 'Closing Balance', left: 485, width: 70, align: 'right' },
      ],
      rows: rowsBy((entry, balance) => [
        `${entry.day}/11/26`,
        `UPI-ASHA RAO-ASHA.RAO@OKAXIS-UTIB0000001-${entry.utr}-TEA AND BISCUITS`,
        `0000${entry.utr}`,
        `${entry.day}/11/26`,
        outOf(entry),
        into(entry),
        balance,
      ]),
      preamble: ['HDFC BANK Ltd.', 'MR SAMPLE SHOPKEEPER', 'Statement From : 01/11/2026 To : 30/11/2026'],
      pageEnd: ['HDFC BANK LIMITED', '*Closing balance includes funds earmarked for hold', 'Page No .: 1'],
      end: [
        'STATEMENT SUMMARY :-',
        'Opening Balance   Dr Count   Cr Count   Debits   Credits   Closing Bal',
        '5,000.00   6   54   240.00   6,810.00   11,570.00',
        'This is a computer generated statement and does not require signature.',
      ],
    },
  },
  {
    name: 'SBI: cells centred, narration around the date',
    credits,
    narration: 'BY TRANSFER-UPI/CR/632700000000/ASHA RAO/UTIB/asha.rao@/Tea and biscuits--',
    drawing: {
      vertical: 'middle',
      padding: 6,
      columns: [
        { title: 'Txn Date', left: 40, width: 60, align: 'center' },
        { title: 'Value\nDate', left: 105, width: 60, align: 'center' },
        { title: 'Description', left: 170, width: 130 },
        { title: 'Ref No./Cheque\nNo.', left: 305, width: 80 },
        { title: 'Debit', left: 390, width: 50, align: 'right' },
        { title: 'Credit', left: 445, width: 50, align: 'right' },
        { title: 'Balance', left: 500, width: 55, align: 'right' },
      ],
      rows: rowsBy((entry, balance) => [
        `${entry.day} Nov 2026`,
        `${entry.day} Nov 2026`,
        entry.isDebit
          ? `TO TRANSFER-UPI/DR/${entry.utr}/SHOP/YESB/shop@ybl/x--`
          : `BY TRANSFER-UPI/CR/${entry.utr}/ASHA RAO/UTIB/asha.rao@/Tea and biscuits--`,
        'TRANSFER FROM 4897690162095',
        outOf(entry),
        into(entry),
        balance,
      ]),
      preamble: ['Account Name : MR SAMPLE SHOPKEEPER', 'Address : MG ROAD', 'Drawing Power : 0.00'],
      end: ['Please do not share your ATM, Debit/Credit card number, PIN and OTP with anyone over mail.'],
    },
  },
  {
    name: 'ICICI: landscape, headings once, no room between the rows',
    credits,
    narration: 'UPI/ASHA RAO/asha.rao@okaxis/Tea/AXIS BANK/632700000000/ICI1234567890',
    drawing: {
      page: { width: 842, height: 595 },
      headsOnce: true,
      padding: 0,
      columns: [
        { title: 'S No.', left: 40, width: 30 },
        { title: 'Value Date', left: 75, width: 60 },
        { title: 'Transaction Date', left: 140, width: 70 },
        { title: 'Cheque Number', left: 215, width: 70 },
        { title: 'Transaction Remarks', left: 290, width: 200 },
        { title: 'Withdrawal Amount (INR )', left: 500, width: 100, align: 'right' },
        { title: 'Deposit Amount (INR )', left: 605, width: 90, align: 'right' },
        { title: 'Balance (INR )', left: 700, width: 90, align: 'right' },
      ],
      rows: rowsBy((entry, balance) => [
        String(entry.n + 1),
        `${entry.day}/11/2026`,
        `${entry.day}/11/2026`,
        '-',
        `UPI/ASHA RAO/asha.rao@okaxis/Tea/AXIS BANK/${entry.utr}/ICI1234567890`,
        outOf(entry, '0.00'),
        into(entry, '0.00'),
        balance,
      ]),
      preamble: ['DETAILED STATEMENT', 'Transactions List - SAMPLE SHOPKEEPER (INR) - 000000000000'],
      end: ['Legends for transactions in your account statement', '1. VAT/MAT/NFS - Cash withdrawal'],
    },
  },
  {
    name: 'Union: signs behind the amounts, cut at any sign, a watermark',
    credits,
    narration: 'UPIAR/632700000000/CR/ASHA RAO/SBIN/asha@sbi/TEA AND BISCUITS FOR THE OFFICE',
    drawing: {
      cut: 'signs',
      watermark: 'UNION BANK',
      columns: [
        { title: 'Tran Id', left: 40, width: 60 },
        { title: 'Tran Date', left: 105, width: 60 },
        { title: 'Remarks', left: 170, width: 160 },
        { title: 'Amount (Rs.)', left: 340, width: 90, align: 'right' },
        { title: 'Balance (Rs.)', left: 440, width: 90, align: 'right' },
      ],
      rows: rowsBy((entry, balance) => [
        `S${10_000_000 + entry.n}`,
        `${entry.day}/11/2026`,
        `UPIAR/${entry.utr}/CR/ASHA RAO/SBIN/asha@sbi/TEA AND BISCUITS FOR THE OFFICE`,
        `${rupees(entry.amount)} ${entry.isDebit ? '(Dr)' : '(Cr)'}`,
        `${balance} (Cr)`,
      ]),
      preamble: ['Union Bank of India', 'Statement of Account'],
      end: ['This is system generated statement and does not require signature'],
    },
  },
  {
    name: 'Canara: the page lies on its side, the time below the date',
    credits,
    narration: 'UPI/CR/632700000000/ASHA RAO/HDFC/asha@okhdfcbank/Tea//',
    drawing: {
      page: { width: 842, height: 595, turned: true },
      font: 'Times-Roman',
      size: 7,
      columns: [
        { title: 'Txn Date', left: 40, width: 40 },
        { title: 'Value Date', left: 85, width: 45 },
        { title: 'Cheque No.', left: 135, width: 45 },
        { title: 'Description', left: 185, width: 120 },
        { title: 'Branch\nCode', left: 310, width: 30 },
        { title: 'Debit', left: 345, width: 55, align: 'right' },
        { title: 'Credit', left: 405, width: 55, align: 'right' },
        { title: 'Balance', left: 465, width: 65, align: 'right' },
      ],
      rows: rowsBy((entry, balance) => [
        `${entry.day}-11-2026 09:05:00`,
        `${entry.day} Nov 2026`,
        '',
        `UPI/CR/${entry.utr}/ASHA RAO/HDFC/asha@okhdfcbank/Tea//`,
        '33',
        outOf(entry),
        into(entry),
        balance,
      ]),
      preamble: ['Current & Saving Account Statement', 'Opening Balance Rs. 5,000.00'],
      end: ['Disclaimer', 'UNLESS THE CONSTITUENT BRINGS TO THE NOTICE OF THE BANK ANY DISCREPANCIES'],
    },
  },
]
