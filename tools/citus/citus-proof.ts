import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { connectClient } from '../../server/src/platform/database/one-off-connection.ts'
import { distributeTables } from '../../server/src/platform/distributed/distribute-tables.ts'
import { killParts } from '../cluster/cluster-processes.ts'
import { ClusterError } from '../cluster/cluster-programs.ts'
import { measureIdle } from './citus-idle.ts'
import { killCitusNodes } from './citus-kills.ts'
import { assertInstalled, type CitusNodes, OWNER, startCitusNodes, urlOf } from './citus-nodes.ts'

/**
 * Runs the server's tests on tables that are distributed over one coordinator and two workers, and then kills each of these while shops
 * sell. `npm run proof -- citus [NAME...]`: only the test files whose path contains one of the names; `--kills`: only the kills; `--idle`:
 * only the load of idle servers.
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

interface Results {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/** The kind of a message, without its names and numbers. */
const kindOf = (message: string): string =>
  (message.split('\n', 1)[0] ?? '')
    .replaceAll(/"[^"]*"|'[^']*'/g, '…')
    .replaceAll(/\d+/g, 'N')
    .slice(0, 160)

const report = (file: string): number => {
  const results: Results = JSON.parse(readFileSync(file, 'utf8'))
  const kinds = new Map<string, string[]>()
  for (const { name, message, assertionResults } of results.testResults) {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    const messages = failed.map(({ failureMessages }) => failureMessages[0] ?? '')
    if (failed.length === 0 && message !== '') messages.push(message)
    for (const each of messages) {
      const kind = kindOf(each)
      kinds.set(kind, [...(kinds.get(kind) ?? []), name.slice(ROOT.length)])
    }
  }
  for (const [kind, files] of [...kinds].sort(([, one], [, other]) => other.length - one.length))
    console.log(`${files.length} x ${kind}\n    ${[...new Set(files)].join(' ')}`)
  console.log(`${results.numPassedTests} passed, ${results.numFailedTests} failed`)
  return kinds.size
}

const runTests = async (names: readonly string[], folder: string): Promise<number> => {
  const outputFile = join(folder, 'results.json')
  const GALLA_TEST_SERVERS = JSON.stringify({
    connectionString: urlOf('coordinator', OWNER, TEMPLATE),
    superuserConnectionString: urlOf('coordinator', 'postgres', TEMPLATE),
    otherServers: [urlOf('worker1', 'postgres', TEMPLATE), urlOf('worker2', 'postgres', TEMPLATE)],
    migrationError: '',
  })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${outputFile}`]
  const command = [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...reporters,
    ...(names.length === 0 ? ['server/src/'] : names),
  ]
  const run = spawn(process.execPath, command, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, GALLA_TEST_SERVERS },
  })
  process.once('exit', () => run.kill('SIGKILL'))
  await once(run, 'exit')
  return report(outputFile)
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
  if (names.includes('--idle'))
    return onNodes({ durable: true, shards: SHARDS.kills }, async (nodes, folder) => {
      await measureIdle(folder, nodes, TEMPLATE)
      return 0
    })
  const tests = names.includes('--kills')
    ? 0
    : await onNodes({ durable: false, shards: SHARDS.tests }, (_, folder) => runTests(names, folder))
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
