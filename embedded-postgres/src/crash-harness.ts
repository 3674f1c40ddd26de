import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { expect } from 'vitest'
import { launch, query, serversOn, start, usedFolder, waitUntil } from './server-harness.ts'

export const isReachable = (connectionString: string): Promise<boolean> =>
  query(connectionString, 'SELECT 1 AS one').then(
    () => true,
    () => false,
  )

/** A server that this signal ends is started again at the same address, with all that was stored. */
export async function expectStartedAgain(signal: NodeJS.Signals): Promise<void> {
  const dataDir = await usedFolder()
  const server = await start({ dataDir })
  const first = server.pid
  await query(server.connectionString, 'CREATE TABLE kept AS SELECT 42 AS answer')
  // A session that stays must not hold up the end of a server that takes no new ones.
  const session = new Client({ connectionString: server.connectionString })
  session.on('error', () => {})
  await session.connect()
  process.kill(first, signal)
  await waitUntil(() => server.pid !== first)
  await expect.poll(() => isReachable(server.connectionString), { timeout: 20_000 }).toBe(true)
  expect(await query(server.connectionString, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  await server.stop()
  expect(serversOn(dataDir)).toEqual([])
}

/** Kills a running program and then a start so long after it began, again and again; the last start finds every row. */
export async function expectStartAfterKills(startAgesMs: readonly number[]): Promise<void> {
  const dataDir = await usedFolder()
  for (const [round, ageMs] of startAgesMs.entries()) {
    const program = launch({ dataDir })
    const reply = await program.reply
    if ('error' in reply) throw new Error(reply.error)
    await query(reply.connectionString, 'CREATE TABLE IF NOT EXISTS rounds (n int)')
    await query(reply.connectionString, `INSERT INTO rounds VALUES (${round})`)
    program.kill('SIGKILL')
    const early = launch({ dataDir })
    await Promise.race([early.ended, pause(ageMs)])
    early.kill('SIGKILL')
  }
  const last = await start({ dataDir })
  const [row] = await query(last.connectionString, 'SELECT count(*)::int AS n FROM rounds')
  expect(row).toEqual({ n: startAgesMs.length })
}
