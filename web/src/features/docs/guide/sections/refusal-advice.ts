import { INTEGRATOR_CALLS } from '@galla/contract/api-reference/integrator-calls'
import { refusalsOf } from '@galla/contract/endpoint-refusals'
import { BODY_BYTES_MAX } from '@galla/contract/limits'
import { REFUSALS, type RefusalCode } from '@galla/contract/refusals'

/** What to do about each code that an integrator's call can answer. */
const ADVICE: Readonly<Partial<Record<RefusalCode, string>>> = {
  malformed: 'Send valid JSON or a form. Where JSON is broken, msg says in which line and column.',
  invalid_fields: 'Read errors: one sentence for each wrong field, named as you sent it.',
  invalid_upi_link: 'Send one of the upi_intent links of a test order, as it is.',
  bad_key: 'Send the key as a bearer in the Authorization header. A rotated key works for 24 hours more.',
  address_not_allowed: 'The key may be used from some addresses only. Change them in API Documentation.',
  forbidden: 'The key is a restricted one and may not make this call.',
  suspended:
    'Write to support: no order can be made, live or test. Orders that exist go on and can be asked about.',
  order_not_found: 'Check client_txn_id, and whether the key is of the same mode as the order.',
  not_found: 'Check the address.',
  no_account: 'A live order needs a connected account. Test orders need none.',
  quota_exhausted: 'Buy a plan or wait for the next cycle. Test orders need no quota.',
  no_subscription: 'Choose a plan. Test orders need none.',
  no_free_amount: 'Try again in a few minutes, or with another amount.',
  duplicate_client_txn_id:
    'Use a new id for a new order. If the body is the same as the first time, the reply names order_id and payment_url.',
  too_large: `Send less: a body has at most ${BODY_BYTES_MAX / 1024} kB.`,
  unsupported_media_type: 'Send Content-Type: application/json.',
  idempotency_key_reused: 'Use a new Idempotency-Key for another body.',
  too_many_requests: 'Wait the seconds that Retry-After says, then try again.',
  internal: 'Try again with the same Idempotency-Key. If it stays, write to us with the requestId.',
  provider_unavailable: 'Wait the seconds that Retry-After says, then try again with the same client_txn_id.',
  not_payable: 'Create a new order.',
  overloaded: 'Wait the seconds that Retry-After says, then try again.',
}

export interface KnownRefusal {
  readonly code: RefusalCode
  readonly status: number
  readonly msg: string
  readonly advice: string
}

/** As in the contract, with the advice; in the order of the status. */
export const advised = (codes: readonly RefusalCode[]): KnownRefusal[] =>
  [...new Set(codes)]
    .map((code) => ({ code, ...REFUSALS[code], advice: ADVICE[code] ?? '' }))
    .toSorted((one, other) => one.status - other.status)

/** Those of every integrator's call. */
export const integratorRefusals = (): KnownRefusal[] =>
  advised(INTEGRATOR_CALLS.flatMap(({ endpoint }) => refusalsOf(endpoint)))
