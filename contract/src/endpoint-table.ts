import * as accounts from './accounts.ts'
import * as alerts from './alerts.ts'
import * as apiDetails from './api-details.ts'
import * as apiKeys from './api-keys.ts'
import * as apiRequests from './api-requests.ts'
import * as billing from './billing.ts'
import * as claims from './claims.ts'
import * as closing from './closing.ts'
import * as credits from './credits.ts'
import * as emailChange from './email-change.ts'
import type { Endpoint } from './endpoint.ts'
import * as events from './events.ts'
import * as kyc from './kyc.ts'
import * as loginSecurity from './login-security.ts'
import * as merchants from './merchants.ts'
import * as openCases from './open-cases.ts'
import * as operator from './operator.ts'
import * as orders from './orders.ts'
import * as outbox from './outbox.ts'
import * as paymentPage from './payment-page.ts'
import * as securityEvents from './security-events.ts'
import * as statements from './statements.ts'
import * as statistics from './statistics.ts'
import * as subscriptions from './subscriptions.ts'
import * as webhookDeliveries from './webhook-deliveries.ts'

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
  ['Payment page', paymentPage],
  ['Reconciliation', credits],
  ['Reconciliation', claims],
  ['Reconciliation', closing],
  ['Reconciliation', openCases],
  ['Alerts', alerts],
  ['Statements', statements],
  ['Accounts', accounts],
  ['Events', events],
  ['API details', apiDetails],
  ['Webhook deliveries', webhookDeliveries],
  ['API details', apiKeys],
  ['API details', apiRequests],
  ['Statistics', statistics],
  ['Login', merchants],
  ['Login', loginSecurity],
  ['Login', emailChange],
  ['Login', securityEvents],
  ['Plans', subscriptions],
  ['Plans', billing],
  ['KYC', kyc],
  ['Operator', operator],
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
