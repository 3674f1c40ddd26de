import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findOrInstallBrowser } from '../setup/browser.mjs'
import { buildStalePackages } from '../setup/build.mjs'
import { installMissing } from '../setup/install.mjs'
import { withSetupLock } from '../setup/lock.mjs'
import { findNode, root, toolEnvironment, workspaces } from '../setup/run.mjs'
import { changedTests } from './changed-tests.mjs'
import { runPlaywright, runSteps, runVitest } from './steps.mjs'
import { temporaryFolder } from './temporary-folder.mjs'

/** @typedef {import('./steps.mjs').Step} Step */

const TYPED_PROJECTS = ['tsconfig.json', ...workspaces, 'web/tsconfig.test.json']
const BIOME = 'node_modules/@biomejs/biome/bin/biome'

/** The settings of a Galla on this machine, which must not change the tests. */
export const SETTINGS = [
  'PORT HOST PUBLIC_URL NODE_ENV DATA_DIR DATABASE_URL DATABASE_TLS ROLE SANDBOX LOG_LEVEL SHUTDOWN_GRACE_SECONDS',
  'SMTP_URL SMTP_TLS MAIL_FROM OPERATOR_EMAIL OPERATOR_PASSWORD REFUSE_COMMON_PASSWORDS APP_KEY NEW_APP_KEY',
  'ALLOW_PRIVATE_WEBHOOKS TRUST_PROXY FILES_URL BACKUP_URL BACKUP_PASSPHRASE BACKUP_EVERY_HOURS BACKUP_KEEP DRILL_EVERY_DAYS',
  'PAYTM_URL PHONEPE_URL RAZORPAY_URL CASHFREE_URL DNS_SERVERS EMAIL_RECEIVER IMAP_TLS',
  'TELEGRAM_BOT_TOKEN TELEGRAM_URL TRIAL_QR_REQUESTS API_RATE_PER_SECOND METRICS_TOKEN',
].flatMap((names) => names.split(' '))

/**
 * `npm test`: everything that guards a merge. The code's tests and the browser's run at the same time, because both wait most of the time.
 */
export function runAllTests() {
  return runSteps(async (step, quietStep) => {
    await installAndBuild(step)
    const browser = await findBrowser(step)
    const env = { ...cleanEnvironment(), GALLA_CHROMIUM: browser, TMPDIR: temporaryFolder() }
    const node = findNode()
    const besides = async () => {
      await staticSteps(quietStep, env)
      await quietStep('browser tests', (run) => runPlaywright(run, node, [], env))
    }
    await Promise.all([step('tests', (run) => runVitest(run, node, [], env)), besides()])
  })
}

/** `npm run check`: the checks before a commit, in about a minute. */
export function runCheck() {
  return runSteps(async (step) => {
    await installAndBuild(step)
    const env = cleanEnvironment()
    const node = findNode()
    await staticSteps(step, env)
    await step('size', (run) => run([node, 'tools/gauge.ts'], { env }))
    const { tests, left } = changedTests(env)
    if (tests.length === 0) return
    if (left > 0) console.log(`\n${left} more test files import what changed; they run in npm test.`)
    await step('tests near the change', (run) => runVitest(run, node, tests, env))
  })
}

/**
 * `npm test -- NAME...`: the test files and browser stories whose path contains a name.
 * @param {readonly string[]} names
 */
export function runNamedTests(names) {
  return runSteps(async (step) => {
    await installAndBuild(step)
    const node = findNode()
    const env = cleanEnvironment()
    const stories = readdirSync(join(root, 'e2e/stories'))
      .filter((file) => names.some((name) => `e2e/stories/${file}`.includes(name)))
      .map((file) => `stories/${file}`)
    const list = spawnSync(node, ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', ...names], {
      cwd: root,
      env,
    })
    // Without any of both, Vitest says that nothing has such a name.
    if (stories.length === 0 || String(list.stdout).trim() !== '')
      await step('tests', (run) => runVitest(run, node, names, env))
    if (stories.length === 0) return
    const GALLA_CHROMIUM = await findBrowser(step)
    await step('browser tests', (run) => runPlaywright(run, node, stories, { ...env, GALLA_CHROMIUM }))
  })
}

/** `npm test -- --slow`: what repeats the guarantees of `npm test` with more cases, crashes, versions and widths. */
export function runSlowTests() {
  return runSteps(async (step) => {
    await installAndBuild(step)
    const GALLA_CHROMIUM = await findBrowser(step)
    const env = { ...cleanEnvironment(), GALLA_CHROMIUM, GALLA_TEST_SUITE: 'slow' }
    const node = findNode()
    await step('slow tests', (run) => runVitest(run, node, [], env))
    await step('slow browser tests', (run) => runPlaywright(run, node, [], env))
  })
}

/**
 * Format, lint, types, structure and dead code.
 * @param {Step} step
 * @param {NodeJS.ProcessEnv} env
 */
async function staticSteps(step, env) {
  const node = findNode()
  /** @type {(name: string, ...command: string[]) => Promise<void>} */
  const tool = (name, ...command) => step(name, (run) => run([node, ...command], { env }))
  await tool('format and lint', BIOME, 'ci', '.')
  // Several checkers would compute the same types and take twice the processor time.
  await tool('types', 'node_modules/typescript/bin/tsc', '-b', '--singleThreaded', ...TYPED_PROJECTS)
  await tool('structure test', 'tools/structure.ts')
  await tool('dead code', 'node_modules/knip/bin/knip.js')
}

/** @param {Step} step */
async function installAndBuild(step) {
  await step('install and build', async () => {
    await withSetupLock(async () => {
      await installMissing()
      await buildStalePackages()
    })
    return 0
  })
}

/** @param {Step} step */
async function findBrowser(step) {
  let browser = ''
  await step('browser', async () => {
    browser = await findOrInstallBrowser()
    return 0
  })
  return browser
}

/** @returns {NodeJS.ProcessEnv} */
function cleanEnvironment() {
  return Object.fromEntries(Object.entries(toolEnvironment()).filter(([name]) => !SETTINGS.includes(name)))
}
