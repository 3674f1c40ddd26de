import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, run, runCaptured } from '../setup/run.mjs'
import { failureLines, failuresOfPlaywright, failuresOfVitest } from './failures.mjs'
import { slowestLines } from './slowest.mjs'
import { sumLine, sumOfPlaywright, sumOfStep, sumOfVitest } from './sum.mjs'

/**
 * @typedef {import('./sum.mjs').Sum} Sum
 * @typedef {(name: string, work: (command: Run) => Promise<Sum>) => Promise<void>} Step
 * @typedef {(command: string[], options?: { cwd?: string, env?: NodeJS.ProcessEnv }) => Promise<number>} Run
 * @typedef {{ vitest: string, playwright: string }} Reports files that the test runners write
 */

/**
 * Runs steps, all of them whatever fails, and prints what failed, the slowest test files and the sum as the last line.
 * @param {(step: Step, quietStep: Step, reports: Reports) => Promise<void>} allSteps `quietStep` prints what its programs wrote
 *   when it has ended, so that it can run in parallel with others
 * @returns {Promise<number>} the exit code
 */
export async function runSteps(allSteps) {
  const folder = mkdtempSync(join(tmpdir(), 'galla-reports-'))
  const reports = { vitest: join(folder, 'vitest.json'), playwright: join(folder, 'playwright.json') }
  /** @type {Sum[]} */
  const sums = []
  /** @type {string[]} */
  const failedSteps = []
  /** @type {(name: string, work: () => Promise<Sum>) => Promise<void>} */
  const record = async (name, work) => {
    const startedMs = performance.now()
    const sum = await work().catch((error) => {
      console.error(error instanceof Error ? error.message : error)
      return sumOfStep(1)
    })
    sums.push(sum)
    if (sum.failed > 0) failedSteps.push(name)
    console.log(`-- ${name}: ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`)
  }
  /** @type {Step} */
  const step = async (name, work) => {
    console.log(`\n== ${name}`)
    await record(name, () => work(run))
  }
  /** @type {Step} */
  const quietStep = async (name, work) => {
    /** @type {string[]} */
    const output = []
    await record(name, () =>
      work(async (command, options) => {
        const { code, text } = await runCaptured(command, options)
        output.push(text)
        return code
      }).finally(() => console.log(`\n== ${name}\n${output.join('')}`)),
    )
  }
  try {
    await allSteps(step, quietStep, reports)
    const [vitest, playwright] = [read(reports.vitest), read(reports.playwright)]
    for (const line of slowestLines(vitest, playwright, root)) console.log(line)
    console.log(failedSteps.length > 0 ? `\nFailed: ${failedSteps.join('; ')}` : '')
    for (const line of failureLines([...failuresOfVitest(vitest, root), ...failuresOfPlaywright(playwright)]))
      console.log(line)
    console.log(sumLine(sums))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return failedSteps.length > 0 ? 1 : 0
}

/**
 * @param {Run} command
 * @param {string} node
 * @param {string[]} options of Vitest
 * @param {Reports} reports
 * @param {NodeJS.ProcessEnv} env
 */
export async function runVitest(command, node, options, reports, env) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reports.vitest}`]
  const code = await command([node, 'node_modules/vitest/vitest.mjs', 'run', ...reporters, ...options], {
    env,
  })
  return sumOfVitest(read(reports.vitest), code)
}

/**
 * @param {Run} command
 * @param {string} node
 * @param {string[]} options of Playwright
 * @param {Reports} reports
 * @param {NodeJS.ProcessEnv} env
 */
export async function runPlaywright(command, node, options, reports, env) {
  const playwright = [node, '../node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json']
  const code = await command([...playwright, ...options], {
    cwd: join(root, 'e2e'),
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: reports.playwright },
  })
  return sumOfPlaywright(read(reports.playwright), code)
}

/**
 * @param {string} file
 * @returns {string | undefined}
 */
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
