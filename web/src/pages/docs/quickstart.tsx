import { Link } from 'react-router'
import { CodeSample } from '../../guide/code-sample.tsx'
import { useGuide } from '../../guide/guide-context.tsx'
import { GuideSection } from '../../guide/guide-section.tsx'
import { checkStatusCode, createOrderCode } from '../../guide/order-code.ts'
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
        </li>
        <li>
          <p>
            Open the <code>payment_url</code> of the reply and choose Pay in the simulator. It is a UPI app
            that pays with play money.
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
            Let us tell you instead of asking: <a href="#webhooks">set up a webhook</a>.
          </p>
        </li>
      </ol>
    </GuideSection>
  )
}
