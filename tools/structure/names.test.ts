import { describeRules, type RuleCase, type Tree, X } from './structure-harness.ts'

const inOrders = (text: string): Tree => ({ 'server/src/orders/a.ts': `${text}\n` })
const inOrdersFinding = (what: string): string => `server/src/orders/a.ts:1: ${what};`

const NAMES: RuleCase[] = [
  {
    rule: 'no file has an empty name',
    bad: { 'web/src/date-utils.ts': X },
    finding: 'web/src/date-utils.ts:1: a file named utils',
    good: { 'web/src/indian-dates.ts': X },
  },
  {
    rule: 'no folder has an empty name',
    bad: { 'web/src/common/dates.ts': X },
    finding: 'web/src/common/dates.ts:1: a file named common',
    good: { 'web/src/parts/dates.ts': X },
  },
  {
    rule: 'types live with their rules',
    bad: { 'server/src/orders/types.ts': X },
    finding: 'server/src/orders/types.ts:1: a file named types',
    good: { 'server/src/platform/database/database-types.ts': X },
  },
  {
    rule: 'no class is called by its rank',
    bad: { 'server/src/orders/a.ts': 'export class OrderService {}\n' },
    finding: 'server/src/orders/a.ts:1: OrderService',
    good: { 'server/src/orders/a.ts': 'export class Refusal {}\n' },
  },
  {
    rule: 'there is no index file',
    bad: { 'upi/src/index.ts': X },
    finding: 'upi/src/index.ts:1: an index file',
    good: { 'upi/src/vpa.ts': X },
  },
  {
    rule: 'no file only passes on',
    bad: { 'upi/src/a.ts': "export { x } from './b.ts'\n", 'upi/src/b.ts': X },
    finding: 'upi/src/a.ts:1: a file that only passes on',
    good: { 'upi/src/a.ts': "export { x } from './b.ts'\nexport const y = 2\n", 'upi/src/b.ts': X },
  },
  {
    rule: 'a function of a store begins with a standard verb',
    bad: { 'server/src/orders/order-store.ts': 'export const putOrder = (db: Queryable) => db.run()\n' },
    finding:
      'server/src/orders/order-store.ts:1: a store function named putOrder; begin with a standard verb',
    good: {
      'server/src/orders/order-store.ts':
        'export const saveOrder = (db: Queryable) => db.run()\nexport const orderFrom = (row: Row) => row\n',
    },
  },
]

