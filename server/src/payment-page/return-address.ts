import type { Dialect } from '@galla/contract/gateway-compat/dialects'
import type { OrderStatus } from '@galla/contract/orders/order-status'

interface Returning {
  readonly redirectUrl: string
  readonly clientTxnId: string
  readonly orderId: string
  readonly dialect: Dialect | null
  readonly orderNumber: number | null
  readonly status: OrderStatus
}

/**
 * Where the customer goes back to: the merchant's redirect_url with what its integrator expects appended. Its own query and
 * fragment stay as they are. In our own words it carries no status, since anyone could write one there: an integrator
 * reads it from the API. Null when it is no address that a browser may be sent to.
 */
export const returnAddress = (order: Returning): { href: string; host: string } | null => {
  const url = URL.parse(order.redirectUrl)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.host === '') return null
  const query = url.search.replace(/^\?/, '').replace(/&$/, '')
  // The setter takes one leading question mark away; a query may begin with another of its own.
  url.search = `?${QUERY_OF[order.dialect ?? 'standard'](query, order)}`
  return { href: url.href, host: url.host }
}

type Query = (query: string, order: Returning) => string

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('&')

const clientTxnIdOf = ({ clientTxnId }: Returning): string => encodeURIComponent(clientTxnId.toWellFormed())

/** The name of `name=value` as a reader of the query sees it. */
const nameOf = (pair: string): string => [...new URLSearchParams(pair).keys()][0] ?? ''

const QUERY_OF = {
  standard: (query, order) =>
    joined([query, `client_txn_id=${clientTxnIdOf(order)}&txn_id=${order.orderId}`]),
  // Merchants write these into redirect_url themselves; said twice, some readers see a list and others the older one.
  ekqr: (query, order) =>
    joined([
      ...query.split('&').filter((pair) => !['client_txn_id', 'txn_id'].includes(nameOf(pair))),
      `client_txn_id=${clientTxnIdOf(order)}&txn_id=${order.orderNumber ?? order.orderId}`,
    ]),
  // A shop's own order_id (WooCommerce) stays; WHMCS's address has none and reads the merchant's txn_id there.
  cutepe: (query, order) => {
    const own = new Set(query.split('&').map(nameOf))
    const said = {
      status: order.status === 'success' ? 'success' : 'failed',
      order_id: clientTxnIdOf(order),
      txn_id: order.orderId,
      // Their plugin wants one and never looks at it; who trusts an address would trust a forged one too.
      hash: order.orderId,
    }
    return joined([
      ...query.split('&'),
      ...Object.entries(said).flatMap(([name, value]) => (own.has(name) ? [] : [`${name}=${value}`])),
    ])
  },
} as const satisfies Record<Dialect | 'standard', Query>
