import { brotliCompressSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { readBuiltApp } from './built-app.ts'

const KB = 1000
const PUBLIC_BUDGET_BYTES = 170 * KB
const ORDERS_BUDGET_BYTES = 220 * KB
const CHARTS_BUDGET_BYTES = 5 * KB

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

let read: (file: string) => string
let manifest: Record<string, Chunk> = {}

beforeAll(() => {
  read = readBuiltApp()
  manifest = JSON.parse(read('.vite/manifest.json'))
})

/** Pages share most of their scripts, and each takes a while to press. */
const pressed = new Map<string, number>()
function pressedBytes(file: string): number {
  const bytes = pressed.get(file) ?? brotliCompressSync(read(file)).length
  pressed.set(file, bytes)
  return bytes
}

/** Every script that must be there before the page can show, each once. */
function scriptsOf(...entries: readonly string[]): readonly string[] {
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
}

/** As brotli sends them. */
const scriptBytes = (...entries: readonly string[]): number =>
  scriptsOf(...entries)
    .map(pressedBytes)
    .reduce((sum, bytes) => sum + bytes, 0)

const page = (path: string) => scriptBytes('index.html', `src/features/${path}`)
const dashboardPage = (path: string) =>
  scriptBytes('index.html', 'src/shell/dashboard-shell.tsx', `src/features/${path}`)

test.each([
  'home/home-page.tsx',
  'login/login-page.tsx',
  'register/register-page.tsx',
  'forgot-password/forgot-password-page.tsx',
  'email-change/confirm-email-page.tsx',
  'email-change/restore-email-page.tsx',
  'reset-password/reset-password-page.tsx',
  'simulator/simulator-page.tsx',
  'pricing/pricing-page.tsx',
])('%s needs at most 170 KB of script', (path) => {
  const bytes = page(path)
  expect(bytes).toBeGreaterThan(scriptBytes('index.html'))
  expect(bytes).toBeLessThanOrEqual(PUBLIC_BUDGET_BYTES)
})

test.each(['README', 'quickstart', 'orders', 'webhooks', 'api'])(
  "the guide's %s needs at most 170 KB of script",
  (name) => {
    const bytes = scriptBytes(
      'index.html',
      'src/features/docs/guide/guide-page.tsx',
      `../docs/guide/${name}.md`,
    )
    expect(bytes).toBeGreaterThan(scriptBytes('index.html'))
    expect(bytes).toBeLessThanOrEqual(PUBLIC_BUDGET_BYTES)
  },
)

test.each([
  'orders/orders-page.tsx',
  'reconciliation/reconciliation-page.tsx',
  'closing/closing-page.tsx',
  'payment-link/payment-link-page.tsx',
  'connect-merchant/connect-merchant-page.tsx',
  'profile/profile-page.tsx',
  'docs/api-documentation/api-documentation-page.tsx',
  'kyc/kyc-page.tsx',
  'new-subscription/new-subscription-page.tsx',
  'manage-subscription/manage-subscription-page.tsx',
])('%s needs at most 220 KB of script', (path) => {
  expect(dashboardPage(path)).toBeLessThanOrEqual(ORDERS_BUDGET_BYTES)
})

test('Orders needs at most 9 scripts, no schemas, and nothing that places popovers', () => {
  const scripts = scriptsOf(
    'index.html',
    'src/shell/dashboard-shell.tsx',
    'src/features/orders/orders-page.tsx',
  )
  expect(scripts.length).toBeLessThanOrEqual(9)
  // zod's own name of its formats.
  expect(scripts.filter((file) => read(file).includes('invalid_format'))).toEqual([])
  // Floating UI's own mark.
  expect(scripts.filter((file) => read(file).includes('data-floating-ui'))).toEqual([])
})

test.each([
  'kyc/kyc-page',
  'merchants-page',
  'merchant-page',
  'plans-page',
  'attention-page',
  'webhooks-page',
  'jobs-page',
  'audit-page',
  'system-page',
])("the operator's %s needs at most 220 KB of script", (name) => {
  const bytes = scriptBytes('index.html', 'src/shell/operator-shell.tsx', `src/features/operator/${name}.tsx`)
  expect(bytes).toBeLessThanOrEqual(ORDERS_BUDGET_BYTES)
})

test('the charts of the dashboard home add at most 5 KB to its scripts', () => {
  const home = ['index.html', 'src/shell/dashboard-shell.tsx', 'src/features/profile/profile-page.tsx']
  const bytes = scriptBytes(...home, 'src/features/profile/charts/charts.tsx') - scriptBytes(...home)
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(CHARTS_BUDGET_BYTES)
})
