import * as accounting from './accounting/accounting.ts'
import * as invoices from './accounting/invoices.ts'
import * as apiDetails from './api-keys/api-details.ts'
import * as apiKeys from './api-keys/api-keys.ts'
import * as apiRequests from './api-keys/api-requests.ts'
import * as activity from './auth/activity.ts'
import * as emailChange from './auth/email-change.ts'
import * as loginSecurity from './auth/login-security.ts'
import * as merchants from './auth/merchants.ts'
import * as passkeys from './auth/passkeys.ts'
import * as securityEvents from './auth/security-events.ts'
import * as team from './auth/team.ts'
import * as accountDigits from './bank-alerts/account-digits.ts'
import * as alertSigning from './bank-alerts/alert-signing.ts'
import * as alerts from './bank-alerts/alerts.ts'
import * as bankEmails from './bank-emails/bank-emails.ts'
import * as statements from './bank-statements/statements.ts'
import * as counterScreen from './counters/counter-screen.ts'
import * as counters from './counters/counters.ts'
import * as customerData from './customer-data/customer-data.ts'
import type { Endpoint } from './endpoint.ts'
import * as evidence from './evidence/evidence.ts'
import * as kyc from './kyc/kyc.ts'
import * as notices from './notices/notices.ts'
import * as operatorMerchants from './operator/operator-merchants.ts'
import * as operatorPlans from './operator/operator-plans.ts'
import * as operatorSetup from './operator/operator-setup.ts'
import * as operatorSystem from './operator/operator-system.ts'
import * as orders from './orders/orders.ts'
import * as statistics from './orders/statistics.ts'
import * as transactions from './orders/transactions.ts'
import * as accounts from './payment-accounts/accounts.ts'
import * as claims from './payment-claims/claims.ts'
import * as pageLook from './payment-page/page-look.ts'
import * as paymentPage from './payment-page/payment-page.ts'
import * as receipts from './receipts/receipts.ts'
import * as closing from './reconciliation/closing.ts'
import * as creditDecisions from './reconciliation/credit-decisions.ts'
import * as credits from './reconciliation/credits.ts'
import * as openCases from './reconciliation/open-cases.ts'
import * as refunds from './reconciliation/refunds.ts'
import * as repeats from './reconciliation/repeats.ts'
import * as reversals from './reconciliation/reversals.ts'
import * as reusableLinks from './reusable-links/reusable-links.ts'
import * as outbox from './simulator/outbox.ts'
import * as sources from './source-health/sources.ts'
import * as subscriptions from './subscriptions/subscriptions.ts'
import * as turnover from './turnover/turnover.ts'
import * as events from './webhooks/events.ts'
import * as webhookDeliveries from './webhooks/webhook-deliveries.ts'
import * as webhookEndpoints from './webhooks/webhook-endpoints.ts'

/** One call of the table, under the name that programs give it. */
export interface NamedEndpoint {
  readonly name: string
  readonly endpoint: Endpoint
  /** Of the group it stands in. */
  readonly group: string
}

/** Every file of the contract that defines calls; the group is a heading of the OpenAPI document. */
const FILES: readonly (readonly [group: string, file: object])[] = [
  ['Orders', orders],
  ['Orders', transactions],
  ['Payment page', paymentPage],
  ['Look of the payment page', pageLook],
  ['Payment page', receipts],
  ['Reusable links', reusableLinks],
  ['Reconciliation', credits],
  ['Reconciliation', creditDecisions],
  ['Reconciliation', refunds],
  ['Reconciliation', claims],
  ['Reconciliation', closing],
  ['Reconciliation', evidence],
  ['Reconciliation', openCases],
  ['Reconciliation', repeats],
  ['Reconciliation', reversals],
  ['Alerts', alerts],
  ['Alerts', alertSigning],
  ['Alerts', accountDigits],
  ['Alerts', bankEmails],
  ['Statements', statements],
  ['Counters', counters],
  ['Counters', counterScreen],
  ['Accounts', accounts],
  ['Accounts', sources],
  ['Accounts', turnover],
  ['Accounts', notices],
  ['Accounts', customerData],
  ['Events', events],
  ['API details', apiDetails],
  ['Webhook deliveries', webhookDeliveries],
  ['Webhook endpoints', webhookEndpoints],
  ['API details', apiKeys],
  ['API details', apiRequests],
  ['Statistics', statistics],
  ['Login', merchants],
  ['Login', loginSecurity],
  ['Login', emailChange],
  ['Login', passkeys],
  ['Login', securityEvents],
  ['Login', activity],
  ['Team', team],
  ['Plans', subscriptions],
  ['Plans', invoices],
  ['Accounting', accounting],
  ['KYC', kyc],
  ['Operator', operatorMerchants],
  ['Operator', operatorPlans],
  ['Operator', operatorSystem],
  ['Operator', operatorSetup],
  ['Simulator', outbox],
]

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'auth' in value

/** Every call there is, named by what the contract exports it as. */
export const ENDPOINTS: readonly NamedEndpoint[] = FILES.flatMap(([group, file]) =>
  Object.entries(file)
    .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
    .map(([name, endpoint]) => ({ name, endpoint, group })),
)
