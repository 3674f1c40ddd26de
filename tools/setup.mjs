// Every npm script starts here. This runs before anything is installed, so it is plain JavaScript without dependencies and
// must work on Node 20; everything after the set-up runs on the installed Node.
import { findOrInstallBrowser } from './setup/browser.mjs'
import { buildStalePackages } from './setup/build.mjs'
import { installMissing } from './setup/install.mjs'
import { withSetupLock } from './setup/lock.mjs'
import { becomeServer, endWithNpm, findNode, quit, runServer } from './setup/run.mjs'
import { runAllTests, runCheck, runNamedTests, runSlowTests } from './test-run/test-commands.mjs'

const NODE_MAJOR_MIN = 20
const TO_RUN = { forDevelopment: false }
/** As the program `galla` of the packages has them, and the demo shop. */
const OPERATOR_COMMANDS = [
  ...[
    'doctor',
    'backup',
    'restore',
    'drill',
    'verify-ledger',
    'distribute',
    'rotate-app-key',
    'move-database',
  ],
  'seed',
]
/** @type {Record<string, string>} */
const PROOFS = {
  receivers: 'tools/proof.ts',
  cluster: 'tools/cluster.ts',
  citus: 'tools/citus/citus-proof.ts',
}

/**
 * Sets up and runs a program of this repository.
 * @param {string} file
 * @param {{ forDevelopment?: boolean }} [options]
 */
function program(file, options) {
  return async (/** @type {string[]} */ more) => {
    await setUp(options)
    return runServer([findNode(), file, ...more])
  }
}

/**
 * The same for a program that needs a browser.
 * @param {string} file
 */
function browserProgram(file) {
  return async (/** @type {string[]} */ more) => {
    await setUp()
    process.env.GALLA_CHROMIUM = await findOrInstallBrowser()
    return runServer([findNode(), file, ...more])
  }
}

/** @type {Record<string, (more: string[]) => Promise<number>>} */
const commands = {
  start: async (more) => {
    await setUp(TO_RUN)
    return becomeServer([findNode(), 'server/src/main.ts', ...more])
  },
  dev: async (more) => {
    await setUp()
    const node = findNode()
    const vite = ['node_modules/vite/bin/vite.js', 'web', '--config', 'web/vite.config.ts']
    return runServer([node, '--watch', 'server/src/main.ts', ...more], [node, ...vite])
  },
  galla: ([name = '', ...more]) => {
    if (OPERATOR_COMMANDS.includes(name)) return program(`tools/${name}.ts`, TO_RUN)(more)
    console.error(`npm run galla -- ${OPERATOR_COMMANDS.join(' | ')}`)
    return Promise.resolve(2)
  },
  release: program('tools/release.ts'),
  screens: browserProgram('tools/screens.ts'),
  bench: browserProgram('bench/main.ts'),
  proof: ([name = 'receivers', ...more]) => {
    const file = Object.hasOwn(PROOFS, name) ? PROOFS[name] : undefined
    if (file !== undefined) return program(file)(more)
    console.error(`npm run proof -- ${Object.keys(PROOFS).join(' | ')}`)
    return Promise.resolve(2)
  },
  structure: program('tools/structure.ts'),
  check: () => runCheck(),
  test: (names) =>
    names[0] === '--slow' ? runSlowTests() : names.length > 0 ? runNamedTests(names) : runAllTests(),
}

/** @param {{ forDevelopment?: boolean }} [options] */
async function setUp(options) {
  await withSetupLock(async () => {
    await installMissing(options)
    await buildStalePackages()
  })
}

async function main() {
  const [name = '', ...more] = process.argv.slice(2)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) {
    console.error(`node tools/setup.mjs ${Object.keys(commands).join(' | ')}`)
    return 2
  }
  if (Number.parseInt(process.versions.node, 10) < NODE_MAJOR_MIN) {
    console.error(`Galla needs Node ${NODE_MAJOR_MIN} or newer to set itself up; this is ${process.version}.`)
    return 1
  }
  endWithNpm()
  return await command(more)
}

main().then(quit, (error) => {
  console.error(error instanceof Error ? error.message : error)
  quit(1)
})
