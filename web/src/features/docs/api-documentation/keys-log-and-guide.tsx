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
  /** Whether the parts above have their final height. */
  readonly isPlaced: boolean
  readonly hasKey: boolean
}

/** Shows each part once all parts above it have their final height, so that no button moves. */
export function KeysLogAndGuide({ isPlaced, hasKey }: KeysLogAndGuideProps) {
  const keys = useApiKeys()
  const log = useRequestLog()
  const areKeysPlaced = isPlaced && isSettled(keys)
  // Set once: a filter loads the log again, and the guide must stay.
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
  test: 'The examples have your test key, so they work as they are.',
  live: 'Your live key is hidden here. Copied examples have the whole key.',
} as const

/** The sections in the order of the specification. Without a key, a placeholder stands in the examples. */
function IntegrationGuide({ hasKey }: { hasKey: boolean }) {
  const { mode } = useUser()
  return (
    <Panel
      title="Integration guide"
      note={
        <>
          {hasKey ? KEY_NOTES[mode] : `Replace ${PLACEHOLDER_KEY} with your key.`} See also the{' '}
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
