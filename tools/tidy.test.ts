import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tidy } from './tidy.ts'

type Tree = Readonly<Record<string, string>>

/** A tree that breaks a habit, where it is told, and the nearest tree that keeps it. */
interface Case {
  readonly habit: string
  readonly bad: Tree
  readonly told: string
  readonly good: Tree
}

/** Written in two parts, so that this file doesn't break the habits it tests. */
const UNFINISHED = `${'TO'}${'DO'}`
const MACHINE_PATH = `/${'home'}/somebody/galla`

const X = 'export const x = 1\n'
const take = (specifier: string): string => `import { x } from '${specifier}'\nexport const y = x\n`

const ARROWS: Case[] = [
  {
    habit: 'the web app does not look into the server',
    bad: { 'web/src/a.ts': take('../../server/src/app.ts'), 'server/src/app.ts': X },
    told: 'web/src/a.ts:1: web imports ../../server/src/app.ts of server',
    good: { 'web/src/a.ts': take('@galla/contract/orders'), 'contract/src/orders.ts': X },
  },
  {
    habit: 'the web app does not look into the payment page',
    bad: { 'web/src/a.ts': take('@galla/checkout/page') },
    told: 'web/src/a.ts:1: web imports @galla/checkout/page of checkout',
    good: { 'server/src/orders/page-routes.tsx': take('@galla/checkout/page') },
  },
  {
    habit: 'a type is an arrow too',
    bad: { 'upi/src/a.ts': "import type { x } from '@galla/contract/orders'\nexport type Y = x\n" },
    told: 'upi/src/a.ts:1: upi imports @galla/contract/orders of contract',
    good: { 'contract/src/a.ts': "import type { x } from '@galla/upi/vpa'\nexport type Y = x\n" },
  },
  {
    habit: 'an import that waits is an arrow too',
    bad: { 'contract/src/a.ts': "export const x = await import('../../server/src/app.ts')\n" },
    told: 'contract/src/a.ts:1: contract imports',
    good: { 'bench/a.ts': "export const x = await import('../server/src/app.ts')\n" },
  },
  {
    habit: 'a room with a name is entered by it',
    bad: { 'server/src/app.ts': take('../../upi/src/vpa.ts') },
    told: 'server/src/app.ts:1: a path into upi',
    good: { 'server/src/app.ts': take('@galla/upi/vpa') },
  },
  {
    habit: 'the SDK looks nowhere, its tests at the contract',
    bad: { 'sdk/src/a.ts': take('@galla/contract/webhook') },
    told: 'sdk/src/a.ts:1: sdk imports @galla/contract/webhook',
    good: { 'sdk/src/a.test.ts': take('@galla/contract/webhook') },
  },
  {
    habit: 'a pure room does no I/O',
    bad: { 'upi/src/a.ts': take('node:fs') },
    told: 'upi/src/a.ts:1: node:fs where there is no Node',
    good: { 'upi/src/a.test.ts': take('node:fs') },
  },
  {
    habit: 'the driver is spoken to in platform only',
    bad: { 'server/src/orders/order-store.ts': take('pg') },
    told: 'server/src/orders/order-store.ts:1: pg imported here',
    good: { 'server/src/platform/database/database.ts': take('pg') },
  },
]

