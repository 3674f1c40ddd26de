import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, type Ledger, openLedger } from '../../../testing/ledger.ts'
import { sql } from '../../platform/database/database.ts'

const PROGRAM = fileURLToPath(new URL('quota-crash-program.ts', import.meta.url))
const QUOTA = 900
/** Of each process: more than the 32 that one merchant's shop is promised to be served well with. */
const CLIENTS = 16
const CREATED_BEFORE_DEATH = 20

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

/** Starts a process that waits for the start signal; `created` are the orders that its clients got. */
const startSeller = async (merchantId: string, name: string, diesAfter = 0) => {
  const args = [merchantId, name, QUOTA, CLIENTS, diesAfter, ledger.clock.now().toISOString()].map(String)
  const child = spawn(process.execPath, [PROGRAM, ledger.connectionString, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const created: string[] = []
  const lines = createInterface({ input: child.stdout })
  const ended = Promise.all([once(child, 'exit'), once(lines, 'close')])
  await once(lines, 'line')
  lines.on('line', (orderId) => void created.push(orderId))
  return {
    created,
    async sell(): Promise<unknown> {
      child.stdin.write('go')
      await ended
      return child.signalCode ?? child.exitCode
    },
  }
}

test('three processes, one of them killed in the middle, sell one merchant’s quota exactly: no request twice, none lost', async () => {
  const { merchantId } = await addMerchant(ledger.db, 'live')
  const sellers = await Promise.all([
    startSeller(merchantId, 'A', CREATED_BEFORE_DEATH),
    startSeller(merchantId, 'B'),
    startSeller(merchantId, 'C'),
  ])
  expect(await Promise.all(sellers.map(({ sell }) => sell()))).toEqual(['SIGKILL', 0, 0])
  for (const { created } of sellers.slice(1)) expect(created.length).toBeGreaterThan(0)

  const quota = await ledger.db.one<{ left: number; used: number }>(
    sql`select trial_left as left, used::int as used from quotas where merchant_id = ${merchantId}`,
  )
  const made = await ledger.db.rows<{ order_id: string }>(
    sql`select order_id from orders where merchant_id = ${merchantId} and mode = 'live'`,
  )
  expect({ ...quota, orders: made.length }).toEqual({ left: 0, used: QUOTA, orders: QUOTA })
  const created = sellers.flatMap((seller) => seller.created)
  expect(new Set(created).size).toBe(created.length)
  expect(made.map(({ order_id: id }) => id)).toEqual(expect.arrayContaining(created))
})
