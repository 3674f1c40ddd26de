import type { ToldOrder } from '@galla/contract/dialect-words'

/** All that other gateways' clients are told when they ask for an order. */
export interface DescribedOrder {
  readonly told: ToldOrder
  /** Null while no EKQR client asked for it. */
  readonly orderNumber: number | null
  readonly merchant: { readonly name: string; readonly upi_id: string }
}
