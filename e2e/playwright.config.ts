import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { OPERATOR_EMAIL, OPERATOR_PASSWORD, ORIGIN, PORT } from './support/place.ts'

const { GALLA_CHROMIUM: named } = process.env
const browser =
  named ??
  ['chromium-headless-shell', 'chromium', 'chromium-browser']
    .map((name) => `/usr/bin/${name}`)
    .find((path) => existsSync(path))
// Chromium's own sandbox does not start as root.
const asRoot = process.getuid?.() === 0

/** Of this run alone. Each worker reads this file as well. */
const makeDataDir = (): string => {
  const dir = mkdtempSync(join(tmpdir(), 'galla-e2e-'))
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
  return dir
}
const isWorker = process.env.TEST_WORKER_INDEX !== undefined

/** `npm test -- --slow` repeats the stories that look at a page at more widths, or do more in it. */
const repeatsWidths = (story: string): boolean =>
  /expectNothingFound|GALLA_TEST_SUITE/.test(readFileSync(join(STORIES, story), 'utf8'))
const STORIES = fileURLToPath(new URL('stories', import.meta.url))
const isSlow = process.env.GALLA_TEST_SUITE === 'slow'

export default defineConfig({
  ...(isSlow ? { testMatch: readdirSync(STORIES).filter(repeatsWidths) } : {}),
  testDir: 'stories',
  // Node takes the types away itself, and keeps what it compiled: Babel takes four times as long for the first run.
  build: { external: ['**/*'] },
  globalTeardown: './global-ledger-check.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // Vitest runs at the same time and takes longer: with three browsers, on a slow machine both wait for a processor.
  workers: 2,
  retries: 0,
  // As in vitest.config.ts: how long what is waited for takes says nothing on a busy machine. No story states less.
  timeout: isSlow ? 600_000 : 240_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: ORIGIN,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    actionTimeout: 30_000,
    // What moves is drawn sixty times a second by the processor. The looks at a page see to how long things move.
    contextOptions: { reducedMotion: 'reduce' },
    // A failure keeps the page's picture and its words. `--trace on` tells every step, and costs every story a tenth more.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(browser === undefined ? {} : { executablePath: browser }),
      args: asRoot ? ['--no-sandbox'] : [],
    },
  },
  webServer: {
    command: 'node ../server/src/main.ts',
    url: `${ORIGIN}/readyz`,
    timeout: 240_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      PORT: String(PORT),
      ...(isWorker ? {} : { DATA_DIR: makeDataDir() }),
      LOG_LEVEL: 'warn',
      OPERATOR_EMAIL,
      OPERATOR_PASSWORD,
    },
  },
})
