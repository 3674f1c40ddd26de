import { DIALECT_PATHS } from '@galla/contract/gateway-compat/dialects'
import { SETTLING_SECONDS } from '@galla/contract/orders/order-status'
import { Stack } from '@mantine/core'
import { CodeBlock } from '../code/code-sample.tsx'
import { cutepeCode, ekqrCode } from '../code/dialect-code.ts'
import { FORM_RECEIVER_PHP } from '../code/form-receiver.ts'
import { formSample } from '../code/webhook-samples.ts'
import { FAILURE_SWITCH } from '../failure-switch.ts'
import { FactTable } from '../field-table.tsx'
import css from '../guide.module.css'
import { useGuide } from '../guide-context.tsx'
import { GuidePart, GuideSection } from '../guide-section.tsx'
import { MOVING } from './moving-anchor.ts'
import { MovingFacts } from './moving-facts.tsx'
import { SigningSecretHint } from './webhook-sections.tsx'

/** The paths stay as they are. */
const GATEWAYS = [
  {
    name: 'UPIGateway, EKQR v1',
    hosts: 'api.ekqr.in, portal.ekqr.in, merchant.upigateway.com',
    paths: [DIALECT_PATHS.ekqrCreate, DIALECT_PATHS.ekqrCheck],
  },
  {
    name: 'EKQR v2',
    hosts: 'api.ekqr.in, portal.ekqr.in',
    paths: [DIALECT_PATHS.ekqrCreateV2, DIALECT_PATHS.ekqrCheckV2],
  },
  {
    name: 'CutePe',
    hosts: 'merchants.cutepe.com',
    paths: [DIALECT_PATHS.cutepeCreate, DIALECT_PATHS.cutepeCheck],
  },
] as const

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
      <p>
        If your receiver parses JSON instead, choose <strong>UPIGateway / EKQR JSON</strong>: the same names,
        with numbers as numbers.
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
