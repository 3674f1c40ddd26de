import type { FastifyInstance } from 'fastify'
import type { Clock } from './clock.ts'
import type { Secrets } from './crypto/crypto.ts'
import type { Passwords } from './crypto/password.ts'
import type { Database } from './database/database.ts'
import type { Drawings } from './files/drawings.ts'
import type { Files } from './files/files.ts'
import type { Ids } from './ids.ts'
import type { ChangeFeed } from './jobs/change-feed.ts'
import type { addJob, JobHandler } from './jobs/job-queue.ts'
import type { BackgroundWork } from './jobs/sweep.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/mail.ts'
import type { Metrics } from './metrics.ts'
import type { Settings } from './settings.ts'

/** The services that the platform offers to features. Each feature picks the ones that it needs. */
export interface Platform {
  readonly settings: Settings
  readonly db: Database
  /** For work that needs separate connections. */
  readonly connectionString: string
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly secrets: Secrets
  readonly passwords: Passwords
  readonly files: Files
  readonly drawings: Drawings
  readonly mailer: Mailer
  readonly addJob: typeof addJob
  /** Announces to every process which orders changed. */
  readonly feed: ChangeFeed
  /** Identifies this process in leases. */
  readonly workerId: string
  /** The version of the program. */
  readonly version: string
  /** Prints a line for the person who starts the program, separate from the log. */
  readonly print: (line: string) => void
  readonly metrics: Metrics
}

/** What a feature adds to the program. Some features also return services for the features above them. */
export interface Feature {
  readonly routes?: (http: FastifyInstance) => void
  /** Handlers of one-shot jobs, by the job's name. */
  readonly jobs?: Readonly<Record<string, JobHandler>>
  readonly sweeps?: readonly BackgroundWork[]
  /** Temporary paths of the web app, each with a function that returns whether the path exists now. */
  readonly pages?: Readonly<Record<string, () => Promise<boolean>>>
  /** The name of the shop that the installation is for, '' before it has registered; undefined where it is for others. */
  readonly ownShop?: () => string | undefined
  /** Runs after the last request and the last job. */
  readonly stop?: () => void | Promise<void>
}
