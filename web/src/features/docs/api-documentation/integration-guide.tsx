import { EXAMPLE_ORDER } from '@galla/contract/api-reference/integrator-examples'
import { checkOrderStatus, createOrder } from '@galla/contract/orders/orders'
import { Link } from 'react-router'
import { Panel } from '../../../components/layout/panel.tsx'
import { paths } from '../../../paths.ts'
import { useUser } from '../../../session/session.tsx'
import { PLACEHOLDER_KEY } from '../guide/guide-context.tsx'
import {
  CHECK_STATUS,
  CheckStatusSection,
  CREATE_ORDER,
  CreateOrderSection,
} from '../guide/sections/order-sections.tsx'
import { ImportantNotes, StatusCodes } from '../guide/sections/rule-sections.tsx'
import {
  ExpectedResponse,
  RetryPolicy,
  SecurityNotes,
  WebhookExample,
  WebhookFields,
  WebhookFormat,
} from '../guide/sections/webhook-sections.tsx'
import { TryCall } from '../guide/try/try-call.tsx'
import css from './api-documentation-page.module.css'

const CREATE = { title: CREATE_ORDER.title, endpoint: createOrder, exampleBody: EXAMPLE_ORDER }
const CHECK = {
  title: CHECK_STATUS.title,
  endpoint: checkOrderStatus,
  exampleBody: { client_txn_id: EXAMPLE_ORDER.client_txn_id },
}

const KEY_NOTES = {
  test: 'Your test key is filled in: paste an example and it works.',
  live: 'Your live key is covered here; what you copy carries it.',
} as const

/** In the order of the product's specification; readable also while the key is not there. */
export function IntegrationGuide({ hasKey }: { hasKey: boolean }) {
  const { mode } = useUser()
  return (
    <Panel
      title="Integration guide"
      note={
        <>
          {hasKey ? KEY_NOTES[mode] : `Put your key in place of ${PLACEHOLDER_KEY}.`} More in the{' '}
          <Link to={paths.docs}>public guide</Link> and the <Link to={paths.apiReference}>API reference</Link>
          .
        </>
      }
    >
      <div className={css.sections}>
        <CreateOrderSection tryIt={<TryCall call={CREATE} />} />
        <CheckStatusSection tryIt={<TryCall call={CHECK} />} />
        <WebhookFormat />
        <WebhookFields />
        <ExpectedResponse />
        <SecurityNotes />
        <WebhookExample />
        <RetryPolicy />
        <ImportantNotes />
        <StatusCodes />
      </div>
    </Panel>
  )
}
