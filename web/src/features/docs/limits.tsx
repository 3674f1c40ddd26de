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
import { CodeSample } from './guide/code/code-sample.tsx'
import { createOnceCode } from './guide/code/order-code.ts'
import { durationWords } from './guide/duration-labels.ts'
import { FactTable } from './guide/field-table.tsx'
import { useGuide } from './guide/guide-context.tsx'
import { GuideSection } from './guide/guide-section.tsx'
import { IDEMPOTENCY, LIMITS } from './places.ts'

export function Idempotency() {
  const guide = useGuide()
  return (
    <GuideSection {...IDEMPOTENCY}>
      <p>
        A call that was cut off may or may not have created an order. Send it with an{' '}
        <code>Idempotency-Key</code> header, 1 to {IDEMPOTENCY_KEY_CHARS_MAX} characters of your own, and
        repeat it without fear: for {IDEMPOTENCY_HOURS} hours the same key gets the first reply again, byte
        for byte. A second call waits while the first runs.
      </p>
      <CodeSample what="Create an order once" samples={createOnceCode(guide)} />
      <p>
        The same key with another body is refused with 422, <code>idempotency_key_reused</code>. A refused
        call keeps nothing. Without the header, <code>client_txn_id</code> alone still guards you: a second
        order with it is a 409, and when the body is the same the reply names the first order's{' '}
        <code>order_id</code> and <code>payment_url</code>.
      </p>
    </GuideSection>
  )
}

const LIMIT_ROWS = [
  [
    'Calls of one key',
    `${API_RATE_PER_SECOND} a second, ${API_RATE_PER_SECOND * API_BURST_SECONDS} at once after a rest. RateLimit-Limit, -Remaining and -Reset show what is left; above the limit the reply is 429 with Retry-After.`,
  ],
  ['Request body', `${BODY_BYTES_MAX / 1024} kB, as JSON or a form`],
  [
    'Amount',
    `₹0.01 to ₹${AMOUNT_RUPEES_MAX.toLocaleString('en-IN', { minimumFractionDigits: 2 })}, at most 2 decimals`,
  ],
  [
    'Payment URL',
    `${durationWords(EXPIRY_SECONDS)}; with expires_in ${durationWords(EXPIRES_IN_SECONDS_MIN)} (${durationWords(EXPIRES_IN_SECONDS_MIN_TEST)} in test mode) to ${durationWords(EXPIRES_IN_SECONDS_MAX)}, which are ${EXPIRES_IN_SECONDS_MAX} seconds`,
  ],
  ['Texts', 'Each field has its own longest length; see the API reference.'],
] as const

export function Limits() {
  return (
    <GuideSection {...LIMITS}>
      <FactTable
        caption="Limits"
        heads={['What', 'How much']}
        rows={LIMIT_ROWS.map(([what, much]) => ({ key: what, left: what, right: much }))}
      />
    </GuideSection>
  )
}
