import { findOrInstallBrowser } from '../setup/browser.mjs'
import { buildStalePackages } from '../setup/build.mjs'
import { installMissing } from '../setup/install.mjs'
import { withSetupLock } from '../setup/lock.mjs'
import { findNode, toolEnvironment, workspaces } from '../setup/run.mjs'
import { runPlaywright, runSteps, runVitest } from './steps.mjs'
import { sumOfStep } from './sum.mjs'
import { temporaryFolder } from './temporary-folder.mjs'
import { testsNamed } from './test-names.mjs'

/** @typedef {import('./steps.mjs').Step} Step */

const TYPED_PROJECTS = ['tsconfig.json', ...workspaces, 'web/tsconfig.test.json']
const BIOME = 'node_modules/@biomejs/biome/bin/biome'

/** The settings of a Galla on this machine, which must not change the tests. */
export const SETTINGS = [
  'PORT HOST PUBLIC_URL NODE_ENV DATA_DIR DATABASE_URL DATABASE_TLS ROLE SANDBOX LOG_LEVEL SHUTDOWN_GRACE_SECONDS',
  'SMTP_URL SMTP_TLS MAIL_FROM OPERATOR_EMAIL OPERATOR_PASSWORD REFUSE_COMMON_PASSWORDS APP_KEY NEW_APP_KEY',
  'ALLOW_PRIVATE_WEBHOOKS TRUST_PROXY FILES_URL BACKUP_URL BACKUP_PASSPHRASE BACKUP_EVERY_HOURS BACKUP_KEEP DRILL_EVERY_DAYS',
  'PAYTM_URL PHONEPE_URL PHONEPE_AUTH_URL RAZORPAY_URL CASHFREE_URL DNS_SERVERS EMAIL_RECEIVER IMAP_TLS',
  'TRIAL_QR_REQUESTS API_RATE_PER_SECOND METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_ENDPOINT OTEL_SERVICE_NAME OTEL_TRACES_SAMPLER_ARG OTEL_METRIC_EXPORT_INTERVAL',
].flatMap((names) => names.split(' '))

/**
 * `npm test`: everything that guards a merge. The code's tests and the browser's run at the same time, because both wait most of the time.
 */
export function runAllTests() {
  return runSteps(async (step, quietStep, reports) => {
    await installAndBuild(step)
    const browser = await findBrowser(step)
    const env = { ...cleanEnvironment(), GALLA_CHROMIUM: browser, TMPDIR: temporaryFolder() }
    const node = findNode()
    const besides = async () => {
      await staticSteps(quietStep, ['ci', '.'], env)
      await quietStep('browser tests', (run) => runPlaywright(run, node, [], reports, env))
    }
    await Promise.all([
      step('unit and integration tests', (run) => runVitest(run, node, [], reports, env)),
      besides(),
    ])
  })
}

/** `npm run check`: the checks before a commit, in about a minute. */
export function runCheck() {
  return runSteps(async (step, _quietStep, reports) => {
    await installAndBuild(step)
    const env = cleanEnvironment()
    const node = findNode()
    const { changedFiles, relatedTests } = await import('./changed-tests.mjs')
    const changed = changedFiles()
    const { tests, left } = await relatedTests(changed)
    await staticSteps(
      step,
      ['check', '--no-errors-on-unmatched', ...(changed.length > 0 ? changed : ['.'])],
      env,
    )
    await step('size', async (run) => sumOfStep(await run([node, 'tools/gauge.ts'], { env })))
    if (tests.length === 0) return
    if (left > 0) console.log(`\n${left} test files that are less near to the change run in npm test.`)
    await step('tests near the change', (run) => runVitest(run, node, [...tests], reports, env))
  })
}

/** `npm run test:unit`: the tests that load no app and no database. */
export function runUnitTests() {
  return runSteps(async (step, _quietStep, reports) => {
    await installAndBuild(step)
    await step('unit tests', (run) =>
      runVitest(run, findNode(), ['--project', 'unit'], reports, cleanEnvironment()),
    )
  })
}

/**
 * `npm test -- NAME...`: the test files and browser stories whose path contains a name.
 * @param {readonly string[]} names
 */
export function runNamedTests(names) {
  return runSteps(async (step, _quietStep, reports) => {
    await installAndBuild(step)
    const { files, stories } = testsNamed(names)
    const node = findNode()
    const env = cleanEnvironment()
    if (files.length + stories.length === 0)
      await step(`tests named ${names.join(' ')}`, () =>
        Promise.reject(new Error('No test file has such a name.')),
      )
    if (files.length > 0) await step('tests', (run) => runVitest(run, node, files, reports, env))
    if (stories.length === 0) return
    const GALLA_CHROMIUM = await findBrowser(step)
    await step('browser tests', (run) =>
      runPlaywright(run, node, stories, reports, { ...env, GALLA_CHROMIUM }),
    )
  })
}

/** `npm run test:slow`: what repeats the guarantees of `npm test` with more cases, crashes, versions and widths. */
export function runSlowTests() {
  return runSteps(async (step, _quietStep, reports) => {
    await installAndBuild(step)
    const GALLA_CHROMIUM = await findBrowser(step)
    const env = { ...cleanEnvironment(), GALLA_CHROMIUM, GALLA_TEST_SUITE: 'slow' }
    const node = findNode()
    await step('slow tests', (run) => runVitest(run, node, [], reports, env))
    await step('slow browser tests', (run) => runPlaywright(run, node, [], reports, env))
  })
}

/**
 * Format, lint, types, structure and dead code.
 * @param {Step} step
 * @param {readonly string[]} biome its command and files
 * @param {NodeJS.ProcessEnv} env
 */
async function staticSteps(step, biome, env) {
  const node = findNode()
  /** @type {(name: string, ...command: string[]) => Promise<void>} */
  const tool = (name, ...command) =>
    step(name, async (run) => sumOfStep(await run([node, ...command], { env })))
  await tool('format and lint', BIOME, ...biome)
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
    return sumOfStep(0)
  })
}

/** @param {Step} step */
async function findBrowser(step) {
  let browser = ''
  await step('browser', async () => {
    browser = await findOrInstallBrowser()
    return sumOfStep(0)
  })
  return browser
}

/** @returns {NodeJS.ProcessEnv} */
function cleanEnvironment() {
  return Object.fromEntries(Object.entries(toolEnvironment()).filter(([name]) => !SETTINGS.includes(name)))
}
