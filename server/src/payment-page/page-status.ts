import type { Dialect } from '@galla/contract/dialects'
import type { OrderStatus } from '@galla/contract/order-status'
import type { PageStatus } from '@galla/contract/payment-page'
import { returnAddress } from './return-address.ts'

/** The little that an open page waits for, small enough to keep a hundred thousand of them. */
export interface OrderFacts {
  readonly orderId: string
  readonly dialect: Dialect | null
  readonly orderNumber: number | null
  readonly clientTxnId: string
  readonly redirectUrl: string
  readonly status: OrderStatus
  readonly expiresAt: Date
  readonly version: number
}

const ORDER_ID = /^[0-9A-HJKMNP-TV-Z]{26}$/

export const isOrderId = (text: string): boolean => ORDER_ID.test(text)

/** The reply to a poll and the data of an event: the customer is sent on as soon as the order is a success. */
export const pageStatusOf = (facts: OrderFacts, now: Date): PageStatus => {
  const back = facts.status === 'success' ? returnAddress(facts) : null
  return {
    status: facts.status,
    redirect: back !== null,
    redirectUrl: back?.href ?? null,
    expiresAt: facts.expiresAt.toISOString(),
    serverTime: now.toISOString(),
    version: facts.version,
  }
}
