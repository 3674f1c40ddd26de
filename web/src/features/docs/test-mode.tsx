import { EXAMPLE_SIMULATION } from '@galla/contract/api-reference/integrator-examples'
import { simulatorPay } from '@galla/contract/payment-page/payment-page'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { TEST_MODE } from './chapter-anchors.ts'
import { CodeSample } from './guide/code/code-sample.tsx'
import { callCode } from './guide/code/order-code.ts'
import { FactTable } from './guide/field-table.tsx'
import guide from './guide/guide.module.css'
import { useGuide } from './guide/guide-context.tsx'
import { GuidePart, GuideSection } from './guide/guide-section.tsx'
import { SIMULATED_LIVES, type SimulatedLife } from './guide/sections/simulator-outcomes.ts'

export function TestMode() {
  const target = useGuide()
  return (
    <GuideSection {...TEST_MODE}>
      <p>
        A key that starts with <code>key_test_</code> creates test orders. Test orders have a payment page, a
        QR code and webhooks like live orders, but their UPI ID ends in <code>@gallatest</code>, so no app can
        send money to it. Pay them in the <Link to={paths.simulator}>simulator</Link>, which has a button for
        each outcome.
      </p>
      <FactTable
        caption="Outcomes of the simulator"
        heads={['Button and outcome', 'What happens to the order']}
        rows={Object.entries(SIMULATED_LIVES).map(([outcome, life]) => ({
          key: outcome,
          left: (
            <>
              <strong>{life.button}</strong>
              <span className={guide.small}>
                <code>{outcome}</code>
              </span>
            </>
          ),
          right: (
            <>
              {life.means}
              <span className={guide.limit}>{becomes(life)}</span>
            </>
          ),
        }))}
      />
      <GuidePart id="simulator-call" title="Use the simulator in your tests">
        <p>
          You can also call the simulator. It needs no key. Send it any of the order's <code>upi_intent</code>{' '}
          links.
        </p>
        <CodeSample
          what="Pay a test order"
          samples={callCode({ endpoint: simulatorPay, exampleBody: EXAMPLE_SIMULATION }, target)}
        />
      </GuidePart>
    </GuideSection>
  )
}

const becomes = ({ status, failureReason, paidLate, events }: SimulatedLife): string =>
  [
    `status ${status}`,
    ...(failureReason === null ? [] : [`failureReason ${failureReason}`]),
    ...(paidLate ? ['paidLate true'] : []),
    events.length === 0 ? 'no webhook yet' : `webhook ${events.join(', then ')}`,
  ].join(' · ')
