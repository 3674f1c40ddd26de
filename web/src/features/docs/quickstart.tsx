import { EXAMPLE_WEBHOOK } from '@galla/contract/api-reference/integrator-examples'
import { EXPIRY_SECONDS } from '@galla/contract/orders/order-status'
import { Stack } from '@mantine/core'
import { Link } from 'react-router'
import { lazyPart } from '../../components/overlay/lazy-part.tsx'
import { paths, SIGNING_SECRET_PATH } from '../../paths.ts'
import css from './docs-page.module.css'
import { CodeBlock, CodeSample } from './guide/code/code-sample.tsx'
import { checkStatusCode, createOrderCode } from './guide/code/order-code.ts'
import { durationWords } from './guide/duration-labels.ts'
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

const { event, client_txn_id, amount, status, utr } = EXAMPLE_WEBHOOK
/** What the receiver prints of the example order. */
const PRINTED = JSON.stringify({ event, client_txn_id, amount, status, utr, verified: true })

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
          <CodeSample what="Quickstart: create an order" samples={createOrderCode(guide)} />
          <p>
            A second order wants another <code>client_txn_id</code>.
          </p>
        </li>
        <li>
          <p>
            Open the <code>payment_url</code> of the reply and choose Pay in the simulator. It is a UPI app
            that pays with play money. The page is open for {durationWords(EXPIRY_SECONDS)}; send{' '}
            <code>expires_in</code> if you need more.
          </p>
        </li>
        <li>
          <p>
            Check its status: <code>status</code> is <code>success</code>, with a UTR.
          </p>
          <CodeSample what="Quickstart: check the status" samples={checkStatusCode(guide)} />
        </li>
        <ReceiverSteps />
      </Stack>
    </GuideSection>
  )
}

/** How to be notified instead of asking. */
function ReceiverSteps() {
  return (
    <>
      <li>
        <p>
          Let us notify you instead. This receiver prints every payment that it is notified of. Start it with
          the signing secret, which stands under{' '}
          <Link to={SIGNING_SECRET_PATH}>Webhook on API Documentation</Link>.
        </p>
        <QuickstartReceiver />
      </li>
      <li>
        <p>
          Save its address there as the webhook URL, and press Send test: the answer, 200, stands in{' '}
          <Link to={paths.webhooks}>Webhooks</Link>. A Galla on your own machine reaches{' '}
          <code>http://localhost:4000/webhook</code>; from one elsewhere, <code>galla listen</code> of the SDK
          passes events on.
        </p>
      </li>
      <li>
        <p>Create and pay another order. The receiver prints it:</p>
        <CodeBlock title="Printed by the receiver" text={PRINTED} language="json" />
        <p>
          Before you deliver, a receiver looks the order up and compares the amount, as the{' '}
          <a href={`#${WEBHOOK_PARTS.example.id}`}>example receivers</a> do.
        </p>
      </li>
    </>
  )
}
