import { Skeleton } from '@mantine/core'
import { Link } from 'react-router'
import { page as errors } from '../../../../../docs/guide/errors.md'
import { page as orders } from '../../../../../docs/guide/orders.md'
import { page as webhooks } from '../../../../../docs/guide/webhooks.md'
import { isSettled } from '../../../api/is-settled.ts'
import { Panel } from '../../../components/layout/panel.tsx'
import { paths } from '../../../paths.ts'
import { useUser } from '../../../session/session.tsx'
import { GuideSection } from '../guide/guide-section.tsx'
import { PLACEHOLDER_KEY } from '../guide/guide-shape.ts'
import css from './api-documentation-page.module.css'
import { ApiKeysPanel } from './api-keys-panel.tsx'
import { useApiKeys } from './api-keys-query.ts'
import { GUIDE_PARTS, KEYS } from './part-anchors.ts'

const ALL = [orders, webhooks, errors].flatMap(({ sections }) => sections)
const SECTIONS = GUIDE_PARTS.flatMap((part) => ALL.find(({ id }) => id === part.id) ?? [])

interface KeysAndGuideProps {
  /** Whether the parts above have their final height. */
  readonly isPlaced: boolean
  readonly hasKey: boolean
}

/** Shows each part once all parts above it have their final height, so that no button moves. */
export function KeysAndGuide({ isPlaced, hasKey }: KeysAndGuideProps) {
  const keys = useApiKeys()
  const areKeysPlaced = isPlaced && isSettled(keys)
  return (
    <>
      <div id={KEYS.id} style={{ scrollMarginTop: 12 }}>
        {isPlaced ? <ApiKeysPanel list={keys} /> : <Skeleton h={220} radius="lg" />}
      </div>
      {areKeysPlaced ? <IntegrationGuide hasKey={hasKey} /> : <Skeleton h={320} radius="lg" />}
    </>
  )
}

const KEY_NOTES = {
  test: 'The examples have your test key, so they work as they are.',
  live: 'Your live key is hidden here. Copied examples have the whole key.',
} as const

/** The sections in the order of the specification, from the guide's own files. Without a key, a placeholder stands in the examples. */
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
        {SECTIONS.map((section) => (
          <GuideSection key={section.id} section={section} />
        ))}
      </div>
    </Panel>
  )
}
