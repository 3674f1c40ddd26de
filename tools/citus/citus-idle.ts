import { setTimeout as pause } from 'node:timers/promises'
import { processorMsOf } from '../../server/testing/processor-time.ts'
import { createJournal } from '../cluster/journal.ts'
import { openShop } from '../cluster/shop.ts'
import { type CitusNodes, OWNER, urlOf } from './citus-nodes.ts'
import { ORIGIN, PORT, startGalla, untilReady } from './galla-on-citus.ts'

const SHOPS = 16
/** The time of the work that a start and registrations leave. */
const QUIET_MS = 15_000
const MEASURED_MS = 120_000

const percentIdle = async (pids: readonly number[]): Promise<string> => {
  const before = processorMsOf(pids)
  await pause(MEASURED_MS)
  return `${(((processorMsOf(pids) - before) / MEASURED_MS) * 100).toFixed(1)} %`
}

/** Measures the processor time of the servers without requests: without Galla, and with Galla and some merchants. */
export const measureIdle = async (folder: string, nodes: CitusNodes, database: string): Promise<void> => {
  await pause(QUIET_MS)
  console.log(`The servers alone: ${await percentIdle(nodes.pids())} of a processor`)
  const galla = startGalla(folder, urlOf('coordinator', OWNER, database))
  try {
    await untilReady()
    for (let index = 0; index < SHOPS; index += 1) {
      const receiver = { host: '127.0.0.1', port: PORT + 1 + index }
      const shop = await openShop(createJournal(), {
        origin: ORIGIN,
        email: `shop${index}@example.com`,
        receiver,
      })
      await shop.close()
    }
    await pause(QUIET_MS)
    const [servers, program] = await Promise.all([percentIdle(nodes.pids()), percentIdle([galla.pid])])
    console.log(`With Galla and ${SHOPS} merchants: ${servers}; Galla itself: ${program}`)
  } finally {
    galla.signal('SIGTERM')
    await galla.ended
  }
}
