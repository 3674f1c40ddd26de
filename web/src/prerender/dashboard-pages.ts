import { paths } from '../paths.ts'
import { type PageModule, pageIn } from './page-module.ts'

/** A page of a merchant's dashboard. Its HTML is the empty frame, and begins to load what the page needs. */
export interface DashboardPage extends PageModule {
  readonly path: string
  /** What it asks of the API first, as its calls write it: the HTML brings the replies. */
  readonly asks?: readonly string[]
  /** In every language of the dashboard. */
  readonly inEnglish?: true
}

/** What the frame asks. */
export const FRAME_ASKS = ['/auth/session', '/user/cases', '/user/sources', '/user/get-merchant']

export const DASHBOARD_PAGES: readonly DashboardPage[] = [
  { path: paths.dashboard, ...pageIn('profile/profile') },
  { path: paths.loginSecurity, ...pageIn('profile/security/security') },
  { path: paths.team, ...pageIn('profile/team/team') },
  { path: paths.activity, ...pageIn('profile/activity/activity') },
  { path: paths.notices, ...pageIn('profile/notices/notices') },
  { path: paths.customerData, ...pageIn('profile/customer-data/customer-data') },
  { path: paths.collect, ...pageIn('collect/collect') },
  { path: paths.orders, ...pageIn('orders/orders'), asks: ['/user/all-transactions?page=1&limit=10'] },
  { path: paths.paymentLink, ...pageIn('payment-link/payment-link') },
  { path: paths.connectMerchant, ...pageIn('connect-merchant/connect-merchant') },
  { path: paths.hear, ...pageIn('connect-merchant/hear/hear') },
  { path: paths.reconciliation, ...pageIn('reconciliation/reconciliation') },
  { path: paths.closing, ...pageIn('closing/closing') },
  { path: paths.importStatement, ...pageIn('import-statement/import-statement') },
  { path: paths.reusableLinks, ...pageIn('reusable-links/reusable-links') },
  { path: paths.counters, ...pageIn('counters/counters') },
  { path: paths.manageSubscription, ...pageIn('manage-subscription/manage-subscription') },
  { path: paths.newSubscription, ...pageIn('new-subscription/new-subscription') },
  { path: paths.kyc, ...pageIn('kyc/kyc') },
  { path: paths.apiDocumentation, ...pageIn('docs/api-documentation/api-documentation'), inEnglish: true },
  { path: paths.requestLog, ...pageIn('docs/api-documentation/request-log'), inEnglish: true },
  { path: paths.webhooks, ...pageIn('webhooks/merchant-webhooks'), inEnglish: true },
]
