import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{upi,contract,embedded-postgres,server,checkout,tools,web,sdk,bench}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**', 'e2e/**'],
    globalSetup: ['./server/testing/database.ts'],
    pool: 'forks',
    // Two cores are what the slowest machine has; more workers would only make the timed tests wait for each other.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What is waited for is an event; how long it may take says nothing on a machine with other work.
    expect: { poll: { timeout: 20_000, interval: 20 } },
    teardownTimeout: 20_000,
    dangerouslyIgnoreUnhandledErrors: false,
    passWithNoTests: false,
    restoreMocks: true,
  },
})
