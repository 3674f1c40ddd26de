/** Every address of the app; no other file contains a literal path. */
export const paths = {
  home: '/',
  homeToo: '/home',
  ownShop: '/own-shop',
  features: '/features',
  pricing: '/pricing',
  contact: '/contact',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  restoreEmail: '/restore-email',
  setup: '/setup',
  /** The link of an invitation carries its token after `#`. */
  join: '/join',
  docs: '/docs',
  apiReference: '/api',
  about: '/about',
  careers: '/careers',
  blog: '/blog',
  privacy: '/privacy',
  terms: '/terms',
  security: '/security',
  legal: '/legal',
  simulator: '/simulator',
  outbox: '/simulator/mail',
  dashboard: '/dashboard',
  loginSecurity: '/dashboard/security',
  team: '/dashboard/team',
  notices: '/dashboard/notifications',
  activity: '/dashboard/activity',
  customerData: '/dashboard/customer-data',
  collect: '/dashboard/collect',
  orders: '/dashboard/orders',
  paymentLink: '/dashboard/generate-payment-link',
  connectMerchant: '/dashboard/connect-merchant',
  /** The four screens from nothing to the first payment that Galla hears. */
  hear: '/dashboard/hear',
  /** The address in the product specification's empty card; it redirects to the dashboard's page. */
  connectMerchantToo: '/connect-merchant',
  reconciliation: '/dashboard/reconciliation',
  closing: '/dashboard/reconciliation/closing',
  importStatement: '/dashboard/reconciliation/import',
  reusableLinks: '/dashboard/reusable-links',
  counters: '/dashboard/counters',
  manageSubscription: '/dashboard/manage-subscription',
  newSubscription: '/dashboard/new-subscription',
  apiDocumentation: '/dashboard/api-documentation',
  webhooks: '/dashboard/webhooks',
  requestLog: '/dashboard/request-log',
  kyc: '/dashboard/kyc',
  /** The screen at a counter; its login link carries the token after `#`. */
  counter: '/counter',
  operator: '/operator',
  operatorKyc: '/operator/kyc',
  operatorMerchants: '/operator/merchants',
  operatorMerchant: '/operator/merchant',
  operatorPlans: '/operator/plans',
  operatorAttention: '/operator/attention',
  operatorWebhooks: '/operator/webhooks',
  operatorJobs: '/operator/jobs',
  operatorAudit: '/operator/audit',
  operatorSystem: '/operator/system',
  operatorSetup: '/operator/setup',
} as const

/** A page of the guide, by the name of its file. */
export const guidePath = (name: string): string =>
  name === 'api' ? paths.apiReference : name === 'README' ? paths.docs : `${paths.docs}/${name}`

export const API_BASE = '/api/v1'

/** The section of API Documentation with the webhook URL and the signing secret. */
export const WEBHOOK_PANEL_ID = 'webhook'
export const SIGNING_SECRET_PATH = `${paths.apiDocumentation}#${WEBHOOK_PANEL_ID}`

export const payPath = (orderId: string): string => `/pay/${orderId}`

export const receiptPath = (orderId: string): string => `/receipt/${orderId}`

/** The parameters that the redirect of a paid order adds. */
export interface RedirectedOrder {
  readonly orderId: string
  readonly clientTxnId: string
}

export const redirectedOrderIn = (search: string): RedirectedOrder | undefined => {
  const query = new URLSearchParams(search)
  const [orderId, clientTxnId] = [query.get('txn_id'), query.get('client_txn_id')]
  return orderId === null || clientTxnId === null ? undefined : { orderId, clientTxnId }
}

/** The login for a visitor of the dashboard. A customer whom the redirect of a payment link led there keeps its parameters. */
export const loginPath = (search: string): string => {
  const order = redirectedOrderIn(search)
  if (order === undefined) return paths.login
  return `${paths.login}?${new URLSearchParams({ client_txn_id: order.clientTxnId, txn_id: order.orderId })}`
}

/** New Subscription with a preselected plan. */
export const choosePlanPath = (plan: string): string => `${paths.newSubscription}?plan=${plan}`

export const operatorMerchantPath = (merchantId: string): string =>
  `${paths.operatorMerchant}?${new URLSearchParams({ id: merchantId })}`

/** The documents of one merchant, opened in the KYC queue. */
export const operatorKycPath = (merchantId: string): string =>
  `${paths.operatorKyc}?${new URLSearchParams({ merchant: merchantId })}`

/** Reconciliation filtered by reason or search, or with one case in its drawer. */
export const casesPath = (shown: Readonly<Record<string, string>>): string => {
  const search = new URLSearchParams(Object.entries(shown).filter(([, value]) => value !== ''))
  return search.size === 0 ? paths.reconciliation : `${paths.reconciliation}?${search}`
}

/** The orders of a reusable link: their transaction ids start with its code. */
export const ordersOfLinkPath = (code: string): string =>
  `${paths.orders}?${new URLSearchParams({ search: code })}`

export const orderPath = (orderId: string): string =>
  `${paths.orders}?${new URLSearchParams({ order: orderId })}`

/** The initial path in the browser; undefined during prerendering. */
export const startPath = (): string | undefined =>
  typeof window === 'undefined' ? undefined : window.location.pathname

/** The absolute URL, for use outside this browser. */
export const fullUrl = (path: string): string => new URL(path, window.location.origin).href

/** Only pages of the dashboards are offered after a login. */
export const isDashboardPath = (path: string): boolean => /^\/(?:dashboard|operator)(?:[/?#]|$)/.test(path)
