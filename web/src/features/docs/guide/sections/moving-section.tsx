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
import { MOVING } from './moving-place.ts'
import { SigningSecretPlace } from './webhook-sections.tsx'

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

/** For merchants with a working integration who want to change no line of it. */
export function Moving() {
  const { origin, key } = useGuide()
  return (
    <GuideSection {...MOVING}>
      <p>
        A client that was written for UPIGateway, EKQR or CutePe works as it is: give it your key and another
        host name. Same fields, same replies, same words. Behind them stand the same orders as behind our own
        calls, so both can be used side by side.
      </p>
      <p>
        The paths stay. The host becomes <code>{origin}</code>.
      </p>
      <FactTable
        caption="Calls of other gateways that work here"
        heads={['Gateway', 'Paths that stay']}
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
            Replace the host name, and the old key by your test key: in the body as <code>key</code> for EKQR,
            as <code>Authorization: Bearer</code> for CutePe.
          </li>
          <li>
            Save the webhook URL that you have on the API Documentation page. The form of its notifications
            follows the calls by itself; choose a format there to fix it.
          </li>
          <li>Create an order and pay it in the simulator. Your receiver gets the form it knows.</li>
          <li>Connect your merchant account and put your live key in place of the test key.</li>
          <li>
            When you have time, verify the signature that every notification carries in its headers. It is
            what the others never had.
          </li>
        </Stack>
        <CodeBlock title="An EKQR order, by curl" language="curl" text={ekqrCode({ origin, key })} />
        <CodeBlock title="A CutePe order, by curl" language="curl" text={cutepeCode({ origin, key })} />
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
          Replies are always HTTP 200. What is refused says <code>status: false</code> and a <code>msg</code>{' '}
          (EKQR), or <code>status: error</code> and a <code>message</code> (CutePe), also when it is about the
          rate limit or your plan. A stable word for programs stands in <code>error_code</code>.
        </li>
        <li>
          EKQR's <code>order_id</code> is a positive integer that fits a signed 32-bit column, unique among
          your orders and in no order. <code>bhim_link</code> is a plain <code>upi://pay?...</code> link that
          any UPI app opens.
        </li>
        <li>
          A <code>client_txn_id</code> that was used is refused with 'Client Transaction ID already exists',
          and makes no second order. It is unique for ever, not for a day: <code>txn_date</code> may be sent
          in any form, and is not needed.
        </li>
        <li>
          Amounts may be text or numbers; customer fields, purpose and redirect may be empty. An e-mail
          address that is none is left out. Fields that we do not know are ignored. CutePe's create-order
          takes <code>txn_id</code> or <code>client_txn_id</code>.
        </li>
        <li>
          After a declined payment the customer is offered Retry until the window closes, and so long a client
          that asks hears <code>scanning</code> or <code>PENDING</code>. Then it hears <code>failure</code>,
          and the page goes back to your <code>redirect_url</code>, as it does after an expiry. A customer who
          gives up earlier takes Go Back.
        </li>
        <li>
          An Android app that shows the page in a WebView and injects an object named <code>Interface</code>{' '}
          gets <code>paymentResponse(client_txn_id, txn_id)</code> when the order is paid, and{' '}
          <code>errorResponse()</code> when it failed, expired or was left. Ask for the status in both.
        </li>
        <li>
          The redirect appends <code>client_txn_id</code> and the integer <code>txn_id</code> (EKQR), or{' '}
          <code>status</code>, <code>order_id</code>, <code>txn_id</code> and <code>hash</code> (CutePe).
          Believe none of it before you have asked.
        </li>
        <li>
          EKQR's browser script has its place here too: load <code>{origin}/ekqr_sdk.js</code> and{' '}
          <code>
            new EKQR({'{'} sessionId, callbacks {'}'}).pay()
          </code>{' '}
          works as before, with the <code>session_id</code> of a v2 order. A Content-Security-Policy has to
          allow this host in <code>script-src</code> and <code>connect-src</code>, and{' '}
          <code>img-src data:</code>. Deliver when your server receives the webhook, not on{' '}
          <code>onSuccess</code>.
        </li>
        <li>
          Orders that the old gateway has open are unknown here: let it finish them, and move one shop first.
        </li>
      </Stack>
      <FactTable caption="Status words" heads={['Ours', 'Theirs']} rows={STATUS_ROWS} />
    </GuidePart>
  )
}

function MovingWebhook() {
  return (
    <GuidePart id="moving-webhook" title="The webhook as a form">
      <p>
        It comes once when the order is paid, with <code>success</code>. Failures are not sent, since some
        receivers take every notification for a payment. If yours reads the status, turn on{' '}
        <strong>{FAILURE_SWITCH}</strong> under Format on the API Documentation page: then{' '}
        <code>failure</code> comes {SETTLING_SECONDS.live} seconds after the window has closed without a
        payment. Money that comes later is still sent as a <code>success</code>, so a failure must not be
        final in your books.
      </p>
      <CodeBlock title="Fields of an EKQR notification" text={formSample('ekqr')} language="curl" />
      <p>
        Every form is signed in its headers, over the form as it came: verify it. <SigningSecretPlace /> Start
        this receiver with it in <code>GALLA_WEBHOOK_SECRET</code>.
      </p>
      <CodeBlock title="A receiver for forms, in PHP" text={FORM_RECEIVER_PHP} language="php" />
      <p>
        In Node, <code>verifyWebhookForm</code> of the SDK does the same.
      </p>
    </GuidePart>
  )
}
