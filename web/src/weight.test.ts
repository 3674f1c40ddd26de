import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'

const KB = 1000
const PUBLIC_BUDGET_BYTES = 170 * KB
const ORDERS_BUDGET_BYTES = 220 * KB
const BUILD_TIMEOUT_MS = 60_000

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

const web = join(dirname(fileURLToPath(import.meta.url)), '..')
const out = mkdtempSync(join(tmpdir(), 'galla-web-weight-'))
let manifest: Record<string, Chunk> = {}

beforeAll(() => {
  const vite = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url))
  // A process of its own: in this one NODE_ENV is test, and React would come in its development build.
  execFileSync(process.execPath, [vite, 'build', '--outDir', out, '--emptyOutDir', '--manifest'], {
    cwd: web,
    env: { NODE_ENV: 'production' },
    stdio: 'pipe',
  })
  manifest = JSON.parse(readFileSync(join(out, '.vite/manifest.json'), 'utf8'))
}, BUILD_TIMEOUT_MS)

afterAll(() => rmSync(out, { recursive: true, force: true }))

/** Every script that must be there before the page can show, each counted once, as brotli sends it. */
function scriptBytes(...entries: readonly string[]): number {
  const files = new Set<string>()
  const collect = (name: string): void => {
    const chunk = manifest[name]
    if (chunk === undefined) throw new Error(`no chunk ${name}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) collect(imported)
  }
  for (const entry of entries) collect(entry)
  return [...files]
    .map((file) => brotliCompressSync(readFileSync(join(out, file))).length)
    .reduce((sum, bytes) => sum + bytes, 0)
}

const page = (path: string) => scriptBytes('index.html', `src/pages/${path}`)
const dashboardPage = (path: string) =>
  scriptBytes('index.html', 'src/shell/dashboard-shell.tsx', `src/pages/${path}`)

test.each([
  'home/home-page.tsx',
  'login/login-page.tsx',
  'register/register-page.tsx',
  'simulator/simulator-page.tsx',
])('%s needs at most 170 KB of script', (path) => {
  const bytes = page(path)
  expect(bytes).toBeGreaterThan(scriptBytes('index.html'))
  expect(bytes).toBeLessThanOrEqual(PUBLIC_BUDGET_BYTES)
})

test.each([
  'orders/orders-page.tsx',
  'payment-link/payment-link-page.tsx',
  'profile/profile-page.tsx',
  'api-documentation/api-documentation-page.tsx',
])('%s needs at most 220 KB of script', (path) => {
  expect(dashboardPage(path)).toBeLessThanOrEqual(ORDERS_BUDGET_BYTES)
})
