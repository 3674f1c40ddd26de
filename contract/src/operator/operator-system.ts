import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { count, instant } from '../fields.ts'
import { MODES } from '../orders/order-status.ts'
import { PROVIDERS } from '../payment-accounts/accounts.ts'
import { VERIFICATION_SOURCES } from '../payment-accounts/verification.ts'
import { merchantId } from './operator-fields.ts'

/** The number of jobs in the list, failed ones first. */
export const JOBS_SHOWN_MAX = 100
/** Up to here things of the whole installation are counted; above it the reply says "more". */
export const COUNTED_MAX = 10_000

const health = z.object({
  merchantId,
  merchantName: z.string(),
  mode: z.enum(MODES),
  host: z.string(),
  state: z.enum(['failing', 'paused']),
  reason: z.enum(['gone', 'failing']).nullable(),
  since: instant,
  waiting: count,
})
export type UnhealthyEndpoint = z.output<typeof health>

export const deliveryHealth = endpoint({
  method: 'GET',
  path: '/operator/webhooks',
  auth: 'operator',
  summary: 'List failing and paused webhook endpoints, and the providers that merchants use',
  reply: z.object({
    data: z.object({
      endpoints: count,
      failing: count,
      paused: count,
      /** Deliveries that wait for their time, counted to COUNTED_MAX. */
      waiting: count,
      oldestDueAt: instant.nullable(),
      unhealthy: z.array(health),
      providers: z.array(z.object({ provider: z.enum(PROVIDERS), accounts: count })),
      /** How the providers' APIs fare, over the accounts of all merchants. */
      sources: z.array(
        z.object({
          source: z.enum(VERIFICATION_SOURCES),
          accounts: count,
          untested: count,
          working: count,
          failing: count,
          paused: count,
          lastWorkedAt: instant.nullable(),
          lastFailedAt: instant.nullable(),
        }),
      ),
    }),
  }),
})

export const JOB_STATES = ['waiting', 'running', 'failing', 'given_up'] as const
export type JobState = (typeof JOB_STATES)[number]

const job = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(JOB_STATES),
  attempts: count,
  attemptsMax: count,
  lastError: z.string().nullable(),
  runAt: instant,
  createdAt: instant,
})
export type QueuedJob = z.output<typeof job>

export const jobs = endpoint({
  method: 'GET',
  path: '/operator/jobs',
  auth: 'operator',
  summary: 'List the jobs in the queue, failed ones first',
  reply: z.object({
    data: z.object({ counts: z.record(z.enum(JOB_STATES), count), jobs: z.array(job) }),
  }),
})

export const retryJob = endpoint({
  method: 'POST',
  path: '/operator/jobs/:jobId/retry',
  auth: 'operator',
  summary: 'Run a waiting or failed job now',
  params: z.object({ jobId: z.uuid() }),
  refusals: ['job_not_waiting'],
})

const backupRuns = z.object({
  running: z.boolean(),
  succeededAt: instant.nullable(),
  /** Why the last one failed; null if it succeeded. */
  problem: z.string().nullable(),
  overdue: z.boolean(),
})
export type BackupRuns = z.output<typeof backupRuns>

export const system = endpoint({
  method: 'GET',
  path: '/operator/system',
  auth: 'operator',
  summary: 'Get the health of the installation',
  reply: z.object({
    data: z.object({
      version: z.string(),
      node: z.string(),
      startedAt: instant,
      role: z.enum(['web', 'worker', 'all']),
      production: z.boolean(),
      sandbox: z.boolean(),
      mail: z.enum(['smtp', 'files']),
      database: z.object({
        kind: z.enum(['embedded', 'external']),
        version: z.string(),
        bytes: z.number(),
        connections: count,
        connectionsMax: count,
      }),
      queue: z.object({ waiting: count, failing: count, givenUp: count, oldestRunAt: instant.nullable() }),
      deliveries: z.object({ waiting: count, oldestDueAt: instant.nullable() }),
      /** The disk of the data folder. */
      disk: z.object({ freeBytes: z.number(), totalBytes: z.number() }),
      migrations: z.object({ count, last: z.string(), ranAt: instant }),
      lastBackupAt: instant.nullable(),
      lastBackup: z.object({ file: z.string(), bytes: count }).nullable(),
      backups: z.object({
        /** Null if BACKUP_URL is not set: there are no scheduled backups. */
        schedule: z
          .object({
            target: z.enum(['folder', 'store']),
            everyHours: count,
            keep: count,
            /** Null: restores are not tried. */
            drillEveryDays: count.nullable(),
          })
          .nullable(),
        backup: backupRuns,
        /** The restore of the newest backup into a separate database, with a check of its ledger. */
        drill: backupRuns,
      }),
      merchants: count,
      /** The last check of the ledger, by night or by hand; null before the first. */
      ledger: z
        .object({
          checkedAt: instant,
          tookMs: count,
          orders: count,
          credits: count,
          faults: count,
          /** The promises that were broken, in words. */
          broken: z.array(z.object({ promise: z.string(), faults: count })),
        })
        .nullable(),
    }),
  }),
})
export type SystemStatus = ReturnType<typeof system.reply.parse>['data']

/** The share of free disk space below which the operator is warned. */
export const DISK_LOW = 0.1

/** What can be wrong with an installation, the worst first. */
export const TROUBLES = [
  'database_silent',
  'database_read_only',
  'ledger_faults',
  'disk_low',
  'backup_failed',
  'backup_overdue',
  'drill_failed',
  'jobs_given_up',
  'deliveries_late',
  'sources_silent',
  'mailboxes_failing',
  'webhooks_failing',
] as const
export type TroubleKind = (typeof TROUBLES)[number]

const trouble = z.object({
  kind: z.enum(TROUBLES),
  since: instant,
  /** Null where no merchant notices it. */
  merchants: count.nullable(),
})

/** What one process did in a minute, and how many of its replies were a 5xx. */
const minute = z.object({
  at: instant,
  orders: count,
  credits: count,
  delivered: count,
  failed: count,
  errors: count,
})
export type NowMinute = z.output<typeof minute>
export const NOW_MINUTES = 60

export const now = endpoint({
  method: 'GET',
  path: '/operator/now',
  auth: 'operator',
  summary: 'What is wrong now, and the last hour of this process; answered without the database, too',
  reply: z.object({
    data: z.object({
      at: instant,
      /** When the database was last read; null if it never was. */
      readAt: instant.nullable(),
      /** Since when this process has seen no trouble. */
      wellSince: instant.nullable(),
      troubles: z.array(trouble),
      /** Null until the database was read. */
      waiting: z.object({ kyc: count, attention: count, webhooks: count, jobs: count }).nullable(),
      process: z.object({ startedAt: instant, role: z.enum(['web', 'worker', 'all']) }),
      minutes: z.array(minute),
    }),
  }),
})
export type Now = ReturnType<typeof now.reply.parse>['data']
export type NowTrouble = z.output<typeof trouble>
