import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { verifyLedger } from '../../server/src/ledger/check/verify-ledger.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { type Database, openDatabase, sql } from '../../server/src/platform/database/database.ts'
import { type Part, startPart } from '../cluster/cluster-processes.ts'
import { compareJournal } from '../cluster/compare-journal.ts'
import { createJournal, type Journal, longestGap, type Window } from '../cluster/journal.ts'
import { type Sales, startSales } from '../cluster/sales.ts'
import { openShop, type Shop } from '../cluster/shop.ts'
import { createShopClient } from '../cluster/shop-client.ts'
import { type CitusNodes, NODES, type NodeName, OWNER, portOf, urlOf } from './citus-nodes.ts'

const SHOPS = 6
/** The rate of each shop. More than the machine can do would measure only the queue. */
const REQUESTS_PER_SECOND = 3
const QUIET_MS = 5_000
/** How long a killed node stays away. */
const AWAY_MS = 6_000
const SETTLE_MS = 8_000
const NOTIFY_MS_MAX = 60_000
const STATEMENT_MS_MAX = 120_000

interface Seller {
  readonly journal: Journal
  readonly email: string
  readonly shop: Shop
  readonly sales: Sales
  /** The node that has the rows of this merchant. */
  readonly node: NodeName
}

const nodeOf = async (db: Database, email: string): Promise<NodeName> => {
  const port = await db.value<number>(sql`
    select n.nodeport as port from merchants m
    join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('orders', m.merchant_id)
    join pg_dist_node n using (groupid) where m.email = ${email}`)
  return NODES.find((node) => portOf(node) === port) ?? 'coordinator'
}

const openSeller = async (db: Database, index: number): Promise<Seller> => {
  const journal = createJournal()
  const email = `shop${index}@example.com`
  const receiver = { host: '127.0.0.1', port: PORT + 1 + index }
  const shop = await openShop(journal, { origin: ORIGIN, email, receiver })
  const client = createShopClient(journal, [ORIGIN])
  const sales = startSales({ journal, client, authorization: shop.authorization }, REQUESTS_PER_SECOND)
  return { journal, email, shop, sales, node: await nodeOf(db, email) }
}

/** The longest time without an acknowledged order or payment. */
const outageMs = ({ answers }: Journal, window: Window): number =>
  longestGap(
    answers.filter(({ call, status }) => call !== 'status' && status === 200).map(({ atMs }) => atMs),
    window,
  )

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

const statusesOf = (sellers: readonly Seller[], windows: readonly Window[]): string => {
  const counts = new Map<number, number>()
  for (const [index, { journal }] of sellers.entries())
    for (const { atMs, status } of journal.answers)
      if (status !== 200 && atMs >= (windows[index]?.fromMs ?? 0))
        counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${count} x ${status}`).join(', ') || 'none'
}

const killNode = async (nodes: CitusNodes, node: NodeName, sellers: readonly Seller[]): Promise<void> => {
  const starts = sellers.map(({ journal }) => journal.nowMs())
  await nodes.kill(node)
  await pause(AWAY_MS)
  await nodes.start(node)
  await pause(SETTLE_MS)
  const windows = sellers.map(({ journal }, index) => ({ fromMs: starts[index] ?? 0, toMs: journal.nowMs() }))
  const outages = (isOfNode: boolean): string =>
    sellers
      .flatMap((seller, index) =>
        (seller.node === node) === isOfNode
          ? [outageMs(seller.journal, windows[index] ?? { fromMs: 0, toMs: 0 })]
          : [],
      )
      .map(seconds)
      .join(', ') || '-'
  console.log(
    `${node} away for ${seconds(AWAY_MS)}: its merchants wrote nothing for ${outages(true)}; the others for ${outages(false)}; answers other than 200: ${statusesOf(sellers, windows)}`,
  )
}

const untilNotified = async (sellers: readonly Seller[]): Promise<void> => {
  const startedMs = performance.now()
  const isWaiting = (): boolean =>
    sellers.some(({ journal }) =>
      [...journal.sales.values()].some(
        ({ utr, notifiedAtMs }) => utr !== undefined && notifiedAtMs === undefined,
      ),
    )
  while (isWaiting() && performance.now() - startedMs < NOTIFY_MS_MAX) await pause(500)
}

/** Compares the acknowledged writes with the database. Returns the number of faults. */
const check = async (db: Database, sellers: readonly Seller[]): Promise<number> => {
  const all = await Promise.all(sellers.map(({ journal, email }) => compareJournal(db, journal, email)))
  const sum = (count: (each: (typeof all)[number]) => number): number =>
    all.reduce((total, each) => total + count(each), 0)
  const lost = sum((each) => each.lost.length)
  const doubled = sum((each) => each.doubled.length)
  const silent = sum((each) => each.notNotified.length)
  console.log(
    `${sum((each) => each.acknowledgedOrders)} orders and ${sum((each) => each.acknowledgedPayments)} payments were acknowledged: ${lost} lost, ${doubled} doubled, ${silent} without a webhook`,
  )
  const ledger = await verifyLedger({ db, clock: systemClock })
  console.log(`verify-ledger: ${ledger.faults} faults`)
  return lost + doubled + silent + ledger.faults
}

/** Kills each node in turn, `times` times, while shops on both workers sell. Returns the number of faults. */
export const killCitusNodes = async (
  folder: string,
  nodes: CitusNodes,
  { database, times }: { database: string; times: number },
): Promise<number> => {
  const databaseUrl = urlOf('coordinator', OWNER, database)
  const galla = startGalla(folder, databaseUrl)
  const db = openDatabase(databaseUrl, { max: 1, statementTimeoutMs: STATEMENT_MS_MAX })
  const sellers: Seller[] = []
  try {
    await untilReady()
    for (let index = 0; index < SHOPS; index += 1) sellers.push(await openSeller(db, index))
    console.log(`Shops on ${sellers.map(({ node }) => node).join(', ')}`)
    await pause(QUIET_MS)
    for (let time = 0; time < times; time += 1) for (const node of NODES) await killNode(nodes, node, sellers)
    await Promise.all(sellers.map(({ sales }) => sales.stop()))
    await untilNotified(sellers)
    return await check(db, sellers)
  } finally {
    await Promise.all(sellers.map(({ shop }) => shop.close()))
    await db.close()
    galla.signal('SIGTERM')
    await galla.ended
  }
}

const PORT = 45_750
const ORIGIN = `http://127.0.0.1:${PORT}`
const READY_MS_MAX = 90_000

/** Starts the program as an installation does. */
const startGalla = (folder: string, databaseUrl: string): Part =>
  startPart(process.execPath, [fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))], {
    env: {
      PORT: String(PORT),
      DATA_DIR: join(folder, 'galla'),
      FILES_URL: `file://${folder}/files`,
      DATABASE_URL: databaseUrl,
      APP_KEY: '07'.repeat(32),
      PUBLIC_URL: ORIGIN,
      TRIAL_QR_REQUESTS: '1000000',
      API_RATE_PER_SECOND: '1000',
      LOG_LEVEL: 'warn',
      HOME: folder,
    },
    logFile: join(folder, 'galla.log'),
  })

const untilReady = async (): Promise<void> => {
  const startedMs = performance.now()
  for (;;) {
    const isReady = await fetch(`${ORIGIN}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    if (performance.now() - startedMs > READY_MS_MAX) throw new Error('Galla is not ready')
    await pause(250)
  }
}
