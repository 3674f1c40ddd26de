// Every npm script starts here. This runs before anything is installed, so it is plain JavaScript without dependencies and
// must work on Node 20; everything after the set-up runs on the installed Node.
import { findOrInstallBrowser } from './setup/browser.mjs'
import { buildStalePackages } from './setup/build.mjs'
import { installMissing } from './setup/install.mjs'
import { withSetupLock } from './setup/lock.mjs'
import { becomeServer, endWithNpm, findNode, quit, runServer } from './setup/run.mjs'
import {
  runAllTests,
  runCheck,
  runNamedTests,
  runSlowTests,
  runUnitTests,
} from './test-run/test-commands.mjs'

const NODE_MAJOR_MIN = 20
const TO_RUN = { forDevelopment: false }

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
  seed: program('tools/seed.ts', TO_RUN),
  doctor: program('tools/doctor.ts', TO_RUN),
  'verify-ledger': program('tools/verify-ledger.ts', TO_RUN),
  backup: program('tools/backup.ts', TO_RUN),
  restore: program('tools/restore.ts', TO_RUN),
  drill: program('tools/drill.ts', TO_RUN),
  distribute: program('tools/distribute.ts', TO_RUN),
  'rotate-app-key': program('tools/rotate-app-key.ts', TO_RUN),
  cluster: program('tools/cluster.ts'),
  release: program('tools/release.ts'),
  screens: browserProgram('tools/screens.ts'),
  bench: program('bench/main.ts'),
  proof: ([first, ...more]) =>
    first === 'citus' ? program('tools/citus/citus-proof.ts')(more) : program('tools/proof.ts')([]),
  structure: program('tools/structure.ts'),
  check: () => runCheck(),
  test: (names) => (names.length > 0 ? runNamedTests(names) : runAllTests()),
  'test:unit': () => runUnitTests(),
  'test:slow': () => runSlowTests(),
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
