// No zod here: the process that reads a statement starts for an upload, and would wait for it.

export const STATEMENT_BYTES_MAX = 20 * 1024 * 1024
export const STATEMENT_ROWS_MAX = 200_000
export const STATEMENT_COLUMNS_MAX = 64
export const STATEMENT_CELL_CHARACTERS_MAX = 4_000
export const STATEMENT_PREVIEW_ROWS = 12
export const STATEMENT_ERRORS_SHOWN = 20
/** The files that the file dialog offers. The server checks the content, not the name. */
export const STATEMENT_EXTENSIONS = ['.csv', '.xlsx', '.pdf', '.txt', '.tsv', '.xls'] as const

export const COLUMN_ROLES = [
  'date',
  'time',
  'narration',
  'reference',
  'credit',
  'debit',
  'amount',
  'gross',
  'direction',
  'payer',
  'payerName',
  'status',
  'order',
  'balance',
  'balanceSign',
] as const
export type ColumnRole = (typeof COLUMN_ROLES)[number]

/** The charges and the taxes on them may have separate columns. */
export const FEE_COLUMNS_MAX = 8
