import { CUTEPE_STATUS, EKQR_STATUS } from '@galla/contract/gateway-compat/dialect-fields'
import { DIALECT_PATHS } from '@galla/contract/gateway-compat/dialects'
import { SETTLING_SECONDS } from '@galla/contract/orders/order-status'
import { Stack } from '@mantine/core'
import { CodeBlock } from '../code/code-sample.tsx'
import { cutepeCode, ekqrCode } from '../code/dialect-code.ts'
import { FORM_RECEIVER_PHP } from '../code/form-receiver.ts'
import { formSample } from '../code/webhook-samples.ts'
import { CodeName } from '../code-name.tsx'
import { FAILURE_SWITCH } from '../failure-switch.ts'
import { FactTable } from '../field-table.tsx'
import css from '../guide.module.css'
import { useGuide } from '../guide-context.tsx'
import { GuidePart, GuideSection } from '../guide-section.tsx'
import { MOVING } from './moving-anchor.ts'
import { SigningSecretHint } from './webhook-sections.tsx'

/** The paths stay as they are. */
const GATEWAYS = [
  {
    name: 'UPIGateway, EKQR v1',
    hosts: 'api.ekqr.in, merchant.upigateway.com',
    paths: [DIALECT_PATHS.ekqrCreate, DIALECT_PATHS.ekqrCheck],
  },
  { name: 'EKQR v2', hosts: 'api.ekqr.in', paths: [DIALECT_PATHS.ekqrCreateV2, DIALECT_PATHS.ekqrCheckV2] },
  {
    name: 'CutePe',
    hosts: 'the base URL of its plugins',
    paths: [DIALECT_PATHS.cutepeCreate, DIALECT_PATHS.cutepeCheck],
  },
] as const

const STATUS_ROWS = (['created', 'pending', 'success', 'failed'] as const).map((status) => ({
  key: status,
  left: <CodeName name={status} />,
  right: (
    <>
      EKQR <code>{EKQR_STATUS[status]}</code>, CutePe <code>{CUTEPE_STATUS[status]}</code>
    </>
  ),
}))

/** For merchants with a working integration who do not want to change its code. */
export function Moving() {
  const { origin, key } = useGuide()
  return (
    <GuideSection {...MOVING}>
      <p>
        A client for UPIGateway, EKQR or CutePe works without code changes: give it your key and a new host
        name. The fields, replies and status values are the same. These calls create the same orders as
        Galla's own calls, so you can use both side by side.
      </p>
      <p>
        Keep the paths. Change the host to <code>{origin}</code>.
      </p>
      <FactTable
        caption="Calls of other gateways that work here"
        heads={['Gateway', 'Paths']}
        rows={GATEWAYS.map(({ name, hosts, paths }) => ({
          key: name,
          left: (
            <>
              <strong>{name}</strong>
              <span className={css.small}>{hosts}</span>
            </>
          ),
          right: paths.map((path) => (
            <div key={path}>
              <code>{path}</code>
            </div>
          )),
        }))}
      />
      <GuidePart id="moving-steps" title="In five steps">
        <Stack component="ol" gap="xs" maw="74ch" pl={20}>
          <li>
            Replace the host name, and replace the old key with your test key. EKQR clients send it as{' '}
            <code>key</code> in the body, CutePe clients as <code>Authorization: Bearer</code>.
          </li>
          <li>
            Save your existing webhook URL on the API Documentation page. Notifications automatically have the
            format of the calls that you make. To use one format always, choose it there.
          </li>
          <li>Create an order and pay it in the simulator. Your receiver gets the form that it expects.</li>
          <li>Connect your merchant account and replace the test key with your live key.</li>
          <li>
            When you have time, verify the signature in the headers of every notification. The other gateways
            do not sign theirs.
          </li>
        </Stack>
        <CodeBlock title="Create an EKQR order with curl" language="curl" text={ekqrCode({ origin, key })} />
        <CodeBlock
          title="Create a CutePe order with curl"
          language="curl"
          text={cutepeCode({ origin, key })}
        />
      </GuidePart>
      <MovingFacts />
      <MovingWebhook />
    </GuideSection>
  )
}

