import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findSystemBinaries } from '@galla/embedded-postgres/binaries'
import { startEmbeddedPostgres } from '@galla/embedded-postgres/embedded-postgres'
import { paise } from '@galla/upi/rupees'
import { type App, createApp } from '../../server/src/app.ts'
import { takeBackup } from '../../server/src/operator/backup/take-backup.ts'
import { createOrders } from '../../server/src/orders/create/create-order.ts'
import { fileTarget } from '../../server/src/platform/backup/file-target.ts'
import { manualClock } from '../../server/src/platform/clock.ts'
import { openDatabase } from '../../server/src/platform/database/database.ts'
import { openData } from '../../server/src/platform/database/open-data.ts'
import { createDiskFiles } from '../../server/src/platform/files/files.ts'
import { randomIds } from '../../server/src/platform/ids.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { readSettings } from '../../server/src/platform/settings.ts'
import { copyMigratedCluster } from '../../server/testing/migrated-cluster.ts'
import { askingNobody } from '../../server/testing/qr-making.ts'
import { expectVerified } from '../../server/testing/verified.ts'

export interface OwnApp {
  /** What the program prints besides the log. */
  readonly printed: readonly string[]
  /** Moves the clock by days while no process runs; the next start does the work that became due. */
  daysPass(days: number): Promise<void>
  /** Does something while no process answers at the port. */
  whileAway(act: () => Promise<void>): Promise<void>
  /** Moves the clock by minutes while it runs. */
  minutesPass(minutes: number): void
  now(): Date
  /** Makes a backup with the operator's command, and returns its size in bytes. */
  backUp(name: string): Promise<number>
  /** Creates live orders of a merchant, many at once, as a busy integrator's server does. */
  sellMany(merchantId: string, count: number): Promise<void>
  /** Verifies the ledger after the story. */
  close(): Promise<void>
}

const BATCH = 500

/**
 * The real app in the story's own process, with a clock that the story moves by hand. `production`: it behaves as there; read from the
 * environment, that setting wants https, which no browser gets here.
 */
export const startOwnApp = async (
  port: number,
  environment: Record<string, string>,
  { production = false, startsAt = new Date() } = {},
): Promise<OwnApp> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'galla-own-'))
  // Where the system has a PostgreSQL, its pg_dump comes with it.
  const systemBin = findSystemBinaries()
  await copyMigratedCluster(dataDir, systemBin)
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, systemBin })
  const settings = {
    ...readSettings({ DATA_DIR: dataDir, PORT: String(port), ...environment }),
    production,
    databaseUrl: server.connectionString,
  }
  const data = await openData(settings, {
    migrationsDir: fileURLToPath(new URL('../../server/migrations', import.meta.url)),
    tell: () => {},
  })
  const { connectionString, secrets } = data
  const db = openDatabase(connectionString)
  const clock = manualClock(startsAt)
  const log = createLog({ level: 'silent' })
  const printed: string[] = []
  const start = async (): Promise<App> => {
    const app = await createApp({
      settings,
      connectionString,
      db,
      clock,
      ids: randomIds,
      log,
      secrets,
      print: (line) => void printed.push(line),
    })
    await app.http.listen({ port, host: settings.host })
    return app
  }
  let app = await start()
  const { trialQrRequests } = settings
  const create = createOrders({
    db,
    clock,
    ids: randomIds,
    paymentUrl: (orderId) => orderId,
    trialQrRequests,
    qr: askingNobody,
  })
  let sold = 0
  const form = () => {
    sold += 1
    return {
      client_txn_id: `SHOP-${sold}`,
      amount: paise(49_900n),
      p_info: 'Masala tea',
      customer_name: 'Asha Rao',
      customer_email: 'asha@example.com',
      customer_mobile: '9123456780',
      redirect_url: 'https://tea.example/done',
    }
  }
  return {
    printed,
    async daysPass(days) {
      await app.stop()
      clock.advance({ days })
      app = await start()
    },
    async whileAway(act) {
      await app.stop()
      await act().finally(async () => {
        app = await start()
      })
    },
    minutesPass: (minutes) => clock.advance({ minutes }),
    now: () => clock.now(),
    async backUp(name) {
      const files = createDiskFiles(join(dataDir, 'files'))
      const file = join(dataDir, name)
      const to = { target: fileTarget(file), name: file, passphrase: 'of the story alone' }
      const { signal } = new AbortController()
      return (await takeBackup({ db, connectionString, clock, files, settings }, to, signal)).bytes
    },
    async sellMany(merchantId, count) {
      for (let made = 0; made < count; made += BATCH)
        await Promise.all(
          Array.from({ length: Math.min(BATCH, count - made) }, () =>
            create({ merchantId, mode: 'live' }, form()),
          ),
        )
    },
    async close() {
      await app.stop()
      await expectVerified({ db, clock }).finally(async () => {
        await db.close()
        await server.stop()
        rmSync(dataDir, { recursive: true, force: true })
      })
    },
  }
}
