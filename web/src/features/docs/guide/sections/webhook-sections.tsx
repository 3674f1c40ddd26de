import {
  EXAMPLE_WEBHOOK,
  WEBHOOK_ANSWER,
  WEBHOOK_ANSWER_UNKNOWN,
} from '@galla/contract/api-reference/integrator-examples'
import { WEBHOOK_FIELDS } from '@galla/contract/api-reference/integrator-fields'
import {
  ATTEMPTS_MAX,
  CONNECT_TIMEOUT_MS,
  EVENT_DAYS,
  FAILING_DAYS_MAX,
  PREVIOUS_SECRET_SECONDS,
  RETRY_DELAYS_SECONDS,
  RETRY_JITTER,
  SECRET_PREFIX,
  TOTAL_TIMEOUT_MS,
  webhookPayload,
} from '@galla/contract/webhooks/webhook'
import { Group, Stack } from '@mantine/core'
import { Link } from 'react-router'
import { SIGNING_SECRET_PATH } from '../../../../paths.ts'
import type { Samples } from '../code/code-language.ts'
import { CodeSample, JsonBlock } from '../code/code-sample.tsx'
import { TOLERANCE_SECONDS, WEBHOOK_CODE } from '../code/webhook-code.ts'
import { CodeName } from '../code-name.tsx'
import { durationLabel, shortDuration } from '../duration-labels.ts'
import { FactTable, FieldTable } from '../field-table.tsx'
import css from '../guide.module.css'
import { useGuide } from '../guide-context.tsx'
import { GuideSection } from '../guide-section.tsx'
import { SOURCE_SWITCH } from '../source-switch.ts'
import { WEBHOOK_PARTS } from './webhook-parts.ts'

/** The dashboard shows each as a section, the public guide as a part of one section. */
interface FrameProps {
  readonly Frame?: typeof GuideSection
}

const HEADERS = [
  [
    'webhook-id',
    'Equals eventId in the body, and is the same in every attempt. If you have seen it before, answer 200 and do nothing.',
  ],
  ['webhook-timestamp', 'The Unix time of this attempt in seconds. The signature covers it.'],
  [
    'webhook-signature',
    'One or more values v1,BASE64, separated by spaces. Each is an HMAC-SHA256 of id.timestamp.body. One match is enough.',
  ],
  ['content-type', 'application/json'],
] as const

export function WebhookFormat({ Frame = GuideSection }: FrameProps) {
  const { webhookUrl } = useGuide()
  return (
    <Frame {...WEBHOOK_PARTS.format}>
      <p>
        When an order succeeds or fails, Galla sends a POST request to{' '}
        {webhookUrl === '' ? 'your webhook URL' : <code>{webhookUrl}</code>}. The signature follows the
        Standard Webhooks specification, so you can also verify it with any Standard Webhooks library.
      </p>
      <JsonBlock title="Body of order.success" json={EXAMPLE_WEBHOOK} />
      <FactTable
        caption="Headers of a webhook"
        heads={['Header', 'Description']}
        rows={HEADERS.map(([name, means]) => ({
          key: name,
          left: <CodeName name={name} />,
          right: means,
        }))}
      />
    </Frame>
  )
}

export function WebhookFields({ Frame = GuideSection }: FrameProps) {
  return (
    <Frame {...WEBHOOK_PARTS.fields}>
      <p>
        Every field is always present. Galla may add fields, so ignore fields that you do not know. The test
        event <code>test.ping</code> has no order and no <code>status</code>.
      </p>
      <p>
        If you turn on <strong>{SOURCE_SWITCH}</strong>, Galla sends <code>source.silent</code> when a phone,
        a mailbox or a provider stops reporting payments, and <code>source.back</code> when it reports them
        again. Both have the same <code>silenceId</code> and no order. The <code>reason</code> is{' '}
        <code>pings</code> (the source stopped sending pings), <code>failing</code> (Galla cannot reach the
        source), <code>payments</code> (other sources reported payments that this one did not) or{' '}
        <code>habit</code> (the source is quiet for longer than usual). Answer {WEBHOOK_ANSWER.status} to
        events that you do not know.
      </p>
      <p>
        Galla sends <code>order.payment_reversed</code> when the bank takes back the payment of an order. It
        has <code>client_txn_id</code>, <code>orderId</code>, <code>utr</code>, <code>amount</code>,{' '}
        <code>reversedAmount</code> and <code>reversedAt</code>, but no <code>status</code>: the order stays{' '}
        <code>success</code>, and you decide what to do in Reconciliation. Galla sends it once and never in
        the formats of other gateways. <code>GET /events</code> lists it.
      </p>
      <FieldTable
        caption="Fields of a webhook"
        schema={webhookPayload}
        descriptions={WEBHOOK_FIELDS}
        direction="received"
      />
    </Frame>
  )
}

