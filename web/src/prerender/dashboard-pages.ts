import type { ComponentType } from 'react'
import { paths } from '../paths.ts'

/** A page of a merchant's dashboard. Its HTML is the empty frame, and begins to load what the page needs. */
export interface DashboardPage {
  readonly path: string
  /** The module that `load` imports, below src/: the HTML preloads its scripts. */
  readonly source: string
  readonly load: () => Promise<ComponentType>
  /** What it asks of the API first, as its calls write it: the HTML brings the replies. */
  readonly asks?: readonly string[]
  /** In every language of the dashboard. */
  readonly inEnglish?: true
}

/** What the frame asks. */
export const FRAME_ASKS = ['/auth/session', '/user/cases', '/user/sources']

export const DASHBOARD_PAGES: readonly DashboardPage[] = [
  {
    path: paths.dashboard,
    source: 'features/profile/profile-page.tsx',
    load: async () => (await import('../features/profile/profile-page.tsx')).ProfilePage,
  },
  {
    path: paths.loginSecurity,
    source: 'features/profile/security/security-page.tsx',
    load: async () => (await import('../features/profile/security/security-page.tsx')).SecurityPage,
  },
  {
    path: paths.team,
    source: 'features/profile/team/team-page.tsx',
    load: async () => (await import('../features/profile/team/team-page.tsx')).TeamPage,
  },
  {
    path: paths.activity,
    source: 'features/profile/activity/activity-page.tsx',
    load: async () => (await import('../features/profile/activity/activity-page.tsx')).ActivityPage,
  },
  {
    path: paths.notices,
    source: 'features/profile/notices/notices-page.tsx',
    load: async () => (await import('../features/profile/notices/notices-page.tsx')).NoticesPage,
  },
  {
    path: paths.customerData,
    source: 'features/profile/customer-data/customer-data-page.tsx',
    load: async () =>
      (await import('../features/profile/customer-data/customer-data-page.tsx')).CustomerDataPage,
  },
  {
    path: paths.collect,
    source: 'features/collect/collect-page.tsx',
    load: async () => (await import('../features/collect/collect-page.tsx')).CollectPage,
  },
  {
    path: paths.orders,
    source: 'features/orders/orders-page.tsx',
    load: async () => (await import('../features/orders/orders-page.tsx')).OrdersPage,
    asks: ['/user/all-transactions?page=1&limit=10'],
  },
  {
    path: paths.paymentLink,
    source: 'features/payment-link/payment-link-page.tsx',
    load: async () => (await import('../features/payment-link/payment-link-page.tsx')).PaymentLinkPage,
  },
  {
    path: paths.connectMerchant,
    source: 'features/connect-merchant/connect-merchant-page.tsx',
    load: async () =>
      (await import('../features/connect-merchant/connect-merchant-page.tsx')).ConnectMerchantPage,
  },
  {
    path: paths.hear,
    source: 'features/connect-merchant/hear/hear-page.tsx',
    load: async () => (await import('../features/connect-merchant/hear/hear-page.tsx')).HearPage,
  },
  {
    path: paths.reconciliation,
    source: 'features/reconciliation/reconciliation-page.tsx',
    load: async () => (await import('../features/reconciliation/reconciliation-page.tsx')).ReconciliationPage,
  },
  {
    path: paths.closing,
    source: 'features/closing/closing-page.tsx',
    load: async () => (await import('../features/closing/closing-page.tsx')).ClosingPage,
  },
  {
    path: paths.importStatement,
    source: 'features/import-statement/import-statement-page.tsx',
    load: async () =>
      (await import('../features/import-statement/import-statement-page.tsx')).ImportStatementPage,
  },
  {
    path: paths.reusableLinks,
    source: 'features/reusable-links/reusable-links-page.tsx',
    load: async () => (await import('../features/reusable-links/reusable-links-page.tsx')).ReusableLinksPage,
  },
  {
    path: paths.counters,
    source: 'features/counters/counters-page.tsx',
    load: async () => (await import('../features/counters/counters-page.tsx')).CountersPage,
  },
  {
    path: paths.manageSubscription,
    source: 'features/manage-subscription/manage-subscription-page.tsx',
    load: async () =>
      (await import('../features/manage-subscription/manage-subscription-page.tsx')).ManageSubscriptionPage,
  },
  {
    path: paths.newSubscription,
    source: 'features/new-subscription/new-subscription-page.tsx',
    load: async () =>
      (await import('../features/new-subscription/new-subscription-page.tsx')).NewSubscriptionPage,
  },
  {
    path: paths.kyc,
    source: 'features/kyc/kyc-page.tsx',
    load: async () => (await import('../features/kyc/kyc-page.tsx')).KycPage,
  },
  {
    path: paths.apiDocumentation,
    source: 'features/docs/api-documentation/api-documentation-page.tsx',
    load: async () =>
      (await import('../features/docs/api-documentation/api-documentation-page.tsx')).ApiDocumentationPage,
    inEnglish: true,
  },
  {
    path: paths.requestLog,
    source: 'features/docs/api-documentation/request-log-page.tsx',
    load: async () =>
      (await import('../features/docs/api-documentation/request-log-page.tsx')).RequestLogPage,
    inEnglish: true,
  },
  {
    path: paths.webhooks,
    source: 'features/webhooks/merchant-webhooks-page.tsx',
    load: async () => (await import('../features/webhooks/merchant-webhooks-page.tsx')).MerchantWebhooksPage,
    inEnglish: true,
  },
]
