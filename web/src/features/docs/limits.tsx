import { AMOUNT_RUPEES_MAX } from '@galla/contract/fields'
import {
  API_BURST_SECONDS,
  API_RATE_PER_SECOND,
  BODY_BYTES_MAX,
  IDEMPOTENCY_HOURS,
  IDEMPOTENCY_KEY_CHARS_MAX,
} from '@galla/contract/limits'
import {
  EXPIRES_IN_SECONDS_MAX,
  EXPIRES_IN_SECONDS_MIN,
  EXPIRES_IN_SECONDS_MIN_TEST,
  EXPIRY_SECONDS,
} from '@galla/contract/orders/order-status'
import { IDEMPOTENCY, LIMITS } from './chapter-anchors.ts'
import { CodeSample } from './guide/code/code-sample.tsx'
import { createOnceCode } from './guide/code/order-code.ts'
import { durationLabel } from './guide/duration-labels.ts'
import { FactTable } from './guide/field-table.tsx'
import { useGuide } from './guide/guide-context.tsx'
import { GuideSection } from './guide/guide-section.tsx'

export function Idempotency() {
  const guide = useGuide()
  return (
    <GuideSection {...IDEMPOTENCY}>
      <p>
        If the connection breaks during a call, you cannot know whether an order was created. Send an{' '}
        <code>Idempotency-Key</code> header with 1 to {IDEMPOTENCY_KEY_CHARS_MAX} characters of your choice,
        and you can safely repeat the call. For {IDEMPOTENCY_HOURS} hours, the same key returns the first
        reply again, byte for byte. If the first call is still running, the second one waits for it.
      </p>
      <CodeSample what="Create an order once" samples={createOnceCode(guide)} />
      <p>
        The same key with a different body returns a 422 with <code>idempotency_key_reused</code>. Replies to
        refused calls are not stored. Without the header, <code>client_txn_id</code> still protects you: a
        second order with the same one returns a 409. If the body is the same too, that reply has the first
        order's <code>order_id</code> and <code>payment_url</code>.
      </p>
    </GuideSection>
  )
}

const LIMIT_ROWS = [
  [
    'Calls per key',
    `${API_RATE_PER_SECOND} per second, with bursts of up to ${API_RATE_PER_SECOND * API_BURST_SECONDS}. The headers RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset show what is left. Above the limit, the reply is 429 with Retry-After.`,
  ],
  ['Request body', `${BODY_BYTES_MAX / 1024} kB, as JSON or a form`],
  [
    'Amount',
    `₹0.01 to ₹${AMOUNT_RUPEES_MAX.toLocaleString('en-IN', { minimumFractionDigits: 2 })}, at most 2 decimals`,
  ],
  [
    'Payment URL',
    `Expires after ${durationLabel(EXPIRY_SECONDS)}. With expires_in: after ${durationLabel(EXPIRES_IN_SECONDS_MIN)} (${durationLabel(EXPIRES_IN_SECONDS_MIN_TEST)} in test mode) to ${durationLabel(EXPIRES_IN_SECONDS_MAX)} (${EXPIRES_IN_SECONDS_MAX} seconds)`,
  ],
  ['Text fields', 'Each field has its own maximum length. See the API reference.'],
] as const

export function Limits() {
  return (
    <GuideSection {...LIMITS}>
      <FactTable
        caption="Limits"
        heads={['Limit', 'Value']}
        rows={LIMIT_ROWS.map(([what, much]) => ({ key: what, left: what, right: much }))}
      />
    </GuideSection>
  )
}
