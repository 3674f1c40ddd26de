import type { DialectOrder } from '@galla/contract/dialect-fields'

/** All that other gateways' clients are told when they ask for an order. */
export interface DescribedOrder {
  readonly told: DialectOrder
  /** Null while no EKQR client asked for it. */
  readonly orderNumber: number | null
  readonly merchant: { readonly name: string; readonly upi_id: string }
}
