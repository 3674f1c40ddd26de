import type { Mode } from '../orders/order-status.ts'

/** What a person is in a team. The login that registered the shop is always an owner. */
export const MEMBER_ROLES = ['owner', 'admin', 'accountant', 'developer', 'cashier'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]

/** What a session is: an operator in their own account, a member of a team, or a guest, who has a login and no shop. */
export const SESSION_ROLES = [...MEMBER_ROLES, 'operator', 'guest'] as const
export type SessionRole = (typeof SESSION_ROLES)[number]

type Who = readonly (SessionRole | 'developer in test mode')[]

/** The person's own login. */
const LOGIN: Who = [...MEMBER_ROLES, 'guest']
/** Where the money goes, what the plan costs, and who the business is. */
const OWNER: Who = ['owner']
const ADMIN: Who = ['owner', 'admin']
const KEYS: Who = [...ADMIN, 'developer']
const BOOKS: Who = [...ADMIN, 'accountant']
const READ: Who = [...BOOKS, 'developer in test mode']
const SELL: Who = [...ADMIN, 'developer in test mode']
const COUNTER: Who = [...ADMIN, 'cashier']
const TEAM: Who = MEMBER_ROLES

/**
 * Which roles may make each call of a session, by its method and path. The server asks where it finds the session, the web app hides what
 * would be refused. Operators may make every call, in their own account; a call that is missing here is theirs and the owner's.
 */
