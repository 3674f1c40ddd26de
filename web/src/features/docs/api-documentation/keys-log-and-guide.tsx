import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { isSettled } from '../../../api/is-settled.ts'
import { ApiKeysPanel } from './api-keys-panel.tsx'
import { useApiKeys, useRequestLog } from './api-keys-query.ts'
import { IntegrationGuide } from './integration-guide.tsx'
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
