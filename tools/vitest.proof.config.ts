import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tools/**/*.proof.ts'],
    globalSetup: ['./server/testing/database.ts'],
    pool: 'forks',
    // The first start of a compiler is slow.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    passWithNoTests: false,
  },
})
