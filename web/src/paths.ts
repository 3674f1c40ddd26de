/** Every address of the app. Nothing else writes an href by hand. */
export const paths = {
  home: '/',
  homeToo: '/home',
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
  docs: '/docs',
  apiReference: '/api',
  about: '/about',
  careers: '/careers',
  blog: '/blog',
  privacy: '/privacy',
  terms: '/terms',
  security: '/security',
  simulator: '/simulator',
  outbox: '/simulator/mail',
  dashboard: '/dashboard',
  orders: '/dashboard/orders',
  paymentLink: '/dashboard/generate-payment-link',
  connectMerchant: '/dashboard/connect-merchant',
  /** The address that the product's empty card names; it leads to the dashboard's page. */
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
  kyc: '/dashboard/kyc',
  /** The screen at a counter; its login link has the token behind `#`. */
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

export const API_BASE = '/api/v1'

/** What programs read; no pages of the app. */
export const OPENAPI_PATH = '/api/openapi.json'
export const GUIDE_MARKDOWN_PATH = '/docs.md'
export const REFERENCE_MARKDOWN_PATH = '/api.md'
export const LLMS_PATH = '/llms.txt'

/** The part of API Documentation that has the webhook URL and the signing secret. */
export const WEBHOOK_PANEL_ID = 'webhook'
export const SIGNING_SECRET_PATH = `${paths.apiDocumentation}#${WEBHOOK_PANEL_ID}`

export const payPath = (orderId: string): string => `/pay/${orderId}`

export const receiptPath = (orderId: string): string => `/receipt/${orderId}`

/** New Subscription with a plan that was chosen before. */
export const choosePlanPath = (plan: string): string => `${paths.newSubscription}?plan=${plan}`

export const operatorMerchantPath = (merchantId: string): string =>
  `${paths.operatorMerchant}?${new URLSearchParams({ id: merchantId })}`

/** The documents of one merchant, opened in the queue. */
export const operatorKycPath = (merchantId: string): string =>
  `${paths.operatorKyc}?${new URLSearchParams({ merchant: merchantId })}`

/** The lists of Reconciliation: a reason, a search, or one case in its drawer. */
export const casesPath = (shown: Readonly<Record<string, string>>): string => {
  const search = new URLSearchParams(Object.entries(shown).filter(([, value]) => value !== ''))
  return search.size === 0 ? paths.reconciliation : `${paths.reconciliation}?${search}`
}

/** The orders of a reusable link: their transaction ids start with its code. */
export const ordersOfLinkPath = (code: string): string =>
  `${paths.orders}?${new URLSearchParams({ search: code })}`

export const orderPath = (orderId: string): string =>
  `${paths.orders}?${new URLSearchParams({ order: orderId })}`

/** The address the app starts at; nowhere, while its pages are rendered without a browser. */
export const startPath = (): string | undefined =>
  typeof window === 'undefined' ? undefined : window.location.pathname

/** The whole address, for what leaves this browser. */
export const fullUrl = (path: string): string => new URL(path, window.location.origin).href

/** Only our own dashboard, the operator's too, is a place to come back to after a login. */
export const isDashboardPath = (path: string): boolean => /^\/(?:dashboard|operator)(?:[/?#]|$)/.test(path)