export function ExpectedResponse({ Frame = GuideSection }: FrameProps) {
  return (
    <Frame {...WEBHOOK_PARTS.response}>
      <p>
        Answer with HTTP {WEBHOOK_ANSWER.status} within {durationLabel(TOTAL_TIMEOUT_MS / 1000)}. Galla
        ignores the body, but stores its first kilobyte for your logs. Do slow work after you answer.
      </p>
      <JsonBlock title={`${WEBHOOK_ANSWER.status}, accepted`} json={WEBHOOK_ANSWER.body} />
      <p>
        If you do not know the transaction, answer with {WEBHOOK_ANSWER_UNKNOWN.status}. Galla tries again
        later, in case you had not stored the order yet.
      </p>
      <JsonBlock
        title={`${WEBHOOK_ANSWER_UNKNOWN.status}, unknown transaction`}
        json={WEBHOOK_ANSWER_UNKNOWN.body}
      />
    </Frame>
  )
}

export function SecurityNotes({ Frame = GuideSection }: FrameProps) {
  return (
    <Frame {...WEBHOOK_PARTS.security}>
      <Stack component="ul" gap="xs" maw="74ch" pl={20}>
        <li>
          <strong>Verify every signature</strong> over the exact bytes that you received, before you parse
          them. Compare in constant time.
        </li>
        <li>
          <strong>Reject old timestamps.</strong> If the timestamp is more than{' '}
          {durationLabel(TOLERANCE_SECONDS)} away from your clock, the notification may be a replay. Every
          attempt has a new timestamp and signature.
        </li>
        <li>
          <strong>Compare the amount.</strong> Look up the order by <code>client_txn_id</code> and compare the
          amount with the one in the create-order reply.
        </li>
        <li>
          <strong>Expect duplicates</strong>, and events in any order. Once an order is paid, it stays paid.
        </li>
        <li>
          <strong>Keep the API key and the signing secret on your server.</strong> Never put them in an app, a
          web page or a repository.
        </li>
        <li>
          <strong>Rotate without downtime.</strong> After you rotate the signing secret, Galla signs with both
          secrets for {PREVIOUS_SECRET_SECONDS / 3600} hours. A rotated API key also works for that long.
        </li>
        <li>
          <strong>Use https.</strong> In production, Galla calls public addresses only. It does not follow
          redirects.
        </li>
      </Stack>
    </Frame>
  )
}

/** Where to find the signing secret, for every example that needs it. */
export function SigningSecretHint() {
  return (
    <>
      Your signing secret starts with <code>{SECRET_PREFIX}</code>. Find it in the dashboard under{' '}
      <Link to={SIGNING_SECRET_PATH}>Webhook on API Documentation</Link>. Test mode and live mode have
      separate secrets.
    </>
  )
}

export function WebhookExample({
  Frame = GuideSection,
  more = {},
}: FrameProps & { readonly more?: Samples }) {
  return (
    <Frame {...WEBHOOK_PARTS.example}>
      <p>
        These receivers are complete and have no dependencies. <SigningSecretHint /> Set it as{' '}
        <code>GALLA_WEBHOOK_SECRET</code>, start the receiver, save its address in the dashboard as the
        webhook URL, and press Send test.
      </p>
      <CodeSample what="Webhook receiver" samples={{ ...WEBHOOK_CODE, ...more }} />
    </Frame>
  )
}

export function RetryPolicy({ Frame = GuideSection }: FrameProps) {
  const inAll = RETRY_DELAYS_SECONDS.reduce<number>((sum, seconds) => sum + seconds, 0)
  return (
    <Frame {...WEBHOOK_PARTS.retries}>
      <p>
        If your server does not answer with 200, Galla tries again with exponential backoff: {ATTEMPTS_MAX}{' '}
        attempts in {durationLabel(inAll - (inAll % 60))}. Each wait varies by up to {RETRY_JITTER * 100}%, so
        that retries do not all arrive at once.
      </p>
      <Group
        component="ol"
        gap="xs"
        align="stretch"
        className={`plain-list ${css.ladder}`}
        aria-label="Wait before each attempt"
      >
        <li>
          <span>1</span> immediately
        </li>
        {RETRY_DELAYS_SECONDS.map((seconds, i) => (
          <li key={seconds}>
            <span>{i + 2}</span> {shortDuration(seconds)}
          </li>
        ))}
      </Group>
      <Stack component="ul" gap="xs" maw="74ch" pl={20}>
        <li>
          You have {durationLabel(CONNECT_TIMEOUT_MS / 1000)} to accept the connection and{' '}
          {durationLabel(TOTAL_TIMEOUT_MS / 1000)} in total. A redirect is a failure.
        </li>
        <li>
          If your response has a longer <code>Retry-After</code>, Galla waits that long, up to a day.
        </li>
        <li>
          After {FAILING_DAYS_MAX} days with only failures, or after a 410, Galla pauses the webhook and sends
          you an e-mail. It still stores events. Save the webhook URL again, and Galla sends the events that
          waited.
        </li>
        <li>
          Galla keeps events and their attempts for {EVENT_DAYS} days. The details of an order on the Orders
          page show its events.
        </li>
      </Stack>
    </Frame>
  )
}
