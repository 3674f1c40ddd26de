import { accountingFeature } from './accounting/accounting-feature.ts'
import { apiKeysFeature } from './api-keys/api-keys-feature.ts'
import { authFeature } from './auth/auth-feature.ts'
import type { ActivityDeps } from './auth/security-events/list-activity.ts'
import { bankAlertsFeature } from './bank-alerts/bank-alerts-feature.ts'
import { bankEmailsFeature } from './bank-emails/bank-emails-feature.ts'
import { bankStatementsFeature } from './bank-statements/bank-statements-feature.ts'
import { countersFeature } from './counters/counters-feature.ts'
import { endCounterLogins } from './counters/manage-counters.ts'
import { customerDataFeature } from './customer-data/customer-data-feature.ts'
import { developersFeature } from './developers/developers-feature.ts'
import { evidenceFeature } from './evidence/evidence-feature.ts'
import { gatewayCompatFeature } from './gateway-compat/gateway-compat-feature.ts'
import { kycFeature } from './kyc/kyc-feature.ts'
import { ledgerFeature } from './ledger/ledger-feature.ts'
import { endNotices } from './notices/manage-notices.ts'
import { noticesFeature } from './notices/notices-feature.ts'

import { operatorFeature } from './operator/operator-feature.ts'
import { orderListFeature } from './order-list/order-list-feature.ts'
import { ordersFeature } from './orders/orders-feature.ts'
import { paymentAccountsFeature } from './payment-accounts/payment-accounts-feature.ts'
import { paymentClaimsFeature } from './payment-claims/payment-claims-feature.ts'
import { paymentPageFeature } from './payment-page/payment-page-feature.ts'
import type { Feature, Platform } from './platform/feature.ts'
import { createExports } from './platform/jobs/exports.ts'
import { providerQrFeature } from './provider-qr/provider-qr-feature.ts'
import { createProviders } from './providers/providers.ts'
import { receiptsFeature } from './receipts/receipts-feature.ts'
import { reconciliationFeature } from './reconciliation/reconciliation-feature.ts'
import { reusableLinksFeature } from './reusable-links/reusable-links-feature.ts'
import { simulatorFeature } from './simulator/simulator-feature.ts'
import { sourceHealthFeature } from './source-health/source-health-feature.ts'
import { statusChecksFeature } from './status-checks/status-checks-feature.ts'
import { subscriptionsFeature } from './subscriptions/subscriptions-feature.ts'
import { turnoverFeature } from './turnover/turnover-feature.ts'
import { webhooksFeature } from './webhooks/webhooks-feature.ts'

/** Creates every feature in the order of the floors: each gets the platform and what those before it return. */
export const createFeatures = async (platform: Platform): Promise<readonly Feature[]> => {
  const { clock, ids, settings } = platform
  const apiKeys = apiKeysFeature(platform)
  const exports = createExports(platform)
  const { authenticate } = apiKeys
  const auth = logins({ ...platform, exports })
  const paymentAccounts = paymentAccountsFeature(platform)
  const webhooks = webhooksFeature(platform)
  const { wakeDeliveries } = webhooks
  const kyc = kycFeature(platform)
  const providers = createProviders({ urls: settings.providerUrls, ids, clock })
  const providerQr = providerQrFeature({ ...platform, providers })
  const { qr } = providerQr
  const ordersPart = ordersFeature({ ...platform, qr, wakeDeliveries })
  const { orders, creating, createOrder } = ordersPart
  const paymentPage = paymentPageFeature({ ...platform, orders, qr, inspector: kyc.inspector })
  const statusChecks = statusChecksFeature({ ...platform, orders, providers })
  const bankAlerts = bankAlertsFeature({ ...platform, orders })
  return [
    apiKeys,
    auth,
    noticesFeature(platform),
    paymentAccounts,
    webhooks,
    kyc,
    providerQr,
    ordersPart,
    ledgerFeature({ ...platform, orders, providers }),
    sourceHealthFeature({ ...platform, wakeDeliveries }),
    turnoverFeature(platform),
    accountingFeature({ ...platform, exports }),
    paymentPage,
    await subscriptionsFeature({ ...platform, creating, wakeDeliveries }),
    receiptsFeature(platform),
    reconciliationFeature({ ...platform, orders }),
    countersFeature({ ...platform, selling: { ...orders, ...creating } }),
    reusableLinksFeature({ ...platform, creating }),
    bankStatementsFeature({ ...platform, orders }),
    simulatorFeature(platform),
    statusChecks,
    await operatorFeature({ ...platform, findOperator: authenticate.operatorLately }),
    paymentClaimsFeature({
      ...platform,
      orders,
      checks: statusChecks.checks,
      showPage: paymentPage.showPage,
    }),
    bankAlerts,
    bankEmailsFeature({ ...platform, recordSoon: bankAlerts.recordSoon }),
    orderListFeature({ ...platform, orders, exports, paymentUrl: creating.paymentUrl }),
    evidenceFeature({ ...platform, exports, paymentUrl: creating.paymentUrl }),
    customerDataFeature(platform),
    developersFeature({ ...platform, wakeDeliveries, alertUrl: bankAlerts.alertUrl }),
    gatewayCompatFeature({ ...platform, ...creating, authenticate, createOrder }),
  ]
}

/** Logging out everywhere reaches the devices of counters and notices too, which are above on the floors. */
const logins = (platform: Platform & ActivityDeps): Feature =>
  authFeature({
    ...platform,
    async endCounterLogins(tx, merchantId) {
      await endNotices(tx, merchantId)
      return endCounterLogins(tx, { changed: platform.feed.announce }, merchantId)
    },
  })
