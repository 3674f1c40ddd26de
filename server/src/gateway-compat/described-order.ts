import type { DialectOrder } from '@galla/contract/gateway-compat/dialect-fields'

/** An order as other gateways' clients get it from a status call. */
export interface DescribedOrder {
  readonly order: DialectOrder
  /** Null until an EKQR client needs it. */
  readonly orderNumber: number | null
  readonly merchant: { readonly name: string; readonly upi_id: string }
}
