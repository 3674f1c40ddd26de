import type { TroubleKind } from '@galla/contract/operator/operator-system'

interface TroubleText {
  readonly tone: 'failed' | 'pending'
  readonly title: string
  /** What to do. */
  readonly remedy: string
}

/** What is wrong, and what helps. */
export const TROUBLE_TEXTS = {
  database_silent: {
    tone: 'failed',
    title: 'Database silent',
    remedy:
      'Orders and payments wait or are refused. Check that PostgreSQL runs, that its disk is not full, and that this machine reaches it.',
  },
  database_read_only: {
    tone: 'failed',
    title: 'Database takes no writes',
    remedy: 'Nothing can be recorded. Promote the standby, or point DATABASE_URL at the primary.',
  },
  ledger_faults: {
    tone: 'failed',
    title: 'Ledger check found faults',
    remedy: 'Keep a backup of now, and report what System lists.',
  },
  disk_low: {
    tone: 'failed',
    title: 'Disk almost full',
    remedy: 'Less than a tenth is free on the disk of the data folder. Make room, or enlarge it.',
  },
  backup_failed: {
    tone: 'failed',
    title: 'Backup failed, none',
    remedy: 'System shows the last error. A backup can be made by hand: npm run galla -- backup.',
  },
  backup_overdue: {
    tone: 'failed',
    title: 'No backup',
    remedy: 'Check that a process with the role worker runs.',
  },
  drill_failed: {
    tone: 'failed',
    title: 'No backup restored on trial',
    remedy: 'The newest backup may not protect you. System shows the last error.',
  },
  jobs_given_up: {
    tone: 'pending',
    title: 'Jobs failed for the last time',
    remedy: 'Read their error, mend the cause, and try them again.',
  },
  deliveries_late: {
    tone: 'pending',
    title: 'Webhook deliveries late',
    remedy: 'Check that a process with the role worker runs.',
  },
  sources_silent: {
    tone: 'pending',
    title: 'Sources of payments silent',
    remedy: 'Their merchants were mailed. If many fell silent at once, check the network of this machine.',
  },
  mailboxes_failing: {
    tone: 'pending',
    title: 'Mailboxes unreadable',
    remedy: 'Their merchants see why. If many fail at once, check the network of this machine.',
  },
  webhooks_failing: {
    tone: 'pending',
    title: 'Webhook endpoints failing',
    remedy: 'Their merchants were mailed, and deliveries are tried again for 75 hours.',
  },
} as const satisfies Record<TroubleKind, TroubleText>
