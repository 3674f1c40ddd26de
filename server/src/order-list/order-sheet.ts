import { BYTE_ORDER_MARK, csvLine, neutralised } from '@galla/contract/csv-line'
import { istText, istWallClock } from '@galla/contract/ist'
import type { FailureReason, Mode, OrderStatus } from '@galla/contract/orders/order-status'
import { formatRupees, type Paise, toRupeeNumber } from '@galla/upi/rupees'

/** An order as an accountant reads it. */
export interface ExportedOrder {
  readonly order_id: string
  readonly mode: Mode
  readonly client_txn_id: string
  readonly status: OrderStatus
  readonly failure_reason: FailureReason | null
  readonly shown_paise: bigint
  readonly customer_name: string
  readonly customer_email: string
  readonly customer_mobile: string
  readonly purpose: string
  readonly udf1: string | null
  readonly udf2: string | null
  readonly udf3: string | null
  readonly created_at: Date
  readonly paid_at: Date | null
  readonly paid_late: boolean
  readonly utr: string | null
  readonly payer_upi_id: string | null
  /** What was kept before the money reached the account. */
  readonly fee_paise: bigint | null
}

const STATUS_FIELDS = {
  created: 'Created',
  pending: 'Pending',
  success: 'Success',
  failed: 'Failed',
} as const satisfies Record<OrderStatus, string>
const REASON_WORDS = { declined: 'Declined', expired: 'Expired' } as const satisfies Record<
  FailureReason,
  string
>
const MODE_WORDS = { test: 'Test', live: 'Live' } as const satisfies Record<Mode, string>

/** A column is text, an amount or an instant; each file writes these in its own way. */
type Column = { readonly heading: string; readonly width: number } & (
  | { readonly kind: 'text'; readonly of: (order: ExportedOrder) => string | null }
  | { readonly kind: 'rupees'; readonly of: (order: ExportedOrder) => bigint | null }
  | { readonly kind: 'instant'; readonly of: (order: ExportedOrder) => Date | null }
)

/** The sheet, from left to right. Widths are in characters. */
export const ORDER_COLUMNS: readonly Column[] = [
  { heading: 'Order ID', width: 29, kind: 'text', of: (o) => o.order_id },
  { heading: 'Client Txn ID', width: 24, kind: 'text', of: (o) => o.client_txn_id },
  { heading: 'Customer', width: 24, kind: 'text', of: (o) => o.customer_name },
  { heading: 'Mobile', width: 14, kind: 'text', of: (o) => o.customer_mobile },
  { heading: 'Email', width: 28, kind: 'text', of: (o) => o.customer_email },
  { heading: 'Amount (₹)', width: 16, kind: 'rupees', of: (o) => o.shown_paise },
  { heading: 'Status', width: 10, kind: 'text', of: (o) => STATUS_FIELDS[o.status] },
  {
    heading: 'Reason',
    width: 10,
    kind: 'text',
    of: (o) => (o.failure_reason === null ? null : REASON_WORDS[o.failure_reason]),
  },
  { heading: 'Created (IST)', width: 20, kind: 'instant', of: (o) => o.created_at },
  { heading: 'Paid at (IST)', width: 20, kind: 'instant', of: (o) => o.paid_at },
  { heading: 'UTR', width: 16, kind: 'text', of: (o) => o.utr },
  { heading: 'Payer UPI ID', width: 26, kind: 'text', of: (o) => o.payer_upi_id },
  { heading: 'Payment purpose', width: 28, kind: 'text', of: (o) => o.purpose },
  { heading: 'UDF1', width: 16, kind: 'text', of: (o) => o.udf1 },
  { heading: 'UDF2', width: 16, kind: 'text', of: (o) => o.udf2 },
  { heading: 'UDF3', width: 16, kind: 'text', of: (o) => o.udf3 },
  { heading: 'Mode', width: 8, kind: 'text', of: (o) => MODE_WORDS[o.mode] },
  { heading: 'Paid late', width: 10, kind: 'text', of: (o) => (o.paid_late ? 'Yes' : 'No') },
  { heading: 'Fee (₹)', width: 12, kind: 'rupees', of: (o) => o.fee_paise },
]

const cellText = (column: Column, order: ExportedOrder): string => {
  switch (column.kind) {
    case 'text':
      return neutralised(column.of(order) ?? '')
    case 'rupees': {
      const paise = column.of(order)
      return paise === null ? '' : formatRupees(paise as Paise)
    }
    case 'instant': {
      const at = column.of(order)
      return at === null ? '' : istText(at)
    }
  }
}

export const CSV_HEADING = `${BYTE_ORDER_MARK}${csvLine(ORDER_COLUMNS.map(({ heading }) => heading))}`

export const csvLines = (orders: readonly ExportedOrder[]): string =>
  orders.map((order) => csvLine(ORDER_COLUMNS.map((column) => cellText(column, order)))).join('')

/** What a cell of a sheet holds. A date's digits in UTC are India's clock, since a sheet knows no time zones. */
export type SheetCell = string | number | Date | null

/** Excel rounds where it shows seconds: the last millisecond of a day would become the next day. */
const wholeSeconds = (at: Date): Date => new Date(Math.floor(at.getTime() / 1000) * 1000)

const sheetCell = (column: Column, order: ExportedOrder): SheetCell => {
  switch (column.kind) {
    case 'text': {
      const text = column.of(order)
      return text === null || text === '' ? null : neutralised(text)
    }
    case 'rupees': {
      const paise = column.of(order)
      return paise === null ? null : toRupeeNumber(paise as Paise)
    }
    case 'instant': {
      const at = column.of(order)
      return at === null ? null : wholeSeconds(istWallClock(at))
    }
  }
}

export const sheetCells = (order: ExportedOrder): SheetCell[] =>
  ORDER_COLUMNS.map((column) => sheetCell(column, order))
