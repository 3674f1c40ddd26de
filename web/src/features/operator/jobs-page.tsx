import {
  IconAlertTriangle,
  IconCircleX,
  IconClock,
  IconListCheck,
  IconPlayerPlay,
  IconRefresh,
} from 'virtual:icons'
import { type JobState, jobs, type QueuedJob, retryJob } from '@galla/contract/operator/operator-system'
import { Button, Skeleton, Stack } from '@mantine/core'
import { callEndpoint } from '../../api/api.ts'
import { useData } from '../../api/use-data.ts'
import { When } from '../../components/display/when.tsx'
import { StateBadge } from '../../components/feedback/tone-badge.tsx'
import { Tile, Tiles, UNKNOWN } from '../../components/layout/facts.tsx'
import { ListPanel } from '../../components/layout/list-panel.tsx'
import { PageTitle } from '../../components/layout/page-title.tsx'
import { type Column, DataTable, TwoLines } from '../../components/table/data-table.tsx'
import { displayCount } from '../../format/indian-display.ts'
import { queryKeys } from '../../query-keys.ts'
import { useOperatorAction } from './use-operator-action.ts'

const REFRESH_MS = 5_000

const STATE = {
  waiting: { label: 'Waiting', tone: 'created', Icon: IconClock },
  running: { label: 'Running', tone: 'success', Icon: IconPlayerPlay },
  failing: { label: 'Failing', tone: 'pending', Icon: IconAlertTriangle },
  given_up: { label: 'Failed', tone: 'failed', Icon: IconCircleX },
} as const satisfies Record<JobState, object>

const TILES = [
  { state: 'waiting', note: 'not started yet' },
  { state: 'running', note: 'in progress' },
  { state: 'failing', note: 'retried with growing delays' },
  { state: 'given_up', note: 'all retries failed' },
] as const

function Retry({ job: { id, name } }: { job: QueuedJob }) {
  const retry = useOperatorAction({
    act: () => callEndpoint(retryJob, { params: { jobId: id } }),
    failed: 'The job could not be retried',
  })
  return (
    <Button
      variant="default"
      px="xs"
      aria-label={`Try ${name} again now`}
      leftSection={<IconRefresh size={14} />}
      disabled={retry.isPending}
      onClick={() => retry.mutate(undefined)}
    >
      {retry.isPending ? 'Trying...' : 'Try now'}
    </Button>
  )
}

const COLUMNS: readonly Column<QueuedJob>[] = [
  {
    head: 'Job',
    width: 'long',
    cell: ({ name, id }) => <TwoLines first={<span className="mono">{name}</span>} second={`No. ${id}`} />,
  },
  {
    head: 'State',
    width: 'middle',
    cell: ({ state }) => <StateBadge {...STATE[state]} />,
  },
  {
    head: 'Last error',
    cell: ({ lastError, attempts, attemptsMax }) => (
      <TwoLines
        first={lastError ?? <span className="muted">None</span>}
        second={`attempt ${attempts} of ${attemptsMax}`}
      />
    ),
  },
  { head: 'Due', width: 'short', cell: ({ runAt }) => <When at={runAt} exact /> },
  {
    head: 'Action',
    width: 'short',
    cell: (job) => (job.state === 'running' ? <span className="muted">Running</span> : <Retry job={job} />),
  },
]

export function JobsPage() {
  const queue = useData(queryKeys.operator.jobs, jobs, {}, { refetchInterval: REFRESH_MS })
  const counts = queue.data?.counts
  return (
    <>
      <PageTitle
        title="Jobs"
        line="Background work, such as sending emails and starting plans. Failed jobs come first."
      />
      <Stack gap="md" miw={0}>
        <Tiles>
          {TILES.map(({ state, note }) => (
            <Tile
              key={state}
              name={STATE[state].label}
              value={
                counts !== undefined ? (
                  displayCount(counts[state])
                ) : queue.isError ? (
                  UNKNOWN
                ) : (
                  <Skeleton h={22} w={48} mt={6} />
                )
              }
              note={note}
              {...((counts?.[state] ?? 0) > 0 && (state === 'failing' || state === 'given_up')
                ? { tone: state === 'failing' ? ('pending' as const) : ('failed' as const) }
                : {})}
            />
          ))}
        </Tiles>
        <ListPanel
          what="The jobs"
          query={queue}
          count={queue.data?.jobs.length}
          empty={{
            Icon: IconListCheck,
            title: 'No open jobs',
            text: 'Waiting and failed jobs appear here.',
          }}
        >
          <DataTable label="Jobs" columns={COLUMNS} rows={queue.data?.jobs} keyOf={({ id }) => id} />
        </ListPanel>
      </Stack>
    </>
  )
}
