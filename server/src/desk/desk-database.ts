import type { FailureReason, Mode, OrderStatus } from '@galla/contract/order-status'
import { Kysely, PostgresDialect } from 'kysely'
import type { Database } from '../platform/database.ts'

export interface OrdersTable {
  merchant_id: string
  order_id: string
  mode: Mode
  client_txn_id: string
  status: OrderStatus
  failure_reason: FailureReason | null
  payable_paise: bigint
  customer_name: string
  customer_email: string
  customer_mobile: string
  created_at: Date
  expires_at: Date
  paid_at: Date | null
  paid_late: boolean
  settled_by_credit_id: string | null
}

interface CreditsTable {
  merchant_id: string
  credit_id: string
  utr: string | null
  payer_upi_id: string | null
  order_id: string | null
  state: string
}

export interface Tables {
  orders: OrdersTable
  credits: CreditsTable
  merchants: { merchant_id: string; name: string }
}

export type DeskDatabase = Kysely<Tables>

/** Statements that are composed go through the same pool, with its column types. */
export const deskDatabase = (db: Database): DeskDatabase =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: db.pool }) })
