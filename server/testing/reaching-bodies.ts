import { EXAMPLE_BODIES } from './example-bodies.ts'
import { ORDER_BODY } from './order-body.ts'

/** The same UPI ID as the other's: an account is each merchant's own. */
export const CONNECTING = {
  merchantProvider: 'paytm',
  merchantName: 'Their Secret Shop',
  merchantId: 'PAYTM1',
  merchantUpiId: 'shared@paytm',
  verification: { source: 'paytm-v3', credentials: { merchantKey: 'sixteencharacter' } },
}

export const EVER = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z', state: 'all' }

/** An order that both merchants create. */
export const SAME_ORDER = { client_txn_id: 'SAME-ID', ...ORDER_BODY }

/** What the calls try to reach: another merchant's address, open order and credit. */
type Reached = { email: string; openOrder: string; creditId: string }

const MAILBOX = {
  host: '127.0.0.1',
  port: 9,
  username: 'mine@example.com',
  password: 'mine',
  bankWritesTo: 'mine@example.com',
}

/** What each call would have to send to reach the other's things, if it let itself. */
export const reachingBodies = ({ email, openOrder, creditId }: Reached): Record<string, object> => ({
  '/user/update-profile': {
    name: 'Mine Tea',
    email,
    mobileNumber: '9876543210',
    currentPassword: 'correct horse battery',
  },
  '/user/mode': { mode: 'test' },
  '/user/account-digits': { digits: '7722', isShops: true },
  '/user/account-last-digits': { lastDigits: '7722' },
  '/user/suggested-name': { name: 'SECRET HOLDER', accept: true },
  '/user/language': { language: 'hi' },
  '/user/customer-data/keep': { keepDays: 365 },
  '/user/customer-data/notice': { text: 'We keep your number for a year.' },
  '/user/customer-data/find': { contact: '9876543210' },
  '/user/customer-data/export': { contact: '9876543210' },
  '/user/customer-data/erase': { contact: '9876543210' },
  '/user/notices/choices': { kind: 'payment', way: 'push', isWanted: false },
  '/user/notices/browsers': {
    endpoint: 'https://push.example.com/abc',
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    language: 'hi',
  },
  '/user/notices/telegram-link': { language: 'en' },
  '/user/update-source': { source: 'phone', used: false },
  '/user/account-rails': { imps: true, unknown: true, others: 'keep' },
  '/user/unknown-reversals/seen': { accountId: 'acc_1', source: 'statement', sourceKey: 'x' },
  '/user/connect-merchant': { ...CONNECTING, merchantName: 'Mine Tea', accountId: 'acc_1' },
  '/user/team/invitations': { role: 'accountant' },
  '/user/team/members/:personId/role': { role: 'cashier' },
  '/auth/passkeys': EXAMPLE_BODIES.addPasskey ?? {},
  '/auth/totp/confirm': { code: '287082' },
  '/user/confirm-identity': { password: 'correct horse battery' },
  '/auth/totp/disable': { password: 'correct horse battery' },
  '/user/update-webhook-url': { webhookUrl: 'https://mine.example/hook' },
  '/user/webhook-endpoints': { name: 'Mine', url: 'https://mine.example/erp', events: ['order.success'] },
  '/user/webhook-endpoints/:endpointId': {
    name: 'Mine now',
    url: 'https://mine.example/erp',
    events: ['order.success'],
  },
  '/user/generate-payment-link': { ...ORDER_BODY, client_txn_id: 'MINE-1' },
  '/order/create-order': { ...ORDER_BODY, client_txn_id: 'MINE-2' },
  '/order/check-order-status': { client_txn_id: 'THEIR-OPEN' },
  '/user/statements/:id/preview': { columns: { date: 0, credit: 1, dateOrder: 'dmy' } },
  '/user/transactions/:orderId/notes': { text: 'Mine now' },
  '/user/transactions/:orderId/confirm': { utr: '612345678901' },
  '/user/credits/:creditId/assign': { orderId: openOrder },
  '/user/credits/:creditId/refunded': { utr: '612345678901' },
  '/user/credits/:creditId/provider-refunds': { requestId: 'mine-0004', amount: '1.00' },
  '/user/credits/:creditId/refunds': { requestId: 'mine-0003', amount: '1.00' },
  '/credits/:creditId/refunds': { requestId: 'mine-0005', amount: '1.00' },
  '/user/refunds/:refundId/sent': { utr: '612345678902' },
  '/user/refunds/:refundId/debit': { source: 'statement', sourceKey: 'x' },
  '/user/refunds/:refundId/end': { state: 'cancelled' },
  '/user/credits/:creditId/note': { note: 'Mine now' },
  '/user/claims/:orderId/:utr/dismiss': {},
  '/user/alerts/:alertId/credit': { amount: '5.00', utr: '612345678901' },
  '/user/test-alert': { text: 'Rs 5.00 credited', sender: 'VM-HDFCBK' },
  '/user/connect-mailbox': MAILBOX,
  '/user/test-mailbox': MAILBOX,
  '/user/rotate-email-address': { bankWritesTo: 'mine@example.com' },
  '/user/webhook-deliveries/replay': EVER,
  '/user/api-keys': { name: 'Mine', scopes: ['orders:read'] },
  '/user/api-keys/:id/addresses': { addresses: ['192.0.2.1'] },
  '/user/api-key-settings': { showOnce: false },
  '/user/reveal-api-key': { password: 'correct horse battery' },
  '/user/billing-details': { legalName: 'Mine Tea', address: '1 MG Road', stateCode: '27', gstin: '' },
  '/user/new-subscription': { planData: { planName: 'basic', billingCycle: '28days' } },
  '/user/closing/mail': { isOn: true },
  '/user/counters': { name: 'Mine', pin: '4711' },
  '/user/counters/:counterId/login': { pin: '4711' },
  '/links': { title: 'Mine by key', price: { kind: 'fixed', amount: '1.00' } },
  '/user/reusable-links': { title: 'Mine', price: { kind: 'fixed', amount: '1.00' } },
  '/user/reusable-links/:code': { title: 'Mine now' },
  '/user/collect': { requestId: 'mine-0002', amount: '1.00' },
  '/counter/orders': { requestId: 'mine-0001', amount: '1.00' },
  '/counter/credits/:creditId/take': { orderId: openOrder },
  '/operator/hosting': { hosting: 'merchants' },
  '/operator/plans': { planName: 'basic', billingCycle: '28days', price: '1.00', qrRequests: 1 },
  '/user/credits/:creditId/join': { creditId },
  '/user/credits/:creditId/repeat': { times: 'once' },
  '/operator/merchants/:merchantId/suspend': { reason: 'A rival' },
  '/operator/kyc/:merchantId/reject': { reason: 'A rival' },
})
