import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { verifyLedger } from '../server/src/ledger/check/verify-ledger.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { availabilityPage, type Measured } from './cluster/availability-page.ts'
import { type Cluster, startCluster } from './cluster/cluster.ts'
import { DATABASE_URL, PROXIES, proxyOrigin, RECEIVER } from './cluster/cluster-addresses.ts'
import { killParts } from './cluster/cluster-processes.ts'
import { ClusterError, findPrograms } from './cluster/cluster-programs.ts'
import { compareJournal } from './cluster/compare-journal.ts'
import { createJournal, figuresOf, type Journal } from './cluster/journal.ts'
import { planOf } from './cluster/kills.ts'
import { startSales } from './cluster/sales.ts'
import { openShop } from './cluster/shop.ts'
import { createShopClient } from './cluster/shop-client.ts'

/**
 * Starts the parts of deploy/compose.ha.yaml on this machine, kills each in turn while clients sell, compares the replies to the clients
 * with the database, and writes docs/measurements/availability.md. `--up` only starts the parts, until Ctrl-C;
 * `--minutes` limits the time.
 */

const PAGE = fileURLToPath(new URL('../docs/measurements/availability.md', import.meta.url))
const STATEMENT_MS_MAX = 120_000
const EMAIL = 'cluster@example.com'
/** How long clients sell before the first kill, and after a kill when every part runs again. */
const QUIET_MS = 5_000
const SETTLE_MS = 2_000
/** The last webhooks are retried with growing delays. */
const NOTIFY_MS_MAX = 90_000

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    rate: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    minutes: { type: 'string', default: '120' },
    up: { type: 'boolean', default: false },
    draft: { type: 'boolean', default: false },
  },
})

const killEach = async (cluster: Cluster, journal: Journal): Promise<Measured[]> => {
  const measured: Measured[] = []
  const turns = new Map<string, number>()
  const plan = planOf(Number(values.kills)).filter(({ what }) => what.includes(values.only))
  const untilMs = journal.nowMs() + Number(values.minutes) * 60_000
  for (const [index, kill] of plan.entries()) {
    if (journal.nowMs() > untilMs) break
    const roles = await cluster.untilHealthy()
    await pause(SETTLE_MS)
    const turn = turns.get(kill.what) ?? 0
    turns.set(kill.what, turn + 1)
    const fromMs = journal.nowMs()
    await kill.run(cluster, roles, turn)
    await cluster.untilHealthy()
    await pause(SETTLE_MS)
    const window = { fromMs, toMs: journal.nowMs() }
    measured.push({ kill, window })
    const { outageMs, failures, failedPayments, slowestMs } = figuresOf(journal, window)
    const failed = [...failures, ...failedPayments]
      .map(([status, count]) => `${count} x ${status}`)
      .join(', ')
    console.log(
      `${index + 1}/${plan.length} ${kill.what}: outage ${(outageMs / 1000).toFixed(1)} s, slowest answer ${(slowestMs / 1000).toFixed(1)} s, failed: ${failed || 'none'}`,
    )
  }
  return measured
}

const untilNotified = async ({ sales, nowMs }: Journal): Promise<void> => {
  const startedMs = nowMs()
  const isWaiting = (): boolean =>
    [...sales.values()].some(({ utr, notifiedAtMs }) => utr !== undefined && notifiedAtMs === undefined)
  while (isWaiting() && nowMs() - startedMs < NOTIFY_MS_MAX) await pause(500)
}

const measure = async (cluster: Cluster, versions: string): Promise<boolean> => {
  const journal = createJournal()
  const shop = await openShop(journal, { origin: proxyOrigin(PROXIES[0]), email: EMAIL, receiver: RECEIVER })
  const client = createShopClient(journal, PROXIES.map(proxyOrigin))
  const sales = startSales({ journal, client, authorization: shop.authorization }, Number(values.rate))
  await pause(QUIET_MS)
  const fromMs = journal.nowMs()
  await pause(QUIET_MS)
  const quiet = figuresOf(journal, { fromMs, toMs: journal.nowMs() })
  const measured = await killEach(cluster, journal)
  await sales.stop()
  await untilNotified(journal)
  const db = openDatabase(DATABASE_URL, { max: 1, statementTimeoutMs: STATEMENT_MS_MAX })
  const comparison = await compareJournal(db, journal, EMAIL)
  const ledger = await verifyLedger({ db, clock: systemClock })
  await db.close()
  await shop.close()
  const page = availabilityPage({
    date: new Date(),
    versions,
    requestsPerSecond: Number(values.rate),
    processors: availableParallelism(),
    journal,
    measured,
    comparison,
    ledgerFaults: ledger.faults,
    quietOutageMs: quiet.outageMs,
  })
  if (values.draft) console.log(page)
  else writeFileSync(PAGE, page)
  const faults = [...comparison.lost, ...comparison.doubled, ...comparison.notNotified]
  return faults.length === 0 && ledger.faults === 0
}

const main = async (): Promise<number> => {
  const programs = findPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'galla-cluster-'))
  // PostgreSQL runs as another user when this is started as root.
  chmodSync(folder, 0o711)
  process.once('exit', killParts)
  const stopped = new Promise<'stopped'>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve('stopped'))
  })
  console.log(`Starting the cluster in ${folder}`)
  const cluster = await startCluster(folder, programs)
  let isDone = false
  try {
    if (values.up) console.log(`It runs: ${DATABASE_URL}. Ctrl-C ends it.`)
    const done = await (values.up ? stopped : Promise.race([measure(cluster, programs.versions), stopped]))
    isDone = done === true || values.up
    return isDone ? 0 : 1
  } finally {
    await cluster.stop()
    if (isDone) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    else console.error(`The logs are in ${folder}`)
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof ClusterError ? error.message : error)
    process.exit(2)
  },
)
