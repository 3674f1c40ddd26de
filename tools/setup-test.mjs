import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findOrInstallBrowser } from './setup-browser.mjs'
import { buildStaleRooms } from './setup-build.mjs'
import { failureLines, failuresOfPlaywright, failuresOfVitest } from './setup-failures.mjs'
import { installMissing } from './setup-install.mjs'
import { withSetupLock } from './setup-lock.mjs'
import { findNode, root, run, toolEnvironment } from './setup-run.mjs'
import { sumLine, sumOfPlaywright, sumOfStep, sumOfVitest } from './setup-sum.mjs'

const TYPED_ROOMS = [
  '.',
  'upi',
  'contract',
  'embedded-postgres',
  'server',
  'checkout',
  'web',
  'web/tsconfig.test.json',
  'sdk',
  'e2e',
  'bench',
  'tools',
]

/** Settings of the machine's own Galla must not change what is tested. */
const SETTINGS = [
  'PORT HOST PUBLIC_URL NODE_ENV DATA_DIR DATABASE_URL ROLE SANDBOX SMTP_URL MAIL_FROM OPERATOR_EMAIL OPERATOR_PASSWORD APP_KEY NEW_APP_KEY',
  'ALLOW_PRIVATE_WEBHOOKS TRUST_PROXY FILES_URL PAYTM_URL PHONEPE_URL PHONEPE_AUTH_URL RAZORPAY_URL CASHFREE_URL',
  'TRIAL_QR_REQUESTS API_RATE_PER_SECOND METRICS_TOKEN LOG_LEVEL SHUTDOWN_GRACE_SECONDS DATABASE_TLS SMTP_TLS',
].flatMap((names) => names.split(' '))

/**
 * Everything that can fail, one step after the other, all of them whatever fails; the last line is the sum.
 * @returns {Promise<number>}
 */
export async function runAllTests() {
  const reports = mkdtempSync(join(tmpdir(), 'galla-reports-'))
  /** @type {import('./setup-sum.mjs').Sum[]} */
  const sums = []
  /** @type {string[]} */
  const failedSteps = []
  /** @type {import('./setup-failures.mjs').Failure[]} */
  const failedTests = []
  /** @type {(name: string, work: () => Promise<import('./setup-sum.mjs').Sum>) => Promise<void>} */
  const step = async (name, work) => {
    console.log(`\n== ${name}`)
    const sum = await work().catch((error) => {
      console.error(error instanceof Error ? error.message : error)
      return sumOfStep(1)
    })
    sums.push(sum)
    if (sum.failed > 0) failedSteps.push(name)
  }
  try {
    failedTests.push(...(await allSteps(step, reports)))
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
  console.log(failedSteps.length > 0 ? `\nFailed: ${failedSteps.join('; ')}` : '')
  for (const line of failureLines(failedTests)) console.log(line)
  console.log(sumLine(sums))
  return failedSteps.length > 0 ? 1 : 0
}

/**
 * @param {(name: string, work: () => Promise<import('./setup-sum.mjs').Sum>) => Promise<void>} step
 * @param {string} reports
 * @returns {Promise<import('./setup-failures.mjs').Failure[]>} the tests that failed
 */
async function allSteps(step, reports) {
  let browser = ''
  const vitestReport = join(reports, 'vitest.json')
  const playwrightReport = join(reports, 'playwright.json')
  await step('install and build', async () => {
    await withSetupLock(async () => {
      await installMissing()
      await buildStaleRooms()
    })
    return sumOfStep(0)
  })
  await step('browser', async () => {
    browser = await findOrInstallBrowser()
    return sumOfStep(0)
  })
  const env = { ...cleanEnvironment(), GALLA_CHROMIUM: browser }
  /** @type {(...command: string[]) => Promise<import('./setup-sum.mjs').Sum>} */
  const tool = async (...command) => sumOfStep(await run([findNode(), ...command], { env }))
  await step('format and lint', () => tool('node_modules/@biomejs/biome/bin/biome', 'ci', '.'))
  for (const room of TYPED_ROOMS) {
    await step(`types: ${room}`, () => tool('node_modules/typescript/bin/tsc', '-p', room))
  }
  await step('structure test', () => tool('tools/structure.ts'))
  await step('dead code', () => tool('node_modules/knip/bin/knip.js'))
  await step('unit and integration tests', async () => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`]
    const code = await run([findNode(), 'node_modules/vitest/vitest.mjs', 'run', ...reporters], { env })
    return sumOfVitest(read(vitestReport), code)
  })
  await step('browser tests', async () => {
    const command = [findNode(), '../node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json']
    const code = await run(command, {
      cwd: join(root, 'e2e'),
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
    })
    return sumOfPlaywright(read(playwrightReport), code)
  })
  return [...failuresOfVitest(read(vitestReport), root), ...failuresOfPlaywright(read(playwrightReport))]
}

/** @returns {NodeJS.ProcessEnv} */
function cleanEnvironment() {
  return Object.fromEntries(Object.entries(toolEnvironment()).filter(([name]) => !SETTINGS.includes(name)))
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
