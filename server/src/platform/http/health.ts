import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { equalInConstantTime } from '../crypto/crypto.ts'
import type { Database } from '../database/database.ts'
import { wasReadOnly } from '../database/database-errors.ts'
import { ReadOnlyDatabaseError } from '../database/database-servers.ts'
import { isMigrated } from '../database/migrate.ts'
import { isReadOnly, READ_ONLY_QUERY } from '../database/read-only.ts'
import { Refusal } from '../refusal.ts'

/** The figures of one process. Labels are routes and words of the program: never ids, so that their number stays small. */
export interface Metrics {
  readonly registry: Registry
  answered(request: { method: string; route: string; status: number; seconds: number }): void
  counter(name: string, help: string, labels?: readonly string[]): Counter
  /** Read when the figures are asked for. */
  gauge(name: string, help: string, read: () => number): void
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

export const createMetrics = (): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'galla_http_request_seconds',
    help: 'Time from the first byte of a request to the last of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  })
  // Looking up the labels' series for each of thousands of polls a second costs more than counting; there are few routes.
  const series = new Map<string, { observe(seconds: number): void }>()
  const seriesOf = (method: string, route: string, status: string) => {
    const name = `${method} ${route} ${status}`
    const known = series.get(name) ?? requests.labels(method, route, status)
    series.set(name, known)
    return known
  }
  return {
    registry,
    answered: ({ method, route, status, seconds }) =>
      seriesOf(method, route, `${Math.floor(status / 100)}xx`).observe(seconds),
    counter: (name, help, labels = []) =>
      new Counter({ name, help, labelNames: [...labels], registers: [registry] }),
    gauge: (name, help, read) => {
      const gauge: Gauge = new Gauge({ name, help, registers: [registry], collect: () => gauge.set(read()) })
    },
  }
}

export interface HealthDeps {
  readonly db: Database
  readonly metrics: Metrics
  readonly migrationsDir: string
  /** None: /metrics is as if it were not there. */
  readonly metricsToken: string | undefined
  /** The process is about to end: balancers are to send requests elsewhere. */
  readonly isDraining?: () => boolean
}

/** Why a process is not ready, for balancers' logs and for people: the first ends by itself, the second and third need the database. */
const NOT_READY = {
  shutting_down: 'the process is about to end',
  database_read_only: 'no database server takes writes',
  database_unreachable: 'the database does not respond',
  not_migrated: 'the migrations of this version have not run',
} as const

const notReady = (reason: keyof typeof NOT_READY, cause?: unknown): Refusal =>
  new Refusal('overloaded', {
    msg: `Not ready: ${NOT_READY[reason]}`,
    details: { reason },
    ...(cause === undefined ? {} : { cause }),
  })

/**
 * /healthz: the process lives. /readyz: the database answers, all migrations ran and the process is not about to end.
 * /metrics: Prometheus, by its own token.
 */
export const addHealthRoutes = (
  app: FastifyInstance,
  { db, metrics, migrationsDir, metricsToken, isDraining = () => false }: HealthDeps,
): void => {
  app.get('/healthz', { config: { quiet: true } }, async () => ({ success: true, msg: 'Alive' }))

  let migrated = false
  app.get('/readyz', { config: { quiet: true } }, async () => {
    if (isDraining()) throw notReady('shutting_down')
    try {
      if (isReadOnly(await db.rows(READ_ONLY_QUERY))) throw new ReadOnlyDatabaseError()
      migrated ||= await isMigrated(db, migrationsDir)
    } catch (error) {
      throw notReady(wasReadOnly(error) ? 'database_read_only' : 'database_unreachable', error)
    }
    if (!migrated) throw notReady('not_migrated')
    return { success: true, msg: 'Ready' }
  })

  app.get('/metrics', { config: { quiet: true } }, async (request, reply) => {
    if (metricsToken === undefined) throw new Refusal('not_found')
    const sent = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (!equalInConstantTime(sent, metricsToken))
      throw new Refusal('bad_key', { msg: 'The metrics token is missing or not valid' })
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}
