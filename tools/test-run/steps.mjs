import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, run, runCaptured } from '../setup/run.mjs'
import { lastLines, resultsOf } from './results.mjs'

/**
 * @typedef {import('./results.mjs').Results} Results
 * @typedef {(command: string[], options?: { cwd?: string, env?: NodeJS.ProcessEnv }) => Promise<number>} Run
 * @typedef {(name: string, work: (command: Run) => Promise<Results | number>) => Promise<void>} Step
 */

/**
 * Runs steps, all of them whatever fails, and prints what failed and the sum as the last lines. A step that runs no tests counts as one.
 * @param {(step: Step, quietStep: Step) => Promise<void>} allSteps `quietStep` prints what its programs wrote when it has ended, so that
 *   it can run in parallel with others
 * @returns {Promise<number>} the exit code
 */
export async function runSteps(allSteps) {
  /** @type {Map<string, Results>} */
  const steps = new Map()
  /** @type {(name: string, work: () => Promise<Results | number>) => Promise<void>} */
  const record = async (name, work) => {
    const startedMs = performance.now()
    const result = await work().catch((error) => {
      const message = error instanceof Error ? error.message : String(error)
      return { passed: 0, failed: [message] }
    })
    steps.set(name, typeof result === 'number' ? resultsOfTool(result) : result)
    console.log(`-- ${name}: ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`)
  }
  await allSteps(
    async (name, work) => {
      console.log(`\n== ${name}`)
      await record(name, () => work(run))
    },
    async (name, work) => {
      /** @type {string[]} */
      const output = []
      await record(name, () =>
        work(async (command, options) => {
          const { code, text } = await runCaptured(command, options)
          output.push(text)
          return code
        }).finally(() => console.log(`\n== ${name}\n${output.join('')}`)),
      )
    },
  )
  console.log()
  for (const line of lastLines(steps)) console.log(line)
  return [...steps.values()].some(({ failed }) => failed.length > 0) ? 1 : 0
}

/** @param {number} code */
function resultsOfTool(code) {
  return code === 0 ? { passed: 1, failed: [] } : { passed: 0, failed: [`it ended with ${code}`] }
}

/**
 * @param {Run} command
 * @param {string} node
 * @param {readonly string[]} options of Vitest
 * @param {NodeJS.ProcessEnv} env
 */
export function runVitest(command, node, options, env) {
  return withReport(async (file) => {
    const reporters = ['--reporter=default', '--reporter=junit', `--outputFile.junit=${file}`]
    return command([node, 'node_modules/vitest/vitest.mjs', 'run', ...reporters, ...options], { env })
  })
}

/**
 * @param {Run} command
 * @param {string} node
 * @param {readonly string[]} options of Playwright
 * @param {NodeJS.ProcessEnv} env
 */
export function runPlaywright(command, node, options, env) {
  return withReport(async (file) => {
    const playwright = [node, '../node_modules/@playwright/test/cli.js', 'test', '--reporter=list,junit']
    return command([...playwright, ...options], {
      cwd: join(root, 'e2e'),
      env: { ...env, PLAYWRIGHT_JUNIT_OUTPUT_FILE: file },
    })
  })
}

/** @param {(file: string) => Promise<number>} runner gets the file for its report, and returns its exit code */
async function withReport(runner) {
  const folder = mkdtempSync(join(tmpdir(), 'galla-report-'))
  try {
    const file = join(folder, 'report.xml')
    const code = await runner(file)
    return resultsOf(read(file), code)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