function MovingFacts() {
  const { origin } = useGuide()
  return (
    <GuidePart id="moving-facts" title="What to know">
      <Stack component="ul" gap="xs" maw="74ch" pl={20}>
        <li>
          Replies are always HTTP 200. A refused call returns <code>status: false</code> and a{' '}
          <code>msg</code> (EKQR), or <code>status: error</code> and a <code>message</code> (CutePe). This
          includes the rate limit and your plan. <code>error_code</code> has a stable code for programs.
        </li>
        <li>
          EKQR's <code>order_id</code> is a positive integer that fits a signed 32-bit column. It is unique
          among your orders, but not sequential. <code>bhim_link</code> is a plain <code>upi://pay?...</code>{' '}
          link that opens any UPI app.
        </li>
        <li>
          If you reuse a <code>client_txn_id</code>, the call is refused with 'Client Transaction ID already
          exists' and creates no second order. It must be unique forever, not only within a day.{' '}
          <code>txn_date</code> is optional and can have any format.
        </li>
        <li>
          Amounts can be text or numbers. Customer fields, purpose and redirect can be empty. Galla ignores
          invalid e-mail addresses and mobile numbers, and unknown fields. CutePe's create-order accepts{' '}
          <code>txn_id</code> or <code>client_txn_id</code>.
        </li>
        <li>
          After a declined payment, the payment page offers Retry until the order expires. Until then, status
          checks return <code>scanning</code> or <code>PENDING</code>. Afterwards they return{' '}
          <code>failure</code>, and the page redirects to your <code>redirect_url</code>, as it does when an
          order expires. Customers who want
          to leave earlier can choose Go Back, which ends the order as a failure at once. A payment that arrives
          all the same still makes it a <code>success</code>.
        </li>
        <li>
          If your Android app shows the page in a WebView and injects an object named <code>Interface</code>,
          the page calls <code>paymentResponse(client_txn_id, txn_id)</code> when the order is paid, and{' '}
          <code>errorResponse()</code> when it failed, expired or the customer left. Check the status in both.
        </li>
        <li>
          The redirect appends <code>client_txn_id</code> and the integer <code>txn_id</code> (EKQR), or{' '}
          <code>status</code>, <code>order_id</code>, <code>txn_id</code> and <code>hash</code> (CutePe). Do
          not trust these values: check the status.
        </li>
        <li>
          Galla also serves EKQR's browser script. Load <code>{origin}/ekqr_sdk.js</code>, and{' '}
          <code>
            new EKQR({'{'} sessionId, callbacks {'}'}).pay()
          </code>{' '}
          works as before with the <code>session_id</code> of a v2 order. If you have a
          Content-Security-Policy, allow this host in <code>script-src</code> and <code>connect-src</code>,
          and allow <code>img-src data:</code>. Deliver when your server receives the webhook, not on{' '}
          <code>onSuccess</code>.
        </li>
        <li>
          Galla does not know the open orders of your old gateway. Let the old gateway complete them. Start
          with one shop.
        </li>
      </Stack>
      <FactTable caption="Status values" heads={['Galla', 'Other gateways']} rows={STATUS_ROWS} />
    </GuidePart>
  )
}

function MovingWebhook() {
  return (
    <GuidePart id="moving-webhook" title="The webhook as a form">
      <p>
        Galla sends one notification with <code>success</code> when the order is paid. It does not send
        failures, because some receivers treat every notification as a payment. If your receiver reads the
        status, turn on <strong>{FAILURE_SWITCH}</strong> under Format on the API Documentation page. Galla
        then sends <code>failure</code> {SETTLING_SECONDS.live} seconds after the order expires without a
        payment. If a payment arrives later, Galla still sends a <code>success</code>, so do not treat a
        failure as final.
      </p>
      <p>
        You need <strong>{FAILURE_SWITCH}</strong> if you wait for the webhook alone: a wallet, a bot or a
        queue that keeps an order pending until it is notified would wait for ever. You do not need it if you
        check the status when the customer returns and again after the order's window.
      </p>
      <CodeBlock title="Fields of an EKQR notification" text={formSample('ekqr')} language="curl" />
      <p>
        The headers of every form have a signature over the raw form. Verify it. <SigningSecretHint /> Set it
        as <code>GALLA_WEBHOOK_SECRET</code> when you start this receiver.
      </p>
      <CodeBlock title="A receiver for forms, in PHP" text={FORM_RECEIVER_PHP} language="php" />
      <p>
        In Node, <code>verifyWebhookForm</code> of the SDK does the same.
      </p>
    </GuidePart>
  )
}
