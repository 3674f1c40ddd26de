import { Skeleton } from '@mantine/core'
import { failureMessage } from '../../failure-message.ts'
import { PageTitle } from '../../parts/page-title.tsx'
import { Panel } from '../../parts/panel.tsx'
import { LoadError } from '../../parts/screen-message.tsx'
import { useUser } from '../../session.tsx'
import { useApiDetails } from './api-details-query.ts'
import css from './api-documentation-page.module.css'
import { CredentialsPanel } from './credentials-panel.tsx'
import { QuickStart } from './quick-start.tsx'
import { WebhookPanel } from './webhook-panel.tsx'

const WORDS = { failed: 'Failed to fetch API details', unreachable: 'Failed to fetch API details' }

export function ApiDocumentationPage() {
  const { mode } = useUser()
  const details = useApiDetails()
  return (
    <>
      <PageTitle
        title="API Documentation"
        line={mode === 'test' ? 'Keys and webhook of test mode.' : 'Keys and webhook of live mode.'}
      />
      <div className={css.column}>
        {details.data !== undefined && (
          <>
            <CredentialsPanel details={details.data} />
            <WebhookPanel key={mode} details={details.data} />
            <QuickStart details={details.data} />
          </>
        )}
        {details.data === undefined && details.isError && (
          <Panel>
            <LoadError
              message={failureMessage(details.error, WORDS)}
              onRetry={() => void details.refetch()}
            />
          </Panel>
        )}
        {details.isPending && <DetailsSkeleton />}
      </div>
    </>
  )
}

function DetailsSkeleton() {
  return (
    <>
      <Panel>
        <Skeleton h={20} w={120} mb={20} />
        <Skeleton h={40} mb={12} />
        <Skeleton h={40} mb={12} />
        <Skeleton h={40} />
      </Panel>
      <Panel>
        <Skeleton h={20} w={120} mb={20} />
        <Skeleton h={40} mb={12} />
        <Skeleton h={40} />
      </Panel>
    </>
  )
}