const RESTRICTIONS: RuleCase[] = [
  {
    rule: 'letters are written in one way',
    bad: inOrders('export const notify = (deps) => deps.mailer.send(1)'),
    finding: inOrdersFinding('deps.mailer.send'),
    good: {
      'server/src/merchants/email-merchant.ts': 'export const notify = (mailer) => mailer.send(1)\n',
    },
  },
  {
    rule: 'a form of the web app is made in one way',
    bad: { 'web/src/features/orders/a.tsx': 'export const form = useForm({})\n' },
    finding: 'web/src/features/orders/a.tsx:1: useForm',
    good: { 'web/src/features/orders/a.tsx': 'export const form = useCheckedForm({})\n' },
  },
  {
    rule: 'Date.now stands in the clock only',
    bad: inOrders('export const x = Date.now()'),
    finding: inOrdersFinding('Date.now'),
    good: { 'server/src/platform/clock.ts': 'export const x = Date.now()\n' },
  },
  {
    rule: 'nor is it handed on as a function',
    bad: inOrders('export const now = globalThis.Date.now'),
    finding: inOrdersFinding('Date.now'),
    good: inOrders('export const now = (clock: Clock) => clock.now()'),
  },
  {
    rule: 'a date is made from a time, not from the moment',
    bad: inOrders('export const x = new Date()'),
    finding: inOrdersFinding('Date'),
    good: inOrders('export const x = (ms: number) => new Date(ms)'),
  },
  {
    rule: 'performance.now stands where it measures',
    bad: inOrders('export const x = performance.now()'),
    finding: inOrdersFinding('performance.now'),
    good: { 'bench/a.ts': 'export const x = performance.now()\n' },
  },
  {
    rule: 'Math.random stands nowhere',
    bad: { 'web/src/a.ts': 'export const x = Math.random()\n' },
    finding: 'web/src/a.ts:1: Math.random',
    good: { 'web/src/a.ts': 'export const x = Math.round(1.5)\n' },
  },
  {
    rule: 'the server waits by its clock, the browser by timers',
    bad: inOrders('setTimeout(() => {}, 5)'),
    finding: inOrdersFinding('setTimeout'),
    good: { 'web/src/a.ts': 'setTimeout(() => {}, 5)\n' },
  },
  {
    rule: 'ids come from platform',
    bad: inOrders('export const x = crypto.randomUUID()'),
    finding: inOrdersFinding('crypto.randomUUID'),
    good: { 'server/src/platform/ids.ts': 'export const x = crypto.randomUUID()\n' },
  },
  {
    rule: 'the environment is read once',
    bad: inOrders('export const x = process.env.PORT'),
    finding: inOrdersFinding('process.env'),
    good: { 'server/src/main.ts': 'export const x = process.env\n' },
  },
  {
    rule: 'the web app fetches in one function',
    bad: { 'web/src/features/orders.tsx': "export const x = fetch('/a')\n" },
    finding: 'web/src/features/orders.tsx:1: fetch',
    good: { 'web/src/api/api.ts': "export const x = fetch('/a')\n" },
  },
  {
    rule: 'the server fetches by its guarded way out',
    bad: inOrders("export const x = globalThis.fetch('https://a.example')"),
    finding: inOrdersFinding('fetch'),
    good: { 'server/src/platform/http-client/outgoing.ts': "export const x = fetch('https://a.example')\n" },
  },
  {
    rule: 'SQL stands in stores',
    bad: inOrders('export const x = sql`select 1`'),
    finding: inOrdersFinding('sql'),
    good: { 'server/src/orders/order-store.ts': 'export const x = sql`select 1`\n' },
  },
  {
    rule: 'SQL without the tag is SQL too',
    bad: inOrders("export const x = 'update orders set status = 1'"),
    finding: inOrdersFinding('SQL'),
    good: inOrders("export const x = 'Update your plan, or wait'"),
  },
  {
    rule: 'the server speaks by its log',
    bad: inOrders("console.log('x')"),
    finding: inOrdersFinding('console.log'),
    good: { 'server/src/platform/report-failure.ts': "console.log('x')\n" },
  },
]

const TESTS: RuleCase[] = [
  {
    rule: 'no test runs alone',
    bad: { 'upi/src/a.test.ts': "it.only('x', () => {})\n" },
    finding: 'upi/src/a.test.ts:1: it.only',
    good: { 'upi/src/a.test.ts': "it('x', () => {})\n" },
  },
  {
    rule: 'no test is left out but for what the machine lacks',
    bad: { 'e2e/a.ts': "test.describe.skip('x', () => {})\n" },
    finding: 'e2e/a.ts:1: test.describe.skip',
    good: { 'upi/src/a.test.ts': "it.skipIf(process.getuid?.() !== 0)('x', () => {})\n" },
  },
  {
    rule: 'no test sleeps',
    bad: { 'upi/src/a.test.ts': 'await new Promise((resolve) => setTimeout(resolve, 50))\n' },
    finding: 'upi/src/a.test.ts:1: a test that sleeps',
    good: { 'upi/src/a.test.ts': 'await new Promise((_, reject) => setTimeout(reject, 50))\n' },
  },
  {
    rule: 'nor by a timer that was renamed',
    bad: {
      'upi/src/a.test.ts': "import { setTimeout as pause } from 'node:timers/promises'\nawait pause(50)\n",
    },
    finding: 'upi/src/a.test.ts:2: a test that sleeps',
    good: { 'upi/src/a.test.ts': "import { pause } from './player.ts'\nawait pause(50)\n" },
  },
  {
    rule: 'nor by another name',
    bad: { 'e2e/a.test.ts': 'await page.waitForTimeout(500)\n' },
    finding: 'e2e/a.test.ts:1: a test that sleeps',
    good: { 'e2e/a.test.ts': "await page.waitForURL('**/orders')\n" },
  },
]

describeRules('names', NAMES)
describeRules('restricted names', RESTRICTIONS)
describeRules('tests', TESTS)
