import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test, vi } from 'vitest'
import { manualClock } from '../../server/src/platform/clock.ts'
import { createHttpServer } from '../../server/src/platform/http/http-server.ts'
import { randomIds } from '../../server/src/platform/ids.ts'
import {
  buildsPatterns,
  meetsOutsideText,
  type Pattern,
  slowText,
  whySlow,
  writtenPatterns,
} from './slow-patterns.ts'
import { readRepository } from './source.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The files that build patterns out of texts; `build` makes all of them do it. */
const BUILDERS = [
  'server/src/bank-statements/fee-columns.ts',
  'server/src/platform/http/error-replies.ts',
  'upi/src/alert-amount.ts',
  'upi/src/alert-ignored.ts',
  'upi/src/alert-payer.ts',
  'upi/src/alert-text.ts',
  'upi/src/otp.ts',
  'upi/src/rail.ts',
  'upi/src/sentences/sentence-pattern.ts',
  'web/src/format/role-labels.ts',
]
/** Of the guide's own texts. */
const OF_OUR_OWN_TEXTS = /^web\/src\/(?:features\/docs\/guide|components\/finder)\//

const build = async (): Promise<void> => {
  // Another test file of this process may have loaded them already.
  vi.resetModules()
  const settings = { production: true, publicUrl: new URL('https://pay.example'), trustProxy: [] }
  const clock = manualClock(new Date(0))
  const app = createHttpServer({ settings, log: noLog, clock, ids: randomIds })
  app.get('/api/v1/orders/:orderId/checks/:checkId', () => '')
  await app.close()
  await import('@galla/upi/trusted-alert')
  await import('../../server/src/bank-statements/fee-columns.ts')
  const { parseAlert } = await import('@galla/upi/alert')
  parseAlert({ text: 'Rs 5 credited to A/c X1 by UPI from a@bank Ref 632500000001' })
}

const noLog = { info() {}, warn() {}, error() {}, debug() {} }
const NativeRegExp = RegExp
let patterns: Pattern[]
let builders: string[]
const built: Pattern[] = []

beforeAll(async () => {
  const sources = readRepository(ROOT).sources.filter(meetsOutsideText)
  builders = sources.filter(buildsPatterns).map(({ path }) => path)
  globalThis.RegExp = new Proxy(NativeRegExp, {
    construct(target, given, newTarget) {
      const pattern = Reflect.construct(target, given, newTarget)
      built.push({ source: pattern.source, flags: pattern.flags, at: 'built' })
      return pattern
    },
  })
  try {
    await build()
  } finally {
    globalThis.RegExp = NativeRegExp
  }
  patterns = [...sources.flatMap(writtenPatterns), ...built]
})

test('the files that build patterns are known', () => {
  expect(builders.filter((path) => !OF_OUR_OWN_TEXTS.test(path)).sort()).toEqual(BUILDERS)
  expect(built.length).toBeGreaterThan(60)
  expect(patterns.length).toBeGreaterThan(400)
})

test('each pattern takes linear time by the analysis of its automaton', () => {
  const slow = patterns.flatMap((pattern) => {
    const why = whySlow(pattern)
    return why === undefined ? [] : [`${pattern.at} /${pattern.source}/${pattern.flags}: ${why}`]
  })
  expect(slow).toEqual([])
})

test('no pattern takes four times as long for a text of twice the length', () => {
  const slow = patterns.flatMap((pattern) => {
    const text = slowText(pattern)
    return text === undefined
      ? []
      : [`${pattern.at} /${pattern.source}/: ${JSON.stringify(text.slice(0, 30))}`]
  })
  expect(slow).toEqual([])
})

test.each([
  [String.raw`\s+$`, ''],
  ['^(?:a|ab?)*c$', ''],
  [String.raw`[\w.-]+@[a-z]\w+`, 'gi'],
  [String.raw`[\w.-]{1,256}@[a-z]\w+`, 'gi'],
  [String.raw`^[^\s@]+@[^\s@]+\.[^\s@]+$`, ''],
])('/%s/%s would be found', (source, flags) => {
  const pattern = { source, flags, at: '' }
  expect(whySlow(pattern) ?? slowText(pattern)).toBeDefined()
})
