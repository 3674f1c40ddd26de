import { IconActivity } from 'virtual:icons'
import {
  type ApiRequestRow,
  REQUEST_LOG_DAYS,
  REQUEST_OUTCOMES,
  type RequestOutcome,
} from '@galla/contract/api-keys/api-requests'
import { Box, Group, NativeSelect, Skeleton, Text, TextInput } from '@mantine/core'
import { CopyIcon } from '../../../components/display/copy-button.tsx'
import { TextBlock } from '../../../components/display/text-block.tsx'
import { When } from '../../../components/display/when.tsx'
import { useTypedSearch } from '../../../components/form/use-typed-search.ts'
import { ListPanel } from '../../../components/layout/list-panel.tsx'
import { PageTitle } from '../../../components/layout/page-title.tsx'
import css from './api-keys.module.css'
import { useRequestLog } from './api-keys-query.ts'

const OUTCOMES = {
  ok: 'Succeeded',
  refused: 'Refused (4xx)',
  failed: 'Failed (5xx)',
} as const satisfies Record<RequestOutcome, string>

/** The API calls of the last days. */
export function RequestLogPage() {
  const { requests, filters } = useRequestLog()
  const { outcome, path } = filters
  return (
    <section aria-label="Request log">
      <PageTitle
        title="Request log"
        line={`Your API calls of the last ${REQUEST_LOG_DAYS} days, without secrets and personal data. Of very many, only a part is kept.`}
      />
      <LogFilters filters={filters} />
      <ListPanel
        what="The request log"
        query={requests}
        count={requests.hasNextPage ? undefined : requests.rows?.length}
        empty={{
          Icon: IconActivity,
          title: outcome !== undefined || path !== '' ? 'No matching calls' : 'No calls yet',
          text: 'Calls with a key of this mode appear here after a second.',
        }}
      >
        {requests.rows === undefined ? (
          <Box px={20} pb="sm" role="status" aria-busy="true" aria-label="Loading the request log">
            {[1, 2, 3, 4, 5].map((n) => (
              <Skeleton key={n} h={16} mt={18} />
            ))}
          </Box>
        ) : (
          <ul className={`plain-list ${css.calls}`}>
            {requests.rows.map((request) => (
              <li key={request.requestId}>
                <Call request={request} />
              </li>
            ))}
          </ul>
        )}
      </ListPanel>
    </section>
  )
}

function LogFilters({ filters: { outcome, path, set } }: Pick<ReturnType<typeof useRequestLog>, 'filters'>) {
  const [typed, setTyped] = useTypedSearch(path, (text) => set('path', text))
  return (
    <Group
      component="search"
      gap="xs"
      align="stretch"
      mb="sm"
      className={css.filters}
      aria-label="Request log"
    >
      <NativeSelect
        aria-label="Outcome"
        data={[
          { value: '', label: 'All outcomes' },
          ...REQUEST_OUTCOMES.map((value) => ({ value, label: OUTCOMES[value] })),
        ]}
        value={outcome ?? ''}
        onChange={(event) => set('outcome', event.currentTarget.value)}
      />
      <TextInput
        flex="1 1 220px"
        maw={320}
        aria-label="Path or request id"
        placeholder="Path or request id"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </Group>
  )
}

function Call({ request }: { request: ApiRequestRow }) {
  const { method, path, status, durationMs, at, keyName, address, requestId, requestBody, responseBody } =
    request
  return (
    <details className={css.call}>
      <summary className={css.line}>
        <Text span fw={600} c={`var(--galla-${responseBody === null ? 'success' : 'failed'})`}>
          {status}
        </Text>
        <span className="breaks">
          <span className="mono">
            {method} {path}
          </span>{' '}
          <small className="muted">{refusalCode(responseBody)}</small>
        </span>
        <span className={css.duration}>{durationMs} ms</span>
        <When at={at} exact />
      </summary>
      <Box px={6} pb="sm">
        <p>
          {keyName}
          {address === '' ? '' : `, from ${address}`}, request <span className="mono">{requestId}</span>{' '}
          <CopyIcon text={requestId} what="request id" />
        </p>
        {requestBody !== null && <TextBlock title="Request" text={requestBody} />}
        {responseBody !== null && <TextBlock title="Response" text={responseBody} />}
      </Box>
    </details>
  )
}

const CODE = /"code":\s*"(\w{1,60})"/

/** The error code, which the list shows in the closed row. */
const refusalCode = (responseBody: string | null): string => CODE.exec(responseBody ?? '')?.[1] ?? ''