const FLOORS: Case[] = [
  {
    habit: 'platform knows no feature',
    bad: { 'server/src/platform/a.ts': take('../orders/order.ts'), 'server/src/orders/order.ts': X },
    told: 'server/src/platform/a.ts:1: platform imports ../orders/order.ts',
    good: { 'server/src/orders/a.ts': take('../platform/clock.ts'), 'server/src/platform/clock.ts': X },
  },
  {
    habit: 'platform knows only how the contract speaks',
    bad: { 'server/src/platform/a.ts': take('@galla/contract/orders') },
    told: 'server/src/platform/a.ts:1: platform imports @galla/contract/orders',
    good: { 'server/src/platform/a.ts': take('@galla/contract/refusals') },
  },
  {
    habit: 'a feature does not call the floor above',
    bad: { 'server/src/orders/a.ts': take('../app.ts'), 'server/src/app.ts': X },
    told: 'server/src/orders/a.ts:1: a feature imports ../app.ts above it',
    good: { 'server/src/app.ts': take('./orders/a.ts'), 'server/src/orders/a.ts': X },
  },
  {
    habit: 'a feature imports only those before it',
    bad: { 'server/src/webhooks/a.ts': take('../orders/order.ts'), 'server/src/orders/order.ts': X },
    told: 'server/src/webhooks/a.ts:1: webhooks imports ../orders/order.ts of orders, which stands above',
    good: { 'server/src/orders/a.ts': take('../webhooks/event.ts'), 'server/src/webhooks/event.ts': X },
  },
  {
    habit: 'every folder of the server is a feature of the list',
    bad: { 'server/src/extras/a.ts': X },
    told: 'server/src/extras/a.ts:1: extras is no feature',
    good: { 'server/src/kyc/a.ts': X },
  },
  {
    habit: 'only three files stand on the top floor',
    bad: { 'server/src/wiring.ts': X },
    told: 'server/src/wiring.ts:1: a file on the top floor',
    good: { 'server/src/jobs.ts': X },
  },
  {
    habit: 'HTTP does not speak SQL',
    bad: { 'server/src/orders/a-routes.ts': take('./a-store.ts'), 'server/src/orders/a-store.ts': X },
    told: 'server/src/orders/a-routes.ts:1: routes imports store',
    good: { 'server/src/orders/a-routes.ts': take('./settle.ts'), 'server/src/orders/settle.ts': X },
  },
  {
    habit: 'SQL does not call a use case, told by its reaching out',
    bad: {
      'server/src/orders/a-store.ts': take('./settle.ts'),
      'server/src/orders/settle.ts': take('../platform/clock.ts'),
      'server/src/platform/clock.ts': X,
    },
    told: 'server/src/orders/a-store.ts:1: store imports use case',
    good: {
      'server/src/orders/a-store.ts': take('./order.ts'),
      'server/src/orders/order.ts': take('@galla/contract/orders'),
    },
  },
  {
    habit: 'a use case is not called through another file either',
    bad: {
      'server/src/orders/a-store.ts': take('./between.ts'),
      'server/src/orders/between.ts': take('./settle.ts'),
      'server/src/orders/settle.ts': take('./b-store.ts'),
      'server/src/orders/b-store.ts': X,
    },
    told: 'server/src/orders/a-store.ts:1: store imports use case: ./between.ts',
    good: {
      'server/src/orders/a.ts': take('./settle.ts'),
      'server/src/orders/settle.ts': take('./b-store.ts'),
      'server/src/orders/b-store.ts': X,
    },
  },
  {
    habit: 'only routes render pages',
    bad: { 'server/src/orders/open-order.ts': take('@galla/checkout/page') },
    told: 'server/src/orders/open-order.ts:1: use case imports @galla/checkout/page',
    good: { 'server/src/payment-page/page-routes.ts': take('@galla/checkout/page') },
  },
]

const CIRCLES: Case[] = [
  {
    habit: 'imports go round in no circle, types aside',
    bad: { 'upi/src/a.ts': take('./b.ts'), 'upi/src/b.ts': take('./c.ts'), 'upi/src/c.ts': take('./a.ts') },
    told: 'upi/src/a.ts:1: a circle of imports: upi/src/a.ts → upi/src/b.ts → upi/src/c.ts → upi/src/a.ts',
    good: {
      'upi/src/a.ts': take('./b.ts'),
      'upi/src/b.ts': "import type { y } from './a.ts'\nexport type X = typeof y\nexport const x = 1\n",
    },
  },
]

