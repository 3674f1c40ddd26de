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
import { durationWords, shortDuration } from '../duration-labels.ts'
import { FactTable, FieldTable } from '../field-table.tsx'
import css from '../guide.module.css'
import { useGuide } from '../guide-context.tsx'
import { GuideSection } from '../guide-section.tsx'
import { SOURCE_SWITCH } from '../source-switch.ts'
import { WEBHOOK_PARTS } from './webhook-parts.ts'

/** The dashboard shows each as a section, the public guide as parts of one. */
interface FrameProps {
  readonly Frame?: typeof GuideSection
}

const HEADERS = [
  [
    'webhook-id',
    'The same in every attempt, and the eventId of the body. Seen before: answer 200 and do nothing.',
  ],
  ['webhook-timestamp', 'Unix seconds of this attempt. It is part of what is signed.'],
  [
    'webhook-signature',
    'One or more of v1,BASE64 with a space between: HMAC-SHA256 of id.timestamp.body. Any one that fits is enough.',
  ],
  ['content-type', 'application/json'],
] as const

export function WebhookFormat({ Frame = GuideSection }: FrameProps) {
  const { webhookUrl } = useGuide()
  return (
    <Frame {...WEBHOOK_PARTS.format}>
      <p>
        When an order succeeds or fails, we send a POST to{' '}
        {webhookUrl === '' ? 'your webhook URL' : <code>{webhookUrl}</code>}. It is signed by the Standard
        Webhooks specification, so any of its libraries verifies it too.
      </p>
      <JsonBlock title="Body of order.success" json={EXAMPLE_WEBHOOK} />
      <FactTable
        caption="Headers of a webhook"
        heads={['Header', 'What it is']}
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
        Every field is always there. New ones may be added, so ignore what you do not know. The test event{' '}
        <code>test.ping</code> has no order and no <code>status</code>.
      </p>
      <p>
        Where you turn on <strong>{SOURCE_SWITCH}</strong>, <code>source.silent</code> says that a phone, a
        mailbox or a provider no longer reports payments, and <code>source.back</code> that it does again.
        Both have the same <code>silenceId</code>, and no order. The <code>reason</code> is <code>pings</code>{' '}
        (they stay out), <code>failing</code> (Galla cannot reach it), <code>payments</code> (other sources
        reported payments that it did not) or <code>habit</code> (it is quiet for longer than usual). Answer{' '}
        {WEBHOOK_ANSWER.status} to events that you do not know.
      </p>
      <p>
        <code>order.payment_reversed</code> says that the bank took the payment of an order back. It has{' '}
        <code>client_txn_id</code>, <code>orderId</code>, <code>utr</code>, <code>amount</code>,{' '}
        <code>reversedAmount</code> and <code>reversedAt</code>, but no <code>status</code>: the order stays{' '}
        <code>success</code>, and you decide in Reconciliation. It is sent once, never in the formats of other
        gateways, and <code>GET /events</code> lists it.
      </p>
      <FieldTable
        caption="Fields of a webhook"
        schema={webhookPayload}
        words={WEBHOOK_FIELDS}
        direction="received"
      />
    </Frame>
  )
}

export function ExpectedResponse({ Frame = GuideSection }: FrameProps) {
  return (
    <Frame {...WEBHOOK_PARTS.response}>
      <p>
        Answer HTTP {WEBHOOK_ANSWER.status} within {durationWords(TOTAL_TIMEOUT_MS / 1000)}. The body is for
        your own logs: we keep its first kilobyte. Do slow work after you have answered.
      </p>
      <JsonBlock title={`${WEBHOOK_ANSWER.status}, taken`} json={WEBHOOK_ANSWER.body} />
      <p>
        If you do not know the transaction, say so. We try again later, in case your own order was not stored
        yet.
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
          <strong>Verify every signature</strong>, over the exact bytes that came and before you parse them.
          Compare in constant time.
        </li>
        <li>
          <strong>Refuse old timestamps.</strong> More than {durationWords(TOLERANCE_SECONDS)} away from your
          clock, a notification may be a copy. Every attempt is signed afresh.
        </li>
        <li>
          <strong>Compare the amount</strong> with what create-order answered, and look the order up by{' '}
          <code>client_txn_id</code>.
        </li>
        <li>
          <strong>Expect the same news twice</strong>, and in any order. Once paid is paid.
        </li>
        <li>
          <strong>Keep the API key and the signing secret on your server.</strong> Never in an app, a web page
          or a repository.
        </li>
        <li>
          <strong>Rotate without a gap.</strong> After a new signing secret both sign for{' '}
          {PREVIOUS_SECRET_SECONDS / 3600} hours. A rotated API key works as long.
        </li>
        <li>
          <strong>Use https.</strong> In production we call public addresses only, and follow no redirect.
        </li>
      </Stack>
    </Frame>
  )
}

/** For wherever an example asks for it. */
export function SigningSecretPlace() {
  return (
    <>
      Your signing secret starts with <code>{SECRET_PREFIX}</code> and is shown in the dashboard, under{' '}
      <Link to={SIGNING_SECRET_PATH}>Webhook on API Documentation</Link>: one of test and one of live mode.
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
        A whole receiver without any dependency. <SigningSecretPlace /> Start the receiver with it in{' '}
        <code>GALLA_WEBHOOK_SECRET</code>, save its address there as the webhook URL, and press Send test.
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
        Anything but a 200 is tried again with exponential backoff: {ATTEMPTS_MAX} attempts in{' '}
        {durationWords(inAll - (inAll % 60))}, each wait moved by up to {RETRY_JITTER * 100} % so that not
        everything comes at once.
      </p>
      <Group
        component="ol"
        gap="xs"
        align="stretch"
        className={`plain-list ${css.ladder}`}
        aria-label="Waits before each attempt"
      >
        <li>
          <span>1</span> at once
        </li>
        {RETRY_DELAYS_SECONDS.map((seconds, i) => (
          <li key={seconds}>
            <span>{i + 2}</span> {shortDuration(seconds)}
          </li>
        ))}
      </Group>
      <Stack component="ul" gap="xs" maw="74ch" pl={20}>
        <li>
          You have {durationWords(CONNECT_TIMEOUT_MS / 1000)} to accept the connection and{' '}
          {durationWords(TOTAL_TIMEOUT_MS / 1000)} in all. A redirect counts as a failure.
        </li>
        <li>
          A longer <code>Retry-After</code> is obeyed, up to a day.
        </li>
        <li>
          After {FAILING_DAYS_MAX} days of nothing but failures, or at a 410, we pause the webhook and write
          you an e-mail. News goes on being stored; save the webhook URL again and what waited is sent.
        </li>
        <li>
          Events and their attempts are kept for {EVENT_DAYS} days. An order's own stand in its details on the
          Orders page.
        </li>
      </Stack>
    </Frame>
  )
}
