import { EXAMPLE_WEBHOOK } from '@galla/contract/api-reference/integrator-examples'
import { EXPIRY_SECONDS } from '@galla/contract/orders/order-status'
import { Stack } from '@mantine/core'
import { Link } from 'react-router'
import { lazyPart } from '../../components/overlay/lazy-part.tsx'
import { paths, SIGNING_SECRET_PATH } from '../../paths.ts'
import css from './docs-page.module.css'
import { CodeBlock, CodeSample } from './guide/code/code-sample.tsx'
import { checkStatusCode, createOrderCode, QUICKSTART_ID } from './guide/code/order-code.ts'
import { durationLabel } from './guide/duration-labels.ts'
import { useGuide } from './guide/guide-context.tsx'
import { GuideSection } from './guide/guide-section.tsx'
import { WEBHOOK_PARTS } from './guide/sections/webhook-parts.ts'

export const QUICKSTART = { id: 'quickstart', title: 'Five-minute quickstart' }

const QuickstartReceiver = lazyPart(
  async () => (await import('./quickstart-receiver.tsx')).QuickstartReceiver,
  {
    failed: 'The receiver could not be loaded',
  },
)

const { event, amount, status, utr } = EXAMPLE_WEBHOOK
/** What the receiver prints of the example order. */
const PRINTED = JSON.stringify({ event, client_txn_id: QUICKSTART_ID, amount, status, utr, verified: true })

export function Quickstart() {
  const guide = useGuide()
  return (
    <GuideSection {...QUICKSTART}>
      <Stack component="ol" gap="lg" className={`plain-list ${css.steps}`}>
        <li>
          <p>
            <Link to={paths.register}>Register</Link> and log in. You start in test mode: no bank account, no
            plan, no real money.
          </p>
        </li>
        <li>
          <p>
            Copy your test key from <Link to={paths.apiDocumentation}>API Documentation</Link>. It starts with{' '}
            <code>key_test_</code>.
          </p>
        </li>
        <li>
          <p>Create an order with it.</p>
          <CodeSample what="Quickstart: create an order" samples={createOrderCode(guide, QUICKSTART_ID)} />
          <p>
            Each order needs its own <code>client_txn_id</code>.
          </p>
        </li>
        <li>
          <p>
            Open the <code>payment_url</code> from the reply and choose Pay in the simulator. The simulator is
            a UPI app that moves no real money. The page expires after {durationLabel(EXPIRY_SECONDS)}; send{' '}
            <code>expires_in</code> to change that.
          </p>
        </li>
        <li>
          <p>
            Check the order's status. It is now <code>success</code>, and the reply has the payment's UTR.
          </p>
          <CodeSample what="Quickstart: check the status" samples={checkStatusCode(guide, QUICKSTART_ID)} />
        </li>
        <ReceiverSteps />
      </Stack>
    </GuideSection>
  )
}

/** How to receive webhooks instead of polling. */
function ReceiverSteps() {
  return (
    <>
      <li>
        <p>
          Receive webhooks instead of polling. This receiver prints every notification. Start it with your
          signing secret from <Link to={SIGNING_SECRET_PATH}>Webhook on API Documentation</Link>.
        </p>
        <QuickstartReceiver />
      </li>
      <li>
        <p>
          Save the receiver's address there as the webhook URL and press Send test.{' '}
          <Link to={paths.webhooks}>Webhooks</Link> shows your receiver's response, 200. If Galla runs on your
          own machine, use <code>http://localhost:4000/webhook</code>. If it runs elsewhere, use{' '}
          <code>galla listen</code> from the SDK to forward events to your machine.
        </p>
      </li>
      <li>
        <p>Create and pay another order. The receiver prints:</p>
        <CodeBlock title="Output of the receiver" text={PRINTED} language="json" />
        <p>
          In production, look up the order and compare the amount before you deliver. The{' '}
          <a href={`#${WEBHOOK_PARTS.example.id}`}>example receivers</a> show how.
        </p>
      </li>
    </>
  )
}
