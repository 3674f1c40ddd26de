import type { Dialect } from '@galla/contract/gateway-compat/dialects'
import type { OrderStatus } from '@galla/contract/orders/order-status'
import type { PageStatus } from '@galla/contract/payment-page/payment-page'
import { type Paise, toRupeeNumber } from '@galla/upi/rupees'
import { returnAddress } from './return-address.ts'

/** The data of an order that an open page polls, small enough to cache 100,000 of them. */
export interface OrderSnapshot {
  readonly orderId: string
  readonly dialect: Dialect | null
  readonly orderNumber: number | null
  readonly clientTxnId: string
  readonly redirectUrl: string
  readonly status: OrderStatus
  /** ISO 8601: it is sent with every poll. */
  readonly expiresAt: string
  readonly version: number
  /** What has come for it in another amount than its own. Such money does not change the version. */
  readonly otherAmount: Paise | null
}

/** The versions of cached snapshots by order id. */
export type KnownVersions = Readonly<Record<string, number>>

const ORDER_ID = /^[0-9A-HJKMNP-TV-Z]{26}$/

export const isOrderId = (text: string): boolean => ORDER_ID.test(text)

/** The reply to a poll and the data of an event. Only a success redirects the customer. */
export const pageStatusOf = (snapshot: OrderSnapshot, now: Date): PageStatus => {
  const back = snapshot.status === 'success' ? returnAddress(snapshot) : null
  return {
    status: snapshot.status,
    redirect: back !== null,
    redirectUrl: back?.href ?? null,
    expiresAt: snapshot.expiresAt,
    serverTime: now.toISOString(),
    version: snapshot.version,
    received: snapshot.otherAmount === null ? null : toRupeeNumber(snapshot.otherAmount),
  }
}
