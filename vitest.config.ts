import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { findTestFiles } from './tools/test-run/test-files.ts'
import { tablerIcons } from './web/tabler-icons.ts'

/** What `npm run test:slow` sets: the files that repeat a guarantee longer, each with ten times the random cases. */
const { GALLA_TEST_SUITE: suite, GALLA_TEST_SERVERS: citus } = process.env
const FUZZ_TIMES = 10

const files = findTestFiles(fileURLToPath(new URL('.', import.meta.url)))
const isSlow = suite === 'slow'
const provide = { fuzzTimes: isSlow ? FUZZ_TIMES : 1 }
const inSuite = (list: readonly string[]): string[] =>
  list.filter((path) => !isSlow || files.slow.includes(path))
const slowOnly = isSlow ? files.slow.filter((path) => !files.unit.includes(path)) : []

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
  setupFiles: ['./tools/test-run/seed-properties.ts'],
  restoreMocks: true,
}

export default defineConfig({
  test: {
    // Two cores are what the slowest machine has. With two workers they idled for almost half of the time: the longest tests wait.
    maxWorkers: 3,
    teardownTimeout: 20_000,
    dangerouslyIgnoreUnhandledErrors: false,
    projects: [
      { plugins: [tablerIcons()], test: { ...shared, name: 'unit', include: inSuite(files.unit) } },
      {
        test: {
          ...shared,
          name: 'integration',
          include: isSlow ? slowOnly : [...files.integration],
          globalSetup: ['./server/testing/database.ts'],
        },
      },
    ],
  },
})
