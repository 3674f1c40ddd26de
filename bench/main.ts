// `npm run bench` measures everything, `npm run bench -- polls page` those; each part writes its file in results/.

import { type Galla, makeDataDir, removeDataDir, startGalla } from './galla-process.ts'
import { fsyncRate, machineChapter, serverVersion } from './machine.ts'
import { registerMerchants } from './merchants.ts'
import { measureAlerts } from './parts/alerts.ts'
import { measureCreateOrder } from './parts/create-order.ts'
import { measureDeliveries } from './parts/deliveries.ts'
import { measureOrdersList } from './parts/orders-list.ts'
import { measurePageBytes } from './parts/page-bytes.ts'
import { measurePageScreen } from './parts/page-screen.ts'
import { measureRecognition } from './parts/recognition.ts'
import { measureStatusPolls } from './parts/status-polls.ts'
import { measureVisit } from './parts/visit.ts'
import { findPgbench } from './pgbench.ts'
import { type Chapter, printChapter, writeChapter } from './report.ts'

const MERCHANTS = 50

/** The parts in the order in which they run: those that fill the database most are last. */
const PARTS = {
  page: measurePageBytes,
  screen: measurePageScreen,
  visit: measureVisit,
  polls: measureStatusPolls,
  create: (galla: Galla, keys: readonly string[]) => measureCreateOrder(galla, keys, findPgbench()),
  alerts: measureAlerts,
  lists: measureOrdersList,
} as const satisfies Record<string, (galla: Galla, keys: readonly string[]) => Promise<Chapter>>
type SharedPart = keyof typeof PARTS
type Part = SharedPart | 'webhooks' | 'recognition'
const ALL: readonly Part[] = ['webhooks', 'recognition', ...(Object.keys(PARTS) as SharedPart[])]

/** These parts share one server; each of the others starts its own. */
const isShared = (part: Part): part is SharedPart => part in PARTS

const measure = async (dataDir: string, ending: AbortSignal, parts: ReadonlySet<Part>): Promise<void> => {
  const add = (part: Part | 'machine', chapter: Chapter): void => {
    printChapter(chapter)
    writeChapter(part, chapter, new Date())
  }
  const fsyncs = [fsyncRate(dataDir)]
  if (parts.has('webhooks')) add('webhooks', await measureDeliveries(ending))
  if (parts.has('recognition')) add('recognition', await measureRecognition(ending))
  const galla = await startGalla(dataDir, ending, nodeOptions())
  try {
    const keys = await registerMerchants(galla.origin, MERCHANTS)
    for (const part of ALL) if (isShared(part) && parts.has(part)) add(part, await PARTS[part](galla, keys))
    fsyncs.push(fsyncRate(dataDir))
    add('machine', machineChapter(dataDir, await serverVersion(galla.database), fsyncs))
  } finally {
    await galla.stop()
  }
}

/** To find a bottleneck, BENCH_NODE_OPTIONS="--cpu-prof --cpu-prof-dir=…" goes to the server's process. */
const nodeOptions = (): string[] => (process.env.BENCH_NODE_OPTIONS ?? '').split(' ').filter(Boolean)

const main = async (): Promise<void> => {
  const asked = process.argv.slice(2)
  const unknown = asked.filter((name) => !(ALL as readonly string[]).includes(name))
  if (unknown.length > 0) throw new Error(`npm run bench -- [${ALL.join(' | ')}] …`)
  const parts = new Set<Part>(asked.length === 0 ? ALL : ALL.filter((part) => asked.includes(part)))
  const dataDir = makeDataDir()
  process.once('exit', () => removeDataDir(dataDir))
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())
  await measure(dataDir, ending.signal, parts).catch((error: unknown) => {
    // The server was stopped first, so the measurement failed with a refused connection: not an error.
    if (ending.signal.aborted) throw new Error('The bench was asked to stop', { cause: error })
    throw error
  })
}

await main()
