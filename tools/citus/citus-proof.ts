import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { connectClient } from '../../server/src/platform/database/one-off-connection.ts'
import { distributeTables } from '../../server/src/platform/distributed/distribute-tables.ts'
import { killParts } from '../cluster/cluster-processes.ts'
import { ClusterError } from '../cluster/cluster-programs.ts'
import { findTestFiles } from '../test-run/test-files.ts'
import { assertInstalled, type CitusNodes, startCitusNodes, urlOf } from './citus-nodes.ts'

/**
 * Runs the server's tests on tables that are distributed over one coordinator and two workers. `npm run proof -- citus [NAME...]`: only the
 * test files whose path contains one of the names.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const MIGRATIONS_DIR = join(ROOT, 'server/migrations')
const TEMPLATE = 'galla'
/** Few, because each test file has a database of its own. */
const SHARDS = 4

const makeTemplate = async (nodes: CitusNodes): Promise<void> => {
  await nodes.createDatabase(TEMPLATE)
  const connectionString = urlOf('coordinator', 'galla', TEMPLATE)
  await migrate(connectionString, MIGRATIONS_DIR)
  const client = await connectClient(connectionString, 'galla proof')
  try {
    await client.query(`set citus.shard_count = ${SHARDS}`)
    await distributeTables(client)
  } finally {
    await client.end()
  }
  // A database can be copied while nobody is connected to it; Citus itself is, until a restart.
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

/** Messages by how often they came: names and numbers in them differ. */
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

const runTests = (names: readonly string[], folder: string): number => {
  const files = findTestFiles(ROOT).integration.filter(
    (path) => path.startsWith('server/') && (names.length === 0 || names.some((name) => path.includes(name))),
  )
  const outputFile = join(folder, 'results.json')
  const GALLA_TEST_SERVERS = JSON.stringify({
    connectionString: urlOf('coordinator', 'galla', TEMPLATE),
    superuserConnectionString: urlOf('coordinator', 'postgres', TEMPLATE),
    otherServers: [urlOf('worker1', 'postgres', TEMPLATE), urlOf('worker2', 'postgres', TEMPLATE)],
    migrationError: '',
  })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${outputFile}`]
  spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...files], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, GALLA_TEST_SERVERS },
  })
  return report(outputFile)
}

const main = async (): Promise<number> => {
  assertInstalled()
  const folder = mkdtempSync(join(tmpdir(), 'galla-citus-'))
  // PostgreSQL runs as another user when this is started as root.
  chmodSync(folder, 0o711)
  process.once('exit', killParts)
  const nodes = await startCitusNodes(folder, { durable: false })
  try {
    await makeTemplate(nodes)
    return runTests(process.argv.slice(2), folder) === 0 ? 0 : 1
  } finally {
    await nodes.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof ClusterError ? error.message : error)
    process.exit(2)
  },
)