export const CALLS_OF_ROLES = {
  'GET /auth/session': LOGIN,
  'GET /auth/sessions': LOGIN,
  'GET /auth/totp': LOGIN,
  'GET /auth/passkeys': LOGIN,
  'POST /auth/passkeys': LOGIN,
  'POST /auth/passkeys/begin': LOGIN,
  'POST /auth/passkeys/:passkeyId/remove': LOGIN,
  'GET /user/email-change': LOGIN,
  'GET /user/security-events': LOGIN,
  'POST /auth/session/remember': LOGIN,
  'POST /auth/sessions/:sessionId/end': LOGIN,
  'POST /auth/sessions/logout-others': LOGIN,
  'POST /auth/totp/confirm': LOGIN,
  'POST /auth/totp/disable': LOGIN,
  'POST /auth/totp/setup': LOGIN,
  'POST /user/confirm-identity': LOGIN,
  'POST /user/email-change/cancel': LOGIN,
  'POST /user/email-change/resend': LOGIN,
  'POST /user/update-profile': LOGIN,
  'POST /user/language': LOGIN,

  'POST /auth/invitation/accept': LOGIN,
  'POST /auth/shop': LOGIN,

  'POST /user/mode': TEAM,
  'POST /user/team/leave': TEAM,
  'GET /user/team': ADMIN,
  'GET /user/activity': ADMIN,
  'GET /user/activity/export': ADMIN,
  'POST /user/team/invitations': ADMIN,
  'POST /user/team/invitations/:id/cancel': ADMIN,
  'POST /user/team/members/:personId/remove': ADMIN,
  'POST /user/team/members/:personId/role': ADMIN,

  'GET /kyc/documents/:documentId': OWNER,
  'GET /user/kyc-status': OWNER,
  'POST /user/kyc': OWNER,
  'GET /user/billing-details': BOOKS,
  'POST /user/billing-details': OWNER,
  'POST /user/new-subscription': OWNER,
  'GET /user/subscription': BOOKS,
  'GET /user/subscription-history': BOOKS,
  'GET /user/subscription-history/:orderId/invoice.pdf': BOOKS,

  'POST /user/connect-merchant': OWNER,
  'POST /user/suggested-name': OWNER,
  'POST /user/account-last-digits': OWNER,
  'POST /user/account-rails': OWNER,
  'POST /user/account-digits': OWNER,
  'POST /user/connect-mailbox': OWNER,
  'POST /user/disconnect-mailbox': OWNER,
  'POST /user/remove-alert-secret': OWNER,
  'POST /user/rotate-alert-secret': OWNER,
  'POST /user/rotate-alert-token': OWNER,
  'POST /user/rotate-email-address': OWNER,
  'POST /user/update-source': OWNER,
  'POST /user/alerts/:alertId/heard': OWNER,
  'POST /user/notices/browsers': OWNER,
  'POST /user/notices/telegram-link': OWNER,
  'POST /user/notices/telegram-link/close': OWNER,
  'POST /user/notices/targets/:id/remove': OWNER,
  'POST /user/notices/choices': OWNER,
  'POST /user/notices/test': OWNER,
  'GET /user/notices': OWNER,
  'POST /user/get-merchant': [...BOOKS, 'developer'],
  'POST /user/test-connection': ADMIN,
  'POST /user/test-mailbox': ADMIN,
  'POST /user/test-alert': SELL,
  'GET /user/alert-source': ADMIN,
  'GET /user/bank-email': ADMIN,
  'GET /user/sources': [...BOOKS, 'developer'],

  'GET /user/api-keys': KEYS,
  'GET /user/api-requests': KEYS,
  'POST /user/api-key-settings': KEYS,
  'POST /user/api-keys': KEYS,
  'POST /user/api-keys/:id/addresses': KEYS,
  'POST /user/api-keys/:id/revoke': KEYS,
  'POST /user/get-api-details': KEYS,
  'POST /user/reveal-api-key': KEYS,
  'POST /user/rotate-api-key': KEYS,
  'GET /user/webhook-deliveries': KEYS,
  'GET /user/webhook-deliveries/:id': KEYS,
  'GET /user/webhook-deliveries/replay/count': KEYS,
  'GET /user/webhook-endpoint': KEYS,
  'GET /user/webhook-endpoints': KEYS,
  'POST /user/webhook-endpoints': KEYS,
  'POST /user/webhook-endpoints/:endpointId': KEYS,
  'POST /user/webhook-endpoints/:endpointId/pause': KEYS,
  'POST /user/webhook-endpoints/:endpointId/remove': KEYS,
  'POST /user/webhook-endpoints/:endpointId/rotate-secret': KEYS,
  'POST /user/remove-webhook-url': KEYS,
  'POST /user/resume-webhook': KEYS,
  'POST /user/rotate-webhook-secret': KEYS,
  'POST /user/test-webhook': KEYS,
  'POST /user/update-webhook-url': KEYS,
  'POST /user/webhook-deliveries/:id/redeliver': KEYS,
  'POST /user/webhook-deliveries/replay': KEYS,
  'POST /user/webhook-deliveries/replay/stop': KEYS,

  'GET /user/all-transactions': READ,
  'GET /user/stats': READ,
  'GET /user/stats/daily': READ,
  'GET /user/stats/hourly': READ,
  'GET /user/today': READ,
  'GET /user/transactions/:orderId': READ,
  'GET /user/transactions/export': READ,
  'POST /order/verify/:orderId': READ,
  'GET /user/turnover': BOOKS,
  'POST /user/transactions/:orderId/notes': READ,

  'GET /user/alerts': READ,
  'GET /user/alerts/:alertId': READ,
  'GET /user/cases': READ,
  'GET /user/claims': READ,
  'GET /user/credits': READ,
  'GET /user/credits/:creditId': READ,
  'GET /user/credits/:creditId/alerts': READ,
  'GET /user/credits/:creditId/orders': READ,
  'GET /user/credits/:creditId/refunds': READ,
  'GET /user/credits/counts': READ,
  'GET /user/unknown-reversals': READ,
  'GET /user/accounting': BOOKS,
  'POST /user/accounting': BOOKS,
  'GET /user/accounting/month': BOOKS,
  'GET /user/closing': BOOKS,
  'GET /user/evidence': BOOKS,
  'GET /user/closing/mail': BOOKS,
  'GET /user/statement-accounts': BOOKS,
  'GET /user/statements/:id': BOOKS,
  'POST /user/alerts/:alertId/credit': BOOKS,
  'POST /user/alerts/:alertId/dismiss': BOOKS,
  'POST /user/claims/:orderId/:utr/dismiss': BOOKS,
  'POST /user/closing/mail': ADMIN,
  'POST /user/credits/:creditId/accept': BOOKS,
  'POST /user/credits/:creditId/assign': BOOKS,
  'POST /user/credits/:creditId/ignore': BOOKS,
  'POST /user/credits/:creditId/join': BOOKS,
  'POST /user/credits/:creditId/note': BOOKS,
  'POST /user/credits/:creditId/refunded': BOOKS,
  'POST /user/credits/:creditId/provider-refunds': ADMIN,
  'POST /user/credits/:creditId/refunds': BOOKS,
  'POST /user/credits/:creditId/repeat': BOOKS,
  'POST /user/refunds/:refundId/debit': BOOKS,
  'POST /user/refunds/:refundId/end': BOOKS,
  'POST /user/refunds/:refundId/sent': BOOKS,
  'POST /user/statements': BOOKS,
  'POST /user/statements/:id/confirm': BOOKS,
  'POST /user/statements/:id/preview': BOOKS,
  'POST /user/transactions/:orderId/confirm': BOOKS,
  'POST /user/unknown-reversals/seen': BOOKS,

  'POST /user/generate-payment-link': SELL,
  'POST /user/collect': SELL,
  'GET /user/reusable-links': READ,
  'GET /user/reusable-links/:code/orders': READ,
  'POST /user/reusable-links': SELL,
  'PUT /user/reusable-links/:code': SELL,
  'GET /user/customer-data': ADMIN,
  'POST /user/customer-data/keep': ADMIN,
  'POST /user/customer-data/notice': ADMIN,
  'POST /user/customer-data/find': ADMIN,
  'POST /user/customer-data/export': ADMIN,
  'POST /user/customer-data/erase': ADMIN,
  'GET /user/page-look': ADMIN,
  'POST /user/page-look': ADMIN,

  'GET /user/counters': COUNTER,
  'GET /user/counters/:counterId/standee.pdf': ADMIN,
  'POST /user/counters': ADMIN,
  'POST /user/counters/:counterId/close': ADMIN,
  'POST /user/counters/:counterId/login': ADMIN,
} satisfies Readonly<Record<string, Who>>
export type SessionCall = keyof typeof CALLS_OF_ROLES

/** Whether a call is about the person's own login, whatever shop the session is in. */
export const isOfLogin = (call: string): boolean =>
  (CALLS_OF_ROLES as Readonly<Record<string, Who>>)[call] === LOGIN

/** Which roles one may give, and take: an admin makes nobody an admin, and removes no owner. */
export const mayGrant = (granter: SessionRole, role: MemberRole): boolean =>
  granter === 'owner' ||
  granter === 'operator' ||
  (granter === 'admin' && role !== 'owner' && role !== 'admin')

/** Whether a session with this role, in this mode, may make a call: its method and path as the contract has them. */
export const mayCall = (role: SessionRole, mode: Mode, call: string): boolean => {
  if (role === 'operator') return true
  const who = (CALLS_OF_ROLES as Readonly<Record<string, Who>>)[call] ?? OWNER
  return (
    who.includes(role) || (role === 'developer' && mode === 'test' && who.includes('developer in test mode'))
  )
}
