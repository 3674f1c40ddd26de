import { EXPIRY_SECONDS } from '@galla/contract/order-status'
import { Link } from 'react-router'
import { CodeBlock, CodeSample } from '../../guide/code-sample.tsx'
import { durationWords } from '../../guide/duration-words.ts'
import { useGuide } from '../../guide/guide-context.tsx'
import { GuideSection } from '../../guide/guide-section.tsx'
import { checkStatusCode, createOrderCode } from '../../guide/order-code.ts'
import { WEBHOOK_PARTS } from '../../guide/webhook-sections.tsx'
import { paths } from '../../paths.ts'
import css from './docs-page.module.css'

export const QUICKSTART = { id: 'quickstart', title: 'Five-minute quickstart' }

export function Quickstart() {
  const guide = useGuide()
  return (
    <GuideSection {...QUICKSTART}>
      <ol className={css.steps}>
        <li>
          <p>
            <Link to={paths.register}>Register</Link> and log in. You start in test mode: no bank account, no
            plan, no real money.
          </p>
        </li>
        <li>
          <p>
            Copy your test key from <Link to={paths.apiDocumentation}>API Documentation</Link>. It begins with{' '}
            <code>key_test_</code>.
          </p>
        </li>
        <li>
          <p>Create an order with it.</p>
          <CodeSample what="Quickstart: create an order" samples={createOrderCode(guide)} />
          <p>
            Made it already? A second order wants a <code>client_txn_id</code> of its own; the same call again
            is answered 409, with the first order's <code>payment_url</code>.
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
            Ask what became of it: <code>status</code> is <code>success</code>, with a UTR.
          </p>
          <CodeSample what="Quickstart: check the status" samples={checkStatusCode(guide)} />
        </li>
        <li>
          <p>
            Let us tell you instead of asking. Save the{' '}
            <a href={`#${WEBHOOK_PARTS.example.id}`}>receiver for Node</a> as <code>receiver.mjs</code>, and
            start it with your signing secret, which stands beside the webhook URL in{' '}
            <Link to={paths.apiDocumentation}>API Documentation</Link>.
          </p>
          <CodeBlock
            title="Quickstart: start the receiver"
            text="GALLA_WEBHOOK_SECRET='whsec_...' node receiver.mjs"
            language="curl"
          />
        </li>
        <li>
          <p>
            Save the address of your receiver as the webhook URL there, and press Send test: the signature is
            verified, the answer is 200, and both stand in <Link to={paths.webhooks}>Webhooks</Link>. A Galla
            on your own machine reaches <code>http://localhost:4000/webhook</code>. From one elsewhere,{' '}
            <code>galla listen</code>, which comes with the SDK in Galla's repository, fetches your test
            events and passes them on.
          </p>
        </li>
      </ol>
    </GuideSection>
  )
}
