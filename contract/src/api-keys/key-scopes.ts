/** What a key may do. A call needs one of the scopes that SCOPES_OF_CALL has for it. */
export const KEY_SCOPES = [
  'orders:create',
  'orders:read',
  'orders:cancel',
  'events:read',
  'credits:read',
  'cases:read',
  'closing:read',
  'links:write',
  'refunds:create',
] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** Those of the main key, which every integration has: it creates orders and learns what became of them, and no more. */
export const MAIN_KEY_SCOPES = ['orders:create', 'events:read'] as const satisfies readonly KeyScope[]

const CREATE = ['orders:create'] as const
const CHECK = ['orders:create', 'orders:read'] as const

/** By the path of each call that takes a key. A path without an entry takes no key. */
export const SCOPES_OF_CALL: Readonly<Record<string, readonly [KeyScope, ...KeyScope[]]>> = {
  '/api/v1/order/create-order': CREATE,
  '/api/create_order': CREATE,
  '/api/v2/create_order': CREATE,
  '/api/orders/create-order': CREATE,
  '/api/v1/order/check-order-status': CHECK,
  '/api/check_order_status': CHECK,
  '/api/v2/check_order_status': CHECK,
  '/api/orders/check-order-status': CHECK,
  '/api/v1/events': ['events:read'],
  '/api/v1/orders': ['orders:read'],
  '/api/v1/orders/:orderId': ['orders:read'],
  '/api/v1/orders/:orderId/cancel': ['orders:cancel'],
  '/api/v1/credits': ['credits:read'],
  '/api/v1/credits/:creditId': ['credits:read', 'refunds:create'],
  '/api/v1/credits/:creditId/refunds': ['refunds:create'],
  '/api/v1/cases': ['cases:read'],
  '/api/v1/closing': ['closing:read'],
  '/api/v1/links': ['links:write'],
  '/api/v1/links/:code/close': ['links:write'],
}
