import type { BackupRuns, SystemStatus } from '@galla/contract/operator/operator-system'
import { When } from '../../../components/display/when.tsx'
import { Notice } from '../../../components/feedback/notice.tsx'
import { Facts } from '../../../components/layout/facts.tsx'
import { Panel } from '../../../components/layout/panel.tsx'
import { displayCount } from '../../../format/indian-display.ts'
import { byteLabel } from '../byte-labels.ts'

/** Backups and restore drills: problems first, then the last successes. */
export function BackupPanel({ status: { backups, lastBackupAt, lastBackup } }: { status: SystemStatus }) {
  const { schedule, drill } = backups
  return (
    <Panel title="Backups" {...(schedule === null ? {} : { note: scheduleLine(schedule) })}>
      {schedule === null ? (
        <Notice tone="pending" mb="md">
          Automatic backups are off. Set BACKUP_URL and BACKUP_PASSPHRASE, then restart.
        </Notice>
      ) : (
        problemsOf(backups).map((message) => (
          <Notice key={message} tone="failed" mb="md">
            {message}
          </Notice>
        ))
      )}
      <Facts
        facts={[
          [
            'Last backup',
            lastBackupAt === null || lastBackup === null ? (
              <>
                None yet. Create one with <code className="nowrap">npm run galla -- backup</code>.
              </>
            ) : (
              <>
                <When at={lastBackupAt} />: {lastBackup.file}, {byteLabel(lastBackup.bytes)}
              </>
            ),
          ],
          ...(schedule === null ? [] : [['Last restore drill', drillLine(schedule, drill)] as const]),
        ]}
      />
    </Panel>
  )
}

type Schedule = NonNullable<SystemStatus['backups']['schedule']>

const scheduleLine = ({ target, everyHours, keep }: Schedule): string => {
  const often =
    everyHours === 24 ? 'every day' : everyHours === 1 ? 'every hour' : `every ${everyHours} hours`
  return `To a ${target}, ${often}, the last ${displayCount(keep)} are kept`
}

const problemsOf = ({ backup, drill }: SystemStatus['backups']): string[] => [
  ...problemOf('backup', backup),
  ...problemOf('restore drill', drill),
]

const problemOf = (name: string, { overdue, problem }: BackupRuns): string[] => {
  if (problem !== null) return [`The last ${name} failed: ${problem}`]
  return overdue ? [`The ${name} is overdue. Check that a process with the role worker is running.`] : []
}

const drillLine = ({ drillEveryDays }: Schedule, drill: BackupRuns) => {
  if (drillEveryDays === null) return 'Off (DRILL_EVERY_DAYS=0)'
  if (drill.running) return 'Running now'
  if (drill.succeededAt === null) return 'None yet: it runs after the first backup'
  return (
    <>
      <When at={drill.succeededAt} />, restored and verified
    </>
  )
}
