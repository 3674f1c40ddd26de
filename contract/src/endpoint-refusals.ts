import { type Access, type Endpoint, isNothing } from './endpoint.ts'
import type { RefusalCode } from './refusals.ts'

/** The caller is checked before the body. */
const OF_ACCESS = {
  public: [],
  session: ['too_many_requests', 'not_logged_in', 'totp_setup_required', 'forbidden'],
  operator: ['too_many_requests', 'not_logged_in', 'totp_setup_required', 'forbidden'],
  counter: ['too_many_requests', 'not_logged_in'],
  key: ['too_many_requests', 'bad_key', 'address_not_allowed', 'forbidden'],
} as const satisfies Record<Access, readonly RefusalCode[]>

const OF_A_BODY = ['too_large', 'unsupported_media_type'] as const satisfies RefusalCode[]

/** A path, a query or a body may contain what cannot be read or stored, even where none is expected. */
const OF_ANYTHING_SENT = ['malformed', 'invalid_fields'] as const satisfies RefusalCode[]

/** Any call may meet them. */
const OF_ANY_CALL = ['internal', 'overloaded'] as const satisfies RefusalCode[]

/** Every refusal that a call can give, each once, in the order in which they are checked. */
export const refusalsOf = ({
  auth,
  method,
  params,
  refusals,
  needsConfirmation,
}: Endpoint): readonly RefusalCode[] => {
  const withCookie = auth === 'session' || auth === 'operator' || auth === 'counter'
  return [
    ...new Set<RefusalCode>([
      ...(withCookie && method !== 'GET' ? (['foreign_origin'] as const) : []),
      ...OF_ACCESS[auth],
      ...(method === 'GET' ? [] : OF_A_BODY),
      ...OF_ANYTHING_SENT,
      // An id that cannot exist.
      ...(isNothing(params) ? [] : (['not_found'] as const)),
      ...(needsConfirmation ? (['confirmation_required'] as const) : []),
      ...refusals,
      ...OF_ANY_CALL,
    ]),
  ]
}
