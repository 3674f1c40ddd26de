import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { count, instant } from '../fields.ts'
import { FEE_COLUMNS_MAX, STATEMENT_COLUMNS_MAX } from './statement-limits.ts'

const index = z
  .number({ error: 'Choose a column' })
  .int()
  .min(0)
  .max(STATEMENT_COLUMNS_MAX - 1)
const column = index.optional()

/** The column index, counted from 0, of each role; a role that no column has is left out. */
export const statementColumns = z.object({
  date: column,
  time: column,
  narration: column,
  reference: column,
  credit: column,
  debit: column,
  amount: column,
  /** What the customer paid, before fees. Then `credit` or `amount` is the rest. */
  gross: column,
  /** Charges and taxes, summed. What the customer paid is `credit` or `amount` and these. */
  fees: z.array(index).max(FEE_COLUMNS_MAX).optional(),
  direction: column,
  payer: column,
  payerName: column,
  status: column,
  order: column,
  balance: column,
  /** Dr or Cr of the balance, not of the amount. */
  balanceSign: column,
  /** Is 03/04/2026 the third of April, or the fourth of March? Left out where no date of the file decides. */
  dateOrder: z.enum(['dmy', 'mdy'], { error: 'Choose the order of day and month' }).optional(),
})
export type StatementColumns = z.output<typeof statementColumns>

export const STATEMENT_STATES = ['preview', 'importing', 'done', 'failed'] as const
export type StatementState = (typeof STATEMENT_STATES)[number]

/**
 * Why a row of the file is no payment; each is counted. `reversal` took a payment back and may open a case; `returned` is the
 * merchant's own payment that came back.
 */
export const IGNORED_REASONS = ['debit', 'unsuccessful', 'other', 'blank', 'reversal', 'returned'] as const
export type IgnoredReason = (typeof IGNORED_REASONS)[number]

const ignoredCounts = z.object({
  debit: count,
  unsuccessful: count,
  other: count,
  blank: count,
  reversal: count,
  returned: count,
})

/** What an import with the detected columns would do, counted over the whole file. */
export const statementFound = z.object({
  payments: count,
  /** Their sum. */
  amount: z.string(),
  /** The days in India of the first and of the last payment; null where the order of day and month is still asked for. */
  days: z.object({ from: z.string(), to: z.string() }).nullable(),
  debits: count,
  /** They took a payment back. They are imported and may open cases. */
  reversals: count,
  /** Rows that are none of these. */
  others: count,
  unreadable: count,
})

export const statementRecord = z.object({
  id: z.string(),
  state: z.enum(STATEMENT_STATES),
  fileName: z.string(),
  /** The account that the statement belongs to. */
  upiId: z.string(),
  columns: statementColumns,
  /** A date of the file that is two days, where no date of it decides: `columns.dateOrder` must be chosen before the import. */
  dateQuestion: z.object({ text: z.string(), dmy: z.string(), mdy: z.string() }).nullable(),
  /** The headings and the first rows of the file; empty after the import, which deletes it. */
  preview: z.object({ headings: z.array(z.string()), rows: z.array(z.array(z.string())) }),
  /** How the first rows are understood with these columns, one for each row of the preview. */
  understood: z.array(
    z.object({
      kind: z.enum(['credit', 'ignored', 'error']),
      /** ISO 8601; only the day where the file has no time. */
      at: z.string().nullable(),
      amount: z.string().nullable(),
      /** Part of the amount that did not reach the account. */
      fee: z.string().optional(),
      utr: z.string().nullable(),
      payer: z.string().nullable(),
      why: z.string().nullable(),
    }),
  ),
  /** Null with other columns than the detected ones, and after the preview. */
  found: statementFound.nullable(),
  /** Rows of the table; the preamble and the headings are none. */
  rows: count,
  read: count,
  imported: count,
  /** Rows that an earlier import, of this file or another, already reported. */
  duplicates: count,
  ignored: count,
  ignoredFor: ignoredCounts,
  errors: z.array(z.object({ row: count, msg: z.string() })),
  errorCount: count,
  /** The imported payments that belong to a paid order. The others wait in Reconciliation. */
  matched: count,
  createdAt: instant,
  finishedAt: instant.nullable(),
  /** The reason of a failed import, as a sentence. */
  failure: z.string().nullable(),
})
export type StatementRecord = z.output<typeof statementRecord>

const params = z.object({ id: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, { error: 'Not found' }) })

/** The accounts of the session's mode that a statement can be of: those of before keep recognising money for their orders. */
export const statementAccounts = endpoint({
  method: 'GET',
  path: '/user/statement-accounts',
  auth: 'session',
  summary: 'List the UPI IDs that a statement can belong to, the current one first',
  reply: z.object({
    data: z.array(
      z.object({
        upiId: z.string(),
        merchantName: z.string(),
        current: z.boolean(),
        /** When it was last connected. */
        connectedAt: instant,
      }),
    ),
  }),
})

/** The body is multipart: `file`, `upiId` where it is not of the current account, and `password` where a PDF needs one. */
export const uploadStatement = endpoint({
  method: 'POST',
  path: '/user/statements',
  auth: 'session',
  summary: 'Upload a bank or provider statement as CSV, XLSX or PDF (multipart: file)',
  reply: z.object({ data: statementRecord }),
  requestContent: { file: 'file' },
  refusals: ['too_many_requests', 'no_account', 'file_refused'],
})

export const readStatement = endpoint({
  method: 'GET',
  path: '/user/statements/:id',
  auth: 'session',
  summary: 'Get a statement: its preview, or the progress and results of its import',
  params,
  reply: z.object({ data: statementRecord }),
  refusals: ['not_found'],
})

export const previewStatement = endpoint({
  method: 'POST',
  path: '/user/statements/:id/preview',
  auth: 'session',
  summary: 'Preview the first rows with other columns; nothing is imported',
  params,
  body: z.object({ columns: statementColumns }),
  reply: z.object({ data: statementRecord }),
  refusals: ['not_found'],
})

export const confirmStatement = endpoint({
  method: 'POST',
  path: '/user/statements/:id/confirm',
  auth: 'session',
  summary: 'Import a statement with the detected columns or with your choice',
  params,
  body: z.object({ columns: statementColumns.optional() }),
  reply: z.object({ data: statementRecord }),
  refusals: ['not_found'],
})
