import type { Dialect } from '@galla/contract/gateway-compat/dialects'
import type { OrderStatus } from '@galla/contract/orders/order-status'

interface ReturningOrder {
  readonly redirectUrl: string
  readonly clientTxnId: string
  readonly orderId: string
  readonly dialect: Dialect | null
  readonly orderNumber: number | null
  readonly status: OrderStatus
}

/**
 * Builds the URL that the customer returns to: redirect_url, with its own query and fragment, and the parameters that the integrator expects.
 * It has no status, because anyone could forge one; integrators read it from the API. Only the CutePe dialect adds one. Returns null if
 * redirect_url is not a web address.
 */
export const returnAddress = (order: ReturningOrder): { href: string; host: string } | null => {
  const url = URL.parse(order.redirectUrl)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.host === '') return null
  const query = url.search.replace(/^\?/, '').replace(/&$/, '')
  // The setter removes one leading question mark, and a query may start with another one.
  url.search = `?${QUERY_OF[order.dialect ?? 'standard'](query, order)}`
  return { href: url.href, host: url.host }
}

type Query = (query: string, order: ReturningOrder) => string

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('&')

const clientTxnIdOf = ({ clientTxnId }: ReturningOrder): string =>
  encodeURIComponent(clientTxnId.toWellFormed())

/** Decodes the name of `name=value`. */
const nameOf = (pair: string): string => [...new URLSearchParams(pair).keys()][0] ?? ''

const QUERY_OF = {
  standard: (query, order) =>
    joined([query, `client_txn_id=${clientTxnIdOf(order)}&txn_id=${order.orderId}`]),
  // Merchants write these into redirect_url themselves. Of repeated parameters, some clients read a list and others the first one.
  ekqr: (query, order) =>
    joined([
      ...query.split('&').filter((pair) => !['client_txn_id', 'txn_id'].includes(nameOf(pair))),
      `client_txn_id=${clientTxnIdOf(order)}&txn_id=${order.orderNumber ?? order.orderId}`,
    ]),
  // WooCommerce has its own order_id, which stays. WHMCS has none and expects the merchant's txn_id there.
  cutepe: (query, order) => {
    const existing = new Set(query.split('&').map(nameOf))
    const added = {
      status: order.status === 'success' ? 'success' : 'failed',
      order_id: clientTxnIdOf(order),
      txn_id: order.orderId,
      // Their plugin requires a hash and never checks it.
      hash: order.orderId,
    }
    return joined([
      ...query.split('&'),
      ...Object.entries(added).flatMap(([name, value]) => (existing.has(name) ? [] : [`${name}=${value}`])),
    ])
  },
} as const satisfies Record<Dialect | 'standard', Query>