const NAMES: Case[] = [
  {
    habit: 'no file is a drawer',
    bad: { 'web/src/date-utils.ts': X },
    told: 'web/src/date-utils.ts:1: a file named utils',
    good: { 'web/src/indian-dates.ts': X },
  },
  {
    habit: 'no folder is a drawer',
    bad: { 'web/src/common/dates.ts': X },
    told: 'web/src/common/dates.ts:1: a file named common',
    good: { 'web/src/parts/dates.ts': X },
  },
  {
    habit: 'types live with their rules',
    bad: { 'server/src/orders/types.ts': X },
    told: 'server/src/orders/types.ts:1: a file named types',
    good: { 'server/src/platform/database/database-types.ts': X },
  },
  {
    habit: 'no class is called by its rank',
    bad: { 'server/src/orders/a.ts': 'export class OrderService {}\n' },
    told: 'server/src/orders/a.ts:1: OrderService',
    good: { 'server/src/orders/a.ts': 'export class Refusal {}\n' },
  },
  {
    habit: 'there is no index file',
    bad: { 'upi/src/index.ts': X },
    told: 'upi/src/index.ts:1: an index file',
    good: { 'upi/src/vpa.ts': X },
  },
  {
    habit: 'no file only passes on',
    bad: { 'upi/src/a.ts': "export { x } from './b.ts'\n", 'upi/src/b.ts': X },
    told: 'upi/src/a.ts:1: a file that only passes on',
    good: { 'upi/src/a.ts': "export { x } from './b.ts'\nexport const y = 2\n", 'upi/src/b.ts': X },
  },
  {
    habit: 'exports have names, except where a tool asks',
    bad: { 'web/src/a.ts': 'export default 1\n' },
    told: 'web/src/a.ts:1: a default export',
    good: { 'web/vite.config.ts': 'export default {}\n' },
  },
]

const inOrders = (text: string): Tree => ({ 'server/src/orders/a.ts': `${text}\n` })
const told = (what: string): string => `server/src/orders/a.ts:1: ${what};`

const RESERVED: Case[] = [
  {
    habit: 'letters are written in one way',
    bad: inOrders('export const tell = (deps) => deps.mailer.send(1)'),
    told: told('deps.mailer.send'),
    good: { 'server/src/merchants/write-to-merchant.ts': 'export const tell = (mailer) => mailer.send(1)\n' },
  },
  {
    habit: 'Date.now stands in the clock only',
    bad: inOrders('export const x = Date.now()'),
    told: told('Date.now'),
    good: { 'server/src/platform/clock.ts': 'export const x = Date.now()\n' },
  },
  {
    habit: 'nor is it handed on as a function',
    bad: inOrders('export const now = globalThis.Date.now'),
    told: told('Date.now'),
    good: inOrders('export const now = (clock: Clock) => clock.now()'),
  },
  {
    habit: 'a date is made from a time, not from the moment',
    bad: inOrders('export const x = new Date()'),
    told: told('Date'),
    good: inOrders('export const x = (ms: number) => new Date(ms)'),
  },
  {
    habit: 'performance.now stands where it measures',
    bad: inOrders('export const x = performance.now()'),
    told: told('performance.now'),
    good: { 'bench/a.ts': 'export const x = performance.now()\n' },
  },
  {
    habit: 'Math.random stands nowhere',
    bad: { 'web/src/a.ts': 'export const x = Math.random()\n' },
    told: 'web/src/a.ts:1: Math.random',
    good: { 'web/src/a.ts': 'export const x = Math.round(1.5)\n' },
  },
  {
    habit: 'the server waits by its clock, the browser by timers',
    bad: inOrders('setTimeout(() => {}, 5)'),
    told: told('setTimeout'),
    good: { 'web/src/a.ts': 'setTimeout(() => {}, 5)\n' },
  },
  {
    habit: 'ids come from platform',
    bad: inOrders('export const x = crypto.randomUUID()'),
    told: told('crypto.randomUUID'),
    good: { 'server/src/platform/ids.ts': 'export const x = crypto.randomUUID()\n' },
  },
  {
    habit: 'the environment is read once',
    bad: inOrders('export const x = process.env.PORT'),
    told: told('process.env'),
    good: { 'server/src/main.ts': 'export const x = process.env\n' },
  },
  {
    habit: 'the web app fetches in one function',
    bad: { 'web/src/features/orders.tsx': "export const x = fetch('/a')\n" },
    told: 'web/src/features/orders.tsx:1: fetch',
    good: { 'web/src/api/api.ts': "export const x = fetch('/a')\n" },
  },
  {
    habit: 'the server fetches by its guarded way out',
    bad: inOrders("export const x = globalThis.fetch('https://a.example')"),
    told: told('fetch'),
    good: { 'server/src/platform/outgoing.ts': "export const x = fetch('https://a.example')\n" },
  },
  {
    habit: 'SQL stands in stores',
    bad: inOrders('export const x = sql`select 1`'),
    told: told('sql'),
    good: { 'server/src/orders/order-store.ts': 'export const x = sql`select 1`\n' },
  },
  {
    habit: 'SQL without the tag is SQL too',
    bad: inOrders("export const x = 'update orders set status = 1'"),
    told: told('SQL'),
    good: inOrders("export const x = 'Update your plan, or wait'"),
  },
  {
    habit: 'the server speaks by its log',
    bad: inOrders("console.log('x')"),
    told: told('console.log'),
    good: { 'server/src/platform/tell-failure.ts': "console.log('x')\n" },
  },
  {
    habit: 'any is no type',
    bad: inOrders('export const x = (y: any) => y'),
    told: told('any'),
    good: inOrders("export const any = (y: unknown) => y ?? 'any'"),
  },
]

