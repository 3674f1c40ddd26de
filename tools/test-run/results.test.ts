import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { lastLines, resultsOf } from './results.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(ROOT, 'node_modules/.cache/galla-results-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const TESTS = (runner: string, skip: string): string => `
import { expect, test } from '${runner}'
test('stands', () => { expect(1).toBe(1) })
${skip}('waits', () => {})
test('breaks <1> & "2"', () => {
  expect(1, 'one').toBe(2)
})`

/** Runs a real runner in a folder of its own, and reads what it reports. */
const run = (cli: string, files: Record<string, string>, args: readonly string[]) => {
  const own = mkdtempSync(join(folder, 'run-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(own, name), text)
  const report = join(own, 'report.xml')
  const ours = ([name]: [string, unknown]): boolean => !/^(VITEST|TEST|NODE_OPTIONS|PLAYWRIGHT)/.test(name)
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(ours)),
    PLAYWRIGHT_JUNIT_OUTPUT_FILE: report,
  }
  const { status } = spawnSync(process.execPath, [join(ROOT, cli), ...args], { cwd: own, env })
  return resultsOf(readFileSync(report, 'utf8'), status ?? 1)
}

test("Vitest's failures are counted and listed with file, line and message, a file that cannot be loaded too", () => {
  const files = {
    'a.test.ts': TESTS('vitest', 'test.skip'),
    'b.test.ts': "import './missing.ts'\n",
    'vitest.config.ts': 'export default {}\n',
  }
  const { passed, failed } = run('node_modules/vitest/vitest.mjs', files, [
    'run',
    '--root=.',
    '--reporter=junit',
    '--outputFile=report.xml',
  ])
  expect(passed).toBe(1)
  expect([...failed].sort()).toEqual([
    expect.stringMatching(/^a\.test\.ts:6 > breaks <1> & "2": AssertionError: one: expected 1 to be 2/),
    expect.stringMatching(/^b\.test\.ts:1 > b\.test\.ts: .*missing/),
  ])
})

test("Playwright's too", () => {
  const files = {
    'a.spec.mjs': TESTS('@playwright/test', 'test.skip'),
    'playwright.config.mjs': 'export default {}\n',
    'package.json': '{ "type": "module" }',
  }
  const { passed, failed } = run('node_modules/@playwright/test/cli.js', files, ['test', '--reporter=junit'])
  expect(passed).toBe(1)
  expect(failed).toEqual([
    expect.stringMatching(/^a\.spec\.mjs:6 > breaks <1> & "2": Error: one; .*Expected: 2; Received: 1$/),
  ])
})

test('a runner that crashed or ran nothing has failed', () => {
  for (const report of [undefined, '', '<testsuites></testsuites>'])
    expect(resultsOf(report, 0)).toEqual({ passed: 0, failed: [expect.stringContaining('it ended with 0')] })
  const one = '<testcase classname="a" name="b" time="1"/>'
  expect(resultsOf(one, 0)).toEqual({ passed: 1, failed: [] })
  expect(resultsOf(one, 1).failed).toHaveLength(1)
})

test('the last lines are what failed, at most 40, and the sum', () => {
  const steps = new Map([
    ['types', { passed: 1, failed: [] }],
    ['tests', { passed: 5, failed: Array.from({ length: 42 }, (_, n) => `a.test.ts:${n} > breaks`) }],
  ])
  const lines = lastLines(steps)
  expect(lines).toHaveLength(42)
  expect(lines[0]).toBe('  tests: a.test.ts:0 > breaks')
  expect(lines.slice(-2)).toEqual(['  and 2 more', '6 passed, 42 failed'])
})
