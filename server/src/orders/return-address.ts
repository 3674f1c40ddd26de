/**
 * Where the customer goes back to: the merchant's redirect_url with both ids appended. Its own query and fragment stay as they
 * are. It carries no status, since anybody could write one there: who needs the truth asks the API. Null when it is no address
 * that a browser may be sent to.
 */
export const returnAddress = (order: {
  readonly redirectUrl: string
  readonly clientTxnId: string
  readonly orderId: string
}): { href: string; host: string } | null => {
  const url = URL.parse(order.redirectUrl)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.host === '') return null
  const ids = `client_txn_id=${encodeURIComponent(order.clientTxnId.toWellFormed())}&txn_id=${order.orderId}`
  const query = url.search.replace(/^\?/, '').replace(/&$/, '')
  // The setter takes one leading question mark away; a query may begin with another of its own.
  url.search = `?${query === '' ? ids : `${query}&${ids}`}`
  return { href: url.href, host: url.host }
}
