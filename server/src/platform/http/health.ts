import type { FastifyInstance } from 'fastify'
import { equalInConstantTime } from '../crypto/crypto.ts'
import type { Database } from '../database/database.ts'
import { wasReadOnly } from '../database/database-errors.ts'
import { ReadOnlyDatabaseError } from '../database/database-servers.ts'
import { isMigrated } from '../database/migrate.ts'
import { isReadOnly, READ_ONLY_QUERY } from '../database/read-only.ts'
import type { Metrics } from '../metrics.ts'
import { Refusal } from '../refusal.ts'

export interface HealthDeps {
  readonly db: Database
  readonly metrics: Metrics
  readonly migrationsDir: string
  /** If undefined, /metrics is not found. */
  readonly metricsToken: string | undefined
  /** The process is about to end: balancers are to send requests elsewhere. */
  readonly isDraining?: () => boolean
}

/** Why a process is not ready, for load balancers and people: the first state ends automatically, the second and third need the database. */
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
