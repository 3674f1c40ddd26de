import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { tablerIcons } from './web/tabler-icons.ts'

/** What `npm test -- --slow` sets: the files that repeat a guarantee longer, each with ten times the random cases. */
const { GALLA_TEST_SUITE: suite, GALLA_TEST_SERVERS: citus } = process.env
const FUZZ_TIMES = 10

const isSlow = suite === 'slow'
const provide = { fuzzTimes: isSlow ? FUZZ_TIMES : 1 }
const DATABASE_FREE = '{upi,contract,checkout,web,sdk}/**/*.test.{ts,tsx}'
const WITH_DATABASE = '{server,embedded-postgres,tools}/**/*.test.ts'
const ONLY_SLOW = '**/*.slow.test.ts'
const NOT_OURS = ['**/node_modules/**', '**/dist/**']

/** `npm test -- --slow` runs what has more cases there: `*.slow.test.ts`, and each file that takes its number of cases from `fuzzRuns`. */
const inSuite = (pattern: string): string[] =>
  isSlow
    ? globSync(pattern, { exclude: NOT_OURS }).filter(
        (path) => path.endsWith('.slow.test.ts') || readFileSync(path, 'utf8').includes('/fuzz-harness'),
      )
    : [pattern]
const exclude = isSlow ? NOT_OURS : [...NOT_OURS, ONLY_SLOW]

const shared = {
  // No test replaces a module, and no module keeps what a test did: files may share a worker's modules.
  pool: 'forks' as const,
  isolate: false,
  // What is waited for is an event; how long it may take says nothing on a machine with other work. No test states less.
  testTimeout: isSlow ? 900_000 : 300_000,
  hookTimeout: 300_000,
  // On Citus some tests are red and wait in vain.
  expect: { poll: { timeout: citus === undefined ? 60_000 : 15_000, interval: 20 } },
  provide,
  exclude,
  setupFiles: ['./tools/test-run/seed-properties.ts'],
  restoreMocks: true,
}

export default defineConfig({
  test: {
    // Two cores are what the slowest machine has. With two workers they idled for almost half of the time: the longest tests wait.
    maxWorkers: 3,
    teardownTimeout: 20_000,
    // A change of package.json is no reason for `npm run check` to take every test for related.
    forceRerunTriggers: [],
    dangerouslyIgnoreUnhandledErrors: false,
    projects: [
      { plugins: [tablerIcons()], test: { ...shared, name: 'unit', include: inSuite(DATABASE_FREE) } },
      {
        test: {
          ...shared,
          name: 'integration',
          include: inSuite(WITH_DATABASE),
          globalSetup: ['./server/testing/database.ts'],
        },
      },
    ],
  },
})
