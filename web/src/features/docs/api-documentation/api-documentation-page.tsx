import type { ApiDetails } from '@galla/contract/api-keys/api-details'
import { Skeleton, Stack } from '@mantine/core'
import { isSettled } from '../../../api/is-settled.ts'
import { QueryError } from '../../../components/feedback/query-error.tsx'
import { PageTitle } from '../../../components/layout/page-title.tsx'
import { Panel } from '../../../components/layout/panel.tsx'
import { lazyPart } from '../../../components/overlay/lazy-part.tsx'
import { WEBHOOK_PANEL_ID } from '../../../paths.ts'
import { useApiDetails } from '../../../queries/api-details.ts'
import { useUser } from '../../../session/session.tsx'
import { ContentsList } from '../guide/contents-list.tsx'
import { GuideFor } from '../guide/guide-context.tsx'
import { useArrivalAtAnchor } from '../guide/guide-section.tsx'
import css from './api-documentation-page.module.css'
import { CredentialsPanel } from './credentials-panel.tsx'
import { GUIDE_PARTS, KEYS } from './part-anchors.ts'
import { covered } from './secret-text.tsx'
import { WebhookPanel } from './webhook-panel.tsx'

// These parts are below the credentials, so their script is loaded after them.
const KeysAndGuide = lazyPart(async () => (await import('./keys-and-guide.tsx')).KeysAndGuide, {
  failed: 'The API keys and the guide could not be loaded',
  fallback: <Skeleton h={220} radius="lg" />,
})

const CREDENTIALS = { id: 'credentials', title: 'Credentials' }
const WEBHOOK = { id: WEBHOOK_PANEL_ID, title: 'Webhook' }
const CONTENTS = [CREDENTIALS, WEBHOOK, KEYS, ...GUIDE_PARTS]

export function ApiDocumentationPage() {
  const { mode } = useUser()
  const details = useApiDetails()
  useArrivalAtAnchor()
  return (
    <GuideFor level={3} own={details.data === undefined ? {} : ownOf(details.data, mode)}>
      <PageTitle
        title="API Documentation"
        line={`API key, webhook and integration guide for ${mode} mode.`}
      />
      <div className={css.layout}>
        <div className={css.contents}>
          <ContentsList contents={CONTENTS} />
        </div>
        <Stack gap="lg" miw={0}>
          <DetailsOf details={details} mode={mode} />
          <KeysAndGuide
            isPlaced={isSettled(details)}
            hasKey={!details.isError || details.data !== undefined}
          />
        </Stack>
      </div>
    </GuideFor>
  )
}

/** A live key is masked on the screen; copied examples have the whole key. */
const ownOf = ({ apiKey, webHookUrl, keyShownOnce }: ApiDetails, mode: string) => ({
  // A masked key does not work in a copied example.
  key: keyShownOnce ? 'YOUR_API_KEY' : apiKey,
  shownKey: keyShownOnce ? 'YOUR_API_KEY' : mode === 'test' ? apiKey : covered(apiKey),
  webhookUrl: webHookUrl,
})

function DetailsOf({ details, mode }: { details: ReturnType<typeof useApiDetails>; mode: string }) {
  if (details.data !== undefined)
    return (
      <>
        <div id={CREDENTIALS.id} style={{ scrollMarginTop: 12 }}>
          <CredentialsPanel key={mode} details={details.data} />
        </div>
        <div id={WEBHOOK.id} style={{ scrollMarginTop: 12 }}>
          <WebhookPanel key={mode} details={details.data} />
        </div>
      </>
    )
  if (details.isPending) return <DetailsSkeleton />
  return (
    <Panel>
      <QueryError query={details} failure="Failed to fetch API details" />
    </Panel>
  )
}

const PANELS = {
  Credentials: ['API Key', 'Website Name', 'Website URL'],
  Webhook: ['Webhook URL', 'Format', 'Signing secret'],
} as const

/** The two panels before their data is loaded. */
function DetailsSkeleton() {
  return (
    <Stack gap="lg" miw={0} aria-busy="true" aria-label="Loading API details" role="status">
      {Object.entries(PANELS).map(([title, rows]) => (
        <Panel key={title}>
          <Skeleton h={20} w={120} mb={8} />
          <Skeleton h={16} w="60%" mb={20} />
          <div className={css.rows}>
            {rows.map((row) => (
              <div key={row} className={css.row}>
                <Skeleton h={14} w={96} my={9} />
                <Skeleton h={14} w={260} maw="100%" my={9} />
              </div>
            ))}
          </div>
        </Panel>
      ))}
    </Stack>
  )
}