const TESTS: Case[] = [
  {
    habit: 'no test runs alone',
    bad: { 'upi/src/a.test.ts': "it.only('x', () => {})\n" },
    told: 'upi/src/a.test.ts:1: it.only',
    good: { 'upi/src/a.test.ts': "it('x', () => {})\n" },
  },
  {
    habit: 'no test is left out but for what the machine lacks',
    bad: { 'e2e/a.ts': "test.describe.skip('x', () => {})\n" },
    told: 'e2e/a.ts:1: test.describe.skip',
    good: { 'upi/src/a.test.ts': "it.skipIf(process.getuid?.() !== 0)('x', () => {})\n" },
  },
  {
    habit: 'no test sleeps',
    bad: { 'upi/src/a.test.ts': 'await new Promise((resolve) => setTimeout(resolve, 50))\n' },
    told: 'upi/src/a.test.ts:1: a test that sleeps',
    good: { 'upi/src/a.test.ts': 'await new Promise((_, reject) => setTimeout(reject, 50))\n' },
  },
  {
    habit: 'nor by a timer that was renamed',
    bad: {
      'upi/src/a.test.ts': "import { setTimeout as pause } from 'node:timers/promises'\nawait pause(50)\n",
    },
    told: 'upi/src/a.test.ts:2: a test that sleeps',
    good: { 'upi/src/a.test.ts': "import { pause } from './player.ts'\nawait pause(50)\n" },
  },
  {
    habit: 'nor by another name',
    bad: { 'e2e/a.test.ts': 'await page.waitForTimeout(500)\n' },
    told: 'e2e/a.test.ts:1: a test that sleeps',
    good: { 'e2e/a.test.ts': "await page.waitForURL('**/orders')\n" },
  },
]

