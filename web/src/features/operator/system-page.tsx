import { COUNTED_MAX, DISK_LOW, type SystemStatus, system } from '@galla/contract/operator/operator-system'
import { Skeleton, Stack } from '@mantine/core'
import { useData } from '../../api/use-data.ts'
import { ShareBar } from '../../components/display/share-bar.tsx'
import { When } from '../../components/display/when.tsx'
import { Banner } from '../../components/feedback/banner.tsx'
import { OldData } from '../../components/feedback/old-data.tsx'
import { QueryError } from '../../components/feedback/query-error.tsx'
import { Facts, Tile, Tiles } from '../../components/layout/facts.tsx'
import { PageTitle } from '../../components/layout/page-title.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { displayCount, displayWhen } from '../../format/indian-display.ts'
import { queryKeys } from '../../query-keys.ts'
import { byteLabel } from './byte-labels.ts'
import { BackupPanel } from './system/backup-panel.tsx'

const REFRESH_MS = 15_000
const FAILURE = 'The system status could not be loaded'

export function SystemPage() {
  const status = useData(queryKeys.operator.system, system, {}, { refetchInterval: REFRESH_MS })
  return (
    <>
      <PageTitle title="System" line="Status of this installation." />
      {status.data !== undefined ? (
        <>
          {status.isError && <OldData query={status} failure={FAILURE} />}
          <Status status={status.data} />
        </>
      ) : status.isError ? (
        <Panel>
          <QueryError query={status} failure={FAILURE} />
        </Panel>
      ) : (
        <Stack gap="md" miw={0} role="status" aria-busy="true" aria-label="Loading the system">
          <Skeleton h={104} radius="lg" />
          <Skeleton h={180} radius="lg" />
          <Skeleton h={140} radius="lg" />
        </Stack>
      )}
    </>
  )
}

const ROLE = {
  all: 'Web and worker',
  web: 'Web',
  worker: 'Worker',
} as const satisfies Record<SystemStatus['role'], string>

function Status({ status }: { status: SystemStatus }) {
  const { database, migrations } = status
  return (
    <Stack gap="md" miw={0}>
      <Figures status={status} />
      <LedgerPanel ledger={status.ledger} />
      <BackupPanel status={status} />
      <Panel title="Program">
        <Facts
          facts={[
            ['Version', `Galla ${status.version}`],
            ['Node', status.node],
            ['Running since', <When key="since" at={status.startedAt} />],
            ['This process', ROLE[status.role]],
            ['Environment', status.production ? 'Production' : 'Development'],
            ['Test mode', status.sandbox ? 'On' : 'Off'],
            ['Mail', status.mail === 'smtp' ? 'Sent by SMTP' : 'Written to files'],
            ['Merchants', displayCount(status.merchants)],
          ]}
        />
      </Panel>
      <Panel title="Data">
        <Facts
          facts={[
            [
              'Database',
              database.kind === 'embedded'
                ? `PostgreSQL ${database.version}, embedded: it gets no security updates. Set DATABASE_URL.`
                : `PostgreSQL ${database.version}`,
            ],
            [
              'Connections',
              `${displayCount(database.connections)} of ${displayCount(database.connectionsMax)}`,
            ],
            ['Migrations', `${displayCount(migrations.count)}, last ${migrations.last}`],
            ['Migrated', <When key="ran" at={migrations.ranAt} />],
          ]}
        />
      </Panel>
    </Stack>
  )
}

function Figures({ status: { database, queue, deliveries, disk } }: { status: SystemStatus }) {
  const used = disk.totalBytes === 0 ? 1 : 1 - disk.freeBytes / disk.totalBytes
  const low = 1 - used < DISK_LOW
  return (
    <Tiles>
      <Tile
        name="Jobs waiting"
        value={displayCount(queue.waiting)}
        note={`${displayCount(queue.failing)} failing, ${displayCount(queue.givenUp)} failed`}
        {...(queue.givenUp > 0 ? { tone: 'failed' as const } : {})}
      />
      <Tile
        name="Deliveries waiting"
        value={
          deliveries.waiting >= COUNTED_MAX
            ? `${displayCount(COUNTED_MAX)}+`
            : displayCount(deliveries.waiting)
        }
        note={
          deliveries.oldestDueAt === null ? (
            'none due'
          ) : (
            <>
              first due <When at={deliveries.oldestDueAt} />
            </>
          )
        }
      />
      <Tile name="Database" value={byteLabel(database.bytes)} note={`PostgreSQL ${database.version}`} />
      <Tile
        name="Disk free"
        value={byteLabel(disk.freeBytes)}
        note={
          <>
            <ShareBar share={used} />
            of {byteLabel(disk.totalBytes)}
          </>
        }
        {...(low ? { tone: 'failed' as const } : {})}
      />
    </Tiles>
  )
}

/** The result of the nightly ledger check, with the violations that it found. */
function LedgerPanel({ ledger }: { ledger: SystemStatus['ledger'] }) {
  if (ledger === null)
    return (
      <Panel title="Ledger check">
        <p>
          Not checked yet. It runs each night from 3 IST, or now with{' '}
          <code className="nowrap">npm run galla -- verify-ledger</code>.
        </p>
      </Panel>
    )
  const { faults, checkedAt, orders, credits, tookMs, broken } = ledger
  return (
    <Panel title="Ledger check" note={`${displayWhen(checkedAt)}, in ${displayCount(tookMs)} ms`}>
      <Banner
        tone={faults === 0 ? 'success' : 'failed'}
        message={
          faults === 0
            ? `All checks passed, for ${displayCount(orders)} orders and ${displayCount(credits)} payments.`
            : `${displayCount(faults)} ${faults === 1 ? 'fault' : 'faults'} over ${displayCount(orders)} orders and ${displayCount(credits)} payments.`
        }
      />
      {broken.length > 0 && (
        <ul>
          {broken.map(({ promise, faults: count }) => (
            <li key={promise}>
              {promise}: {displayCount(count)}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
