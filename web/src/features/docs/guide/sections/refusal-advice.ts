import { INTEGRATOR_CALLS } from '@galla/contract/api-reference/integrator-calls'
import { refusalsOf } from '@galla/contract/endpoint-refusals'
import { BODY_BYTES_MAX } from '@galla/contract/limits'
import { REFUSALS, type RefusalCode } from '@galla/contract/refusals'

/** What to do about each error code of the integrators' calls. */
const ADVICE: Readonly<Partial<Record<RefusalCode, string>>> = {
  malformed: 'Send valid JSON or a form. For invalid JSON, msg has the line and column.',
  invalid_fields: 'Read errors. It has one entry for each invalid field, with the name that you sent.',
  invalid_upi_link: 'Send one of the upi_intent links of a test order, unchanged.',
  bad_key:
    'Send the key as a bearer token in the Authorization header. A rotated key works for another 24 hours.',
  address_not_allowed: 'The key works from certain IP addresses only. Change them in API Documentation.',
  forbidden: 'The key is restricted and does not allow this call.',
  suspended:
    'Contact support. You cannot create orders, live or test. Existing orders continue, and you can check their status.',
  order_not_found: 'Check the client_txn_id, and that the key and the order have the same mode.',
  not_found: 'Check the URL.',
  no_account: 'Live orders need a connected account. Test orders do not.',
  quota_exhausted: 'Buy a plan or wait for the next billing cycle. Test orders use no quota.',
  no_subscription: 'Buy a plan. Test orders do not need one.',
  duplicate_client_txn_id:
    'Use a new id for each order. If the body is the same as the first one, the reply has its order_id and payment_url.',
  too_large: `Send a smaller body. The limit is ${BODY_BYTES_MAX / 1024} kB.`,
  unsupported_media_type: 'Send Content-Type: application/json.',
  idempotency_key_reused: 'Use a new Idempotency-Key for each new body.',
  too_many_requests: 'Wait for the seconds in Retry-After, then try again.',
  internal:
    'Try again with the same Idempotency-Key. If the error persists, contact support with the requestId.',
  provider_unavailable: 'Wait for the seconds in Retry-After, then try again with the same client_txn_id.',
  not_payable: 'Create a new order.',
  overloaded: 'Wait for the seconds in Retry-After, then try again.',
}

export interface KnownRefusal {
  readonly code: RefusalCode
  readonly status: number
  readonly msg: string
  readonly advice: string
}

/** The refusals of the contract with our advice, ordered by status. */
export const advised = (codes: readonly RefusalCode[]): KnownRefusal[] =>
  [...new Set(codes)]
    .map((code) => ({ code, ...REFUSALS[code], advice: ADVICE[code] ?? '' }))
    .toSorted((one, other) => one.status - other.status)

/** The refusals of all integrators' calls. */
export const integratorRefusals = (): KnownRefusal[] =>
  advised(INTEGRATOR_CALLS.flatMap(({ endpoint }) => refusalsOf(endpoint)))
