import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { createFeatures } from './features.ts'
import { type Clock, waitRealMs } from './platform/clock.ts'
import type { Secrets } from './platform/crypto/crypto.ts'
import { createPasswords, type PasswordCost } from './platform/crypto/password.ts'
import type { Database } from './platform/database/database.ts'
import type { Feature } from './platform/feature.ts'
import { createDrawings } from './platform/files/drawings.ts'
import { openFiles } from './platform/files/open-files.ts'
import { addHealthRoutes } from './platform/http/health.ts'
import { createHttpServer } from './platform/http/http-server.ts'
import { createListening } from './platform/http/listening.ts'
import { serveWebApp } from './platform/http/web-app.ts'
import type { Ids } from './platform/ids.ts'
import { createChangeFeed } from './platform/jobs/change-feed.ts'
import { addJob, createJobs, type JobHandler } from './platform/jobs/job-queue.ts'
import type { BackgroundWork } from './platform/jobs/sweep.ts'
import { failureLogger, type Log } from './platform/log.ts'
import { createMailer } from './platform/mail/mail.ts'
import { createMetrics } from './platform/metrics.ts'
import { readProgramVersion } from './platform/program-version.ts'
import type { Settings } from './platform/settings.ts'

export interface AppDeps {
  readonly settings: Settings
  readonly connectionString: string
  readonly db: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly secrets: Secrets
  /** Prints a line for the person who starts the program. By default nowhere. */
  readonly print?: (line: string) => void
  /** The cost of hashing a password, where it is not the usual one. */
  readonly passwordCost?: PasswordCost
}

export interface App {
  readonly http: FastifyInstance
  /** Keeps serving for this long, but informs balancers and clients that the process is about to stop. */
  drain(graceMs: number): Promise<void>
  stop(): Promise<void>
}

const MIGRATIONS_DIR = fileURLToPath(new URL('../migrations', import.meta.url))
const WEB_DIR = fileURLToPath(new URL('../../web/dist', import.meta.url))
/** Within this time, clients that keep connections open learn from a reply that theirs will close. */
const DRAIN_MS_MIN = 100

/** Opens the platform, creates the features on it, and starts their work unless the process serves the web only. */
export const createApp = async (deps: AppDeps): Promise<App> => {
  const { settings, connectionString, db, clock, ids, log } = deps
  const { print = () => {} } = deps
  const metrics = createMetrics()
  let draining = false
  const isDraining = () => draining
  const http = createHttpServer({
    settings,
    log,
    clock,
    ids,
    onAnswered: metrics.answered,
    isDraining,
  })
  const documents = { files: await openFiles(settings, log), drawings: createDrawings({ clock }) }
  const onError = failureLogger(log, 'feed')
  const feed = await createChangeFeed({ db, connectionString, clock, channel: 'galla_orders', onError })
  const features = await createFeatures({
    ...deps,
    ...documents,
    feed,
    workerId: `wrk_${ids.ulid(clock.now())}`,
    addJob,
    metrics,
    print,
    passwords: createPasswords(deps.passwordCost),
    mailer: createMailer({ settings, clock, ids }),
    version: await readProgramVersion(),
  })

  const { metricsToken } = settings
  addHealthRoutes(http, { db, metrics, migrationsDir: MIGRATIONS_DIR, metricsToken, isDraining })
  if (settings.role !== 'worker') await serveWeb(http, deps, features)
  const sweeps = sweepsOf(deps, features)
  for (const sweep of sweeps) sweep.start()
  return {
    http,
    async drain(graceMs) {
      draining = true
      await waitRealMs(Math.max(graceMs, DRAIN_MS_MIN))
    },
    async stop() {
      await http.close()
      await Promise.all(sweeps.map((sweep) => sweep.stop()))
      for (const feature of features.toReversed()) await feature.stop?.()
      documents.drawings.stop()
      await feed.stop()
    },
  }
}

/** What this process does again and again, by its role. */
const sweepsOf = (deps: AppDeps, features: readonly Feature[]): readonly BackgroundWork[] => [
  ...(deps.settings.role === 'worker' ? [] : [createListening(deps)]),
  ...(deps.settings.role === 'web'
    ? []
    : [
        createJobs({ ...deps, handlers: handlersOf(features) }),
        ...features.flatMap((feature) => feature.sweeps ?? []),
      ]),
]

/** The calls and pages of the features, and the built web app. */
const serveWeb = async (
  http: FastifyInstance,
  { settings, ids, clock }: Pick<AppDeps, 'settings' | 'ids' | 'clock'>,
  features: readonly Feature[],
): Promise<void> => {
  for (const feature of features) feature.routes?.(http)
  await serveWebApp(http, {
    distDir: WEB_DIR,
    ids,
    publicUrl: settings.publicUrl,
    contactEmail: settings.operatorEmail,
    clock,
    secretPaths: ['/reset-password', '/confirm-email', '/restore-email', '/setup'],
    ownShop: features.find(({ ownShop }) => ownShop !== undefined)?.ownShop,
    temporaryPages: Object.assign({}, ...features.map(({ pages }) => pages)),
  })
}

const handlersOf = (features: readonly Feature[]): Record<string, JobHandler> =>
  Object.assign({}, ...features.map(({ jobs }) => jobs))
