import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { connectClient } from '../../server/src/platform/database/one-off-connection.ts'
import { distributeTables } from '../../server/src/platform/distributed/distribute-tables.ts'
import { killParts } from '../cluster/cluster-processes.ts'
import { ClusterError } from '../cluster/cluster-programs.ts'
import { killCitusNodes } from './citus-kills.ts'
import { assertInstalled, type CitusNodes, OWNER, startCitusNodes, urlOf } from './citus-nodes.ts'

/**
 * Runs the server's tests on tables that are distributed over one coordinator and two workers, and then kills each of these while shops
 * sell. `npm run proof -- citus [NAME...]`: only the test files whose path contains one of the names; `--kills`: only the kills.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const MIGRATIONS_DIR = join(ROOT, 'server/migrations')
const TEMPLATE = 'galla'
/** Few for the tests, because each test file has its own database. */
const SHARDS = { tests: 4, kills: 32 } as const
const KILLS_OF_EACH = 2

const createDistributed = async (nodes: CitusNodes, shards: number): Promise<void> => {
  await nodes.createDatabase(TEMPLATE)
  const connectionString = urlOf('coordinator', OWNER, TEMPLATE)
  await migrate(connectionString, MIGRATIONS_DIR)
  const client = await connectClient(connectionString, 'galla proof')
  try {
    await client.query(`set citus.shard_count = ${shards}`)
    await distributeTables(client)
  } finally {
    await client.end()
  }
  // A database can be copied only without connections, and Citus keeps one until a restart.
  await nodes.restart()
}

/** The server's tests, or those whose path contains one of the names. */
const runTests = async (names: readonly string[]): Promise<number> => {
  const GALLA_TEST_SERVERS = JSON.stringify({
    connectionString: urlOf('coordinator', OWNER, TEMPLATE),
    superuserConnectionString: urlOf('coordinator', 'postgres', TEMPLATE),
    otherServers: [urlOf('worker1', 'postgres', TEMPLATE), urlOf('worker2', 'postgres', TEMPLATE)],
    migrationError: '',
  })
  const chosen = names.length === 0 ? ['server/src/'] : names
  const command = ['node_modules/vitest/vitest.mjs', 'run', ...chosen]
  const run = spawn(process.execPath, command, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, GALLA_TEST_SERVERS },
  })
  process.once('exit', () => run.kill('SIGKILL'))
  const [code] = await once(run, 'exit')
  return code ?? 1
}

type Work = (nodes: CitusNodes, folder: string) => Promise<number>

/** Runs `work` on new nodes, in a folder that is kept when it finds faults. */
const onNodes = async (options: { durable: boolean; shards: number }, work: Work): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), 'galla-citus-'))
  // PostgreSQL runs as another user when this is started as root.
  chmodSync(folder, 0o711)
  const nodes = await startCitusNodes(folder, options)
  let faults: number | undefined
  try {
    await createDistributed(nodes, options.shards)
    faults = await work(nodes, folder)
    return faults
  } finally {
    await nodes.stop()
    if (faults === 0) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    else console.error(`The logs are in ${folder}`)
  }
}

const main = async (): Promise<number> => {
  assertInstalled()
  process.once('exit', killParts)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  const names = process.argv.slice(2)
  const tests = names.includes('--kills')
    ? 0
    : await onNodes({ durable: false, shards: SHARDS.tests }, () => runTests(names))
  const isWhole = names.length === 0 || names.includes('--kills')
  const kills = isWhole
    ? await onNodes({ durable: true, shards: SHARDS.kills }, (nodes, folder) =>
        killCitusNodes(folder, nodes, { database: TEMPLATE, times: KILLS_OF_EACH }),
      )
    : 0
  return tests + kills === 0 ? 0 : 1
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof ClusterError ? error.message : error)
    process.exit(2)
  },
)
