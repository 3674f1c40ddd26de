import { EXAMPLE_ORDER } from '@galla/contract/api-reference/integrator-examples'
import { checkOrderStatus, createOrder } from '@galla/contract/orders/orders'
import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { isSettled } from '../../../api/is-settled.ts'
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
import { ApiKeysPanel } from './api-keys-panel.tsx'
import { useApiKeys, useRequestLog } from './api-keys-query.ts'
import { KEYS, REQUESTS } from './part-anchors.ts'
import { RequestLogPanel } from './request-log-panel.tsx'

interface KeysLogAndGuideProps {
  /** Whether what stands above has its height. */
  readonly isPlaced: boolean
  readonly hasKey: boolean
}

/** Each part shows once all above it have their height, so that nothing that can be pressed moves. */
export function KeysLogAndGuide({ isPlaced, hasKey }: KeysLogAndGuideProps) {
  const keys = useApiKeys()
  const log = useRequestLog()
  const areKeysPlaced = isPlaced && isSettled(keys)
  // Once: a filter of the log asks again, and the guide stays.
  const [isLogPlaced, setLogPlaced] = useState(false)
  if (!isLogPlaced && isSettled(log.requests)) setLogPlaced(true)
  return (
    <>
      <div id={KEYS.id} style={{ scrollMarginTop: 12 }}>
        {isPlaced ? <ApiKeysPanel list={keys} /> : <Skeleton h={220} radius="lg" />}
      </div>
      <div id={REQUESTS.id} style={{ scrollMarginTop: 12 }}>
        {areKeysPlaced ? <RequestLogPanel log={log} /> : <Skeleton h={320} radius="lg" />}
      </div>
      {areKeysPlaced && isLogPlaced && <IntegrationGuide hasKey={hasKey} />}
    </>
  )
}

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
function IntegrationGuide({ hasKey }: { hasKey: boolean }) {
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
