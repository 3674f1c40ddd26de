import { mayCall, type SessionCall } from '@galla/contract/auth/roles'
import { paths } from '../paths.ts'
import { useSession } from './session.tsx'

/** Whether the role of the session allows a call. Screens do not offer the others, which the server refuses. */
export const useMay = (): ((call: SessionCall) => boolean) => {
  const { user } = useSession()
  return (call) => user !== undefined && mayCall(user.role, user.mode, call)
}

/** The call without which a page is not shown. Pages that are not here are about the login itself. */
const CALL_OF_PAGE: Readonly<Record<string, SessionCall>> = {
  [paths.dashboard]: 'GET /user/stats',
  [paths.notices]: 'GET /user/notices',
  [paths.team]: 'POST /user/team/leave',
  [paths.activity]: 'GET /user/activity',
  [paths.customerData]: 'GET /user/customer-data',
  [paths.collect]: 'POST /user/collect',
  [paths.orders]: 'GET /user/all-transactions',
  [paths.paymentLink]: 'POST /user/generate-payment-link',
  [paths.connectMerchant]: 'GET /user/alert-source',
  [paths.hear]: 'POST /user/connect-merchant',
  [paths.reconciliation]: 'GET /user/cases',
  [paths.closing]: 'GET /user/closing',
  [paths.importStatement]: 'POST /user/statements',
  [paths.reusableLinks]: 'GET /user/reusable-links',
  [paths.counters]: 'GET /user/counters',
  [paths.manageSubscription]: 'GET /user/subscription',
  [paths.newSubscription]: 'POST /user/new-subscription',
  [paths.apiDocumentation]: 'POST /user/get-api-details',
  [paths.webhooks]: 'GET /user/webhook-deliveries',
  [paths.requestLog]: 'GET /user/api-requests',
  [paths.kyc]: 'GET /user/kyc-status',
}

export const useMayOpen = (): ((path: string) => boolean) => {
  const may = useMay()
  return (path) => {
    const call = CALL_OF_PAGE[path]
    return call === undefined || may(call)
  }
}