const LINKS_AND_TEXTS: Case[] = [
  {
    habit: 'an href comes from paths.ts',
    bad: { 'web/src/a.tsx': 'export const A = () => <Link to="/orders">x</Link>\n' },
    told: 'web/src/a.tsx:1: the address /orders written out',
    good: { 'web/src/a.tsx': 'export const A = () => <Link to={paths.orders}>x</Link>\n' },
  },
  {
    habit: 'nor is it put together',
    bad: { 'web/src/a.tsx': 'export const a = (id: string) => navigate(`/pay/$' + '{id}`)\n' },
    told: 'web/src/a.tsx:1: the address /pay/ written out',
    good: { 'web/src/paths.ts': 'export const a = (id: string) => `/pay/$' + '{id}`\n' },
  },
  {
    habit: 'pages never import pages',
    bad: { 'web/src/features/a.tsx': take('./b.tsx'), 'web/src/pages/b.tsx': X },
    told: 'web/src/features/a.tsx:1: the page a.tsx imports the page b.tsx',
    good: { 'web/src/features/a/a.tsx': take('./b.tsx'), 'web/src/pages/a/b.tsx': X },
  },
  {
    habit: 'every dialog is the one that gives the focus back',
    bad: { 'web/src/features/a.tsx': 'export const A = () => <Modal opened>x</Modal>\n' },
    told: 'web/src/features/a.tsx:1: a Modal, which may not give the focus back',
    good: { 'web/src/components/overlay/dialog.tsx': 'export const A = () => <Modal opened>x</Modal>\n' },
  },
  {
    habit: 'every drawer is the one that gives the focus back',
    bad: { 'web/src/components/overlay/dialog.tsx': 'export const A = () => <Drawer opened>x</Drawer>\n' },
    told: 'web/src/components/overlay/dialog.tsx:1: a Drawer, which may not give the focus back',
    good: {
      'web/src/components/overlay/side-drawer.tsx': 'export const A = () => <Drawer opened>x</Drawer>\n',
    },
  },
  {
    habit: 'nothing is left for later',
    bad: { 'upi/src/a.ts': `${X}// ${UNFINISHED}: the rest\n` },
    told: 'upi/src/a.ts:2: an unfinished note',
    good: { 'upi/src/a.ts': `export const x = '${UNFINISHED}'\n` },
  },
  {
    habit: 'SQL included',
    bad: { 'server/migrations/0001-a.sql': `select 1; -- ${UNFINISHED}\n` },
    told: 'server/migrations/0001-a.sql:1: an unfinished note',
    good: { 'server/migrations/0001-a.sql': 'select 1; -- one\n' },
  },
  {
    habit: 'the compiler is not silenced',
    bad: { 'upi/src/a.ts': `// @ts-${'ignore'}\n${X}` },
    told: 'upi/src/a.ts:1: a silenced compiler',
    good: { 'upi/src/a.ts': `// the compiler sees it\n${X}` },
  },
  {
    habit: 'no paper names a path of one machine',
    bad: { 'docs/a.md': `See\n${MACHINE_PATH}/x.md\n` },
    told: 'docs/a.md:2: a path of one machine',
    good: { 'docs/a.md': 'See docs/b.md and the page /home\n' },
  },
]

let folder = ''
let count = 0

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'galla-tidy-'))
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const build = (tree: Tree): string => {
  count += 1
  const root = join(folder, String(count))
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

const findings = (tree: Tree): string[] =>
  tidy(build(tree)).findings.map(({ path, line, what, instead }) => `${path}:${line}: ${what}; ${instead}`)

describe.each([
  { about: 'arrows between rooms', cases: ARROWS },
  { about: 'floors of the server', cases: FLOORS },
  { about: 'circles', cases: CIRCLES },
  { about: 'names', cases: NAMES },
  { about: 'reserved words', cases: RESERVED },
  { about: 'tests', cases: TESTS },
  { about: 'links and texts', cases: LINKS_AND_TEXTS },
])('$about', ({ cases }) => {
  it.each(cases)('$habit', ({ bad, told: line, good }) => {
    expect(findings(bad)).toEqual([expect.stringContaining(line)])
    expect(findings(good)).toEqual([])
  })
})

describe('questions', () => {
  it('lists long files and long functions without refusing them', () => {
    const lines = (count: number): string => 'void 0\n'.repeat(count)
    const tree = {
      'upi/src/file.ts': lines(301),
      'upi/src/fits.ts': lines(300),
      'upi/src/function.ts': `export const long = () => {\n${lines(59)}}\nexport const fits = () => {\n${lines(58)}}\n`,
    }
    const verdict = tidy(build(tree))
    expect(verdict.findings).toEqual([])
    expect(verdict.questions.map(({ path, what }) => `${path}: ${what}`)).toEqual([
      'upi/src/file.ts: 301 lines',
      'upi/src/function.ts: long has 61 lines',
    ])
  })

  it('tells which file can not be read as a program', () => {
    expect(() => tidy(build({ 'upi/src/a.ts': 'const = 1\n' }))).toThrow(/upi\/src\/a\.ts can't be parsed/)
  })
})
