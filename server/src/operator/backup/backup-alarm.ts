import { z } from 'zod'
import { emailMerchant, type MailDeps } from '../../merchants/email-merchant.ts'
import type { BackupSettings } from '../../platform/backup/backup-settings.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/feature.ts'
import { deleteAlarm, insertAlarm, type LastRuns, listLastRuns, listOperators } from './backup-run-store.ts'
import { isOverdue } from './backup-schedule.ts'

export const BACKUP_ALARM_JOB = 'backup.alarm'

const ALARMED = ['backup', 'drill'] as const
type Alarmed = (typeof ALARMED)[number]
const alarm = z.object({ merchantId: z.string(), kind: z.enum(ALARMED), problem: z.string().nullable() })

/** True when the operator has to act: nothing succeeded for too long, or a restore failed. */
export const isAlarming = (
  kind: 'backup' | 'drill',
  runs: LastRuns | undefined,
  { everyMs, drillEveryMs }: Pick<BackupSettings, 'everyMs' | 'drillEveryMs'>,
  now: Date,
): boolean => {
  if (kind === 'backup') return isOverdue(runs, everyMs, now)
  if (drillEveryMs === undefined) return false
  return isOverdue(runs, drillEveryMs, now) || (runs !== undefined && runs.problem !== null)
}

/** Mails every operator once when a backup or drill needs them, and forgets the incident when it is over. */
export const checkAlarms = async (
  { db, clock, addJob }: { db: Database; clock: Clock } & Pick<Platform, 'addJob'>,
  backup: Pick<BackupSettings, 'everyMs' | 'drillEveryMs'>,
): Promise<void> => {
  const now = clock.now()
  const runs = await listLastRuns(db)
  for (const kind of ALARMED) {
    const last = runs.find((run) => run.kind === kind)
    if (!isAlarming(kind, last, backup, now)) {
      await deleteAlarm(db, kind)
      continue
    }
    const problem = last?.problem ?? null
    await db.transaction(async (tx) => {
      if ((await insertAlarm(tx, kind, now)) === 0) return
      for (const merchantId of await listOperators(tx))
        await addJob(tx, BACKUP_ALARM_JOB, { merchantId, kind, problem })
    })
  }
}

const MAILS: Readonly<Record<Alarmed, { readonly subject: string; readonly paragraph: string }>> = {
  backup: {
    subject: 'The backup of Galla is overdue',
    paragraph: 'The last successful backup is too old. If the disk fails now, payments are lost.',
  },
  drill: {
    subject: 'The restore drill of Galla failed',
    paragraph:
      'The newest backup could not be restored and verified, so it may not protect you. Fix the problem now.',
  },
}

/** Emails an operator about an overdue backup, or one that cannot be restored: in English, as the operators' screens are. */
export const mailBackupAlarm = async (deps: MailDeps, payload: unknown): Promise<void> => {
  const { merchantId, kind, problem } = alarm.parse(payload)
  await emailMerchant(deps, merchantId, () => ({
    subject: MAILS[kind].subject,
    paragraphs: [
      MAILS[kind].paragraph,
      ...(problem === null ? [] : [`The last error: ${problem}`]),
      'This is the only e-mail about this problem until it is solved. The page System shows the current state.',
    ],
    action: { label: 'Open System', path: '/operator/system' },
    footnote: 'You receive this e-mail because you operate this installation of Galla.',
  }))
}
