import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_LENGTH } from '../field-lengths.ts'
import { istMonth, requiredText } from '../fields.ts'

/** The rates of GST in percent, as in force since 22 September 2025 (notification 9/2025-Central Tax (Rate)). */
export const GST_PERCENTS = [0.25, 1.5, 3, 5, 18, 40] as const

/**
 * A file of a month for the accountant. `tally`: receipt and payment vouchers for TallyPrime. `zoho`: a statement for Zoho Books.
 * `gstr1`: the invoices of the month as sheets for GSTR-1.
 */
export const MONTH_FORMATS = ['tally', 'zoho', 'gstr1'] as const
export type MonthFormat = (typeof MONTH_FORMATS)[number]

/** Starts the invoice numbers of plans. Two invoices of one GSTIN must not have the same number. */
export const PLAN_INVOICE_PREFIX = 'GL'

const ledgerName = requiredText('Please enter the name of a ledger', MAX_LENGTH.name)

const accountingSettings = z
  .object({
    /** Names of ledgers as they are in Tally. */
    bankLedger: ledgerName.default('Bank'),
    feesLedger: ledgerName.default('Bank Charges'),
    salesLedger: ledgerName.default('Sales'),
    /** What is no sale, or not decided yet. */
    suspenseLedger: ledgerName.default('Suspense'),
    /** Every paid live order gets a tax invoice. */
    issuesInvoices: z.boolean().default(false),
    /** Starts each invoice number, so that they are no numbers of another program. */
    invoicePrefix: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9]{1,3}$/, 'Please use one to three letters or digits')
      .refine(
        (prefix) => prefix !== PLAN_INVOICE_PREFIX,
        'Invoices of plans start with GL: please use another text',
      )
      .default('G'),
    /** The HSN code or SAC of what the shop sells. */
    hsn: z
      .string()
      .trim()
      .regex(/^(?:\d{4}|\d{6}|\d{8})?$/, 'Please enter 4, 6 or 8 digits')
      .default(''),
    gstPercent: z.literal(GST_PERCENTS, 'Please choose a rate of GST').default(18),
  })
  .superRefine(({ issuesInvoices, hsn }, context) => {
    if (issuesInvoices && hsn === '')
      context.addIssue({ code: 'custom', path: ['hsn'], message: 'Please enter 4, 6 or 8 digits' })
  })
export type AccountingSettings = z.output<typeof accountingSettings>

export const readAccounting = endpoint({
  method: 'GET',
  path: '/user/accounting',
  auth: 'session',
  summary: 'Get the names of the ledgers, and what tax invoices say',
  reply: z.object({ data: accountingSettings }),
})

export const saveAccounting = endpoint({
  method: 'POST',
  path: '/user/accounting',
  auth: 'session',
  summary: 'Set the names of the ledgers, and what tax invoices say',
  body: accountingSettings,
  reply: z.object({ data: accountingSettings }),
})

/**
 * Every payment that was received in a month of India and not ignored, with its fee; what was refunded and what banks took back in that
 * month. Only refusals are JSON.
 */
export const exportMonth = endpoint({
  method: 'GET',
  path: '/user/accounting/month',
  auth: 'session',
  summary:
    'Export a month in India for accounting: Tally vouchers, a Zoho Books statement or sheets for GSTR-1',
  query: z.object({ month: istMonth, format: z.enum(MONTH_FORMATS) }),
  responseContentTypes: [
    'application/xml',
    'text/csv',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ],
})
