// The door of every npm script. It runs before anything is installed, so it is plain JavaScript without dependencies and
// must keep working on Node 20; everything after the set-up runs on the Node that the install brings.
import { findOrInstallBrowser } from './setup-browser.mjs'
import { buildStaleRooms } from './setup-build.mjs'
import { installMissing } from './setup-install.mjs'
import { withSetupLock } from './setup-lock.mjs'
import { endWithNpm, findNode, quit, runServer } from './setup-run.mjs'
import {
  runAllTests,
  runCheck,
  runNamedTests,
  runSlowTests,
  runUnitTests,
} from './test-run/test-commands.mjs'

const NODE_MAJOR_MIN = 20
const TO_RUN = { forDevelopment: false }

/** @type {Record<string, (more: string[]) => Promise<number>>} */
const commands = {
  start: async (more) => {
    await setUp(TO_RUN)
    return runServer([findNode(), 'server/src/main.ts', ...more])
  },
  dev: async (more) => {
    await setUp()
    const node = findNode()
    const vite = ['node_modules/vite/bin/vite.js', 'web', '--config', 'web/vite.config.ts']
    return runServer([node, '--watch', 'server/src/main.ts', ...more], [node, ...vite])
  },
  seed: async (more) => {
    await setUp(TO_RUN)
    return runServer([findNode(), 'tools/seed.ts', ...more])
  },
  doctor: async (more) => {
    await setUp(TO_RUN)
    return runServer([findNode(), 'tools/doctor.ts', ...more])
  },
  'verify-ledger': async (more) => {
    await setUp(TO_RUN)
    return runServer([findNode(), 'tools/verify-ledger.ts', ...more])
  },
  backup: async (more) => {
    await setUp(TO_RUN)
    return runServer([findNode(), 'tools/backup.ts', ...more])
  },
  restore: async (more) => {
    await setUp(TO_RUN)
    return runServer([findNode(), 'tools/restore.ts', ...more])
  },
  drill: async (more) => {
    await setUp(TO_RUN)
    return runServer([findNode(), 'tools/drill.ts', ...more])
  },
  distribute: async (more) => {
    await setUp(TO_RUN)
    return runServer([findNode(), 'tools/distribute.ts', ...more])
  },
  'rotate-app-key': async (more) => {
    await setUp(TO_RUN)
    return runServer([findNode(), 'tools/rotate-app-key.ts', ...more])
  },
  cluster: async (more) => {
    await setUp()
    return runServer([findNode(), 'tools/cluster.ts', ...more])
  },
  release: async (more) => {
    await setUp()
    return runServer([findNode(), 'tools/release.ts', ...more])
  },
  screens: async (more) => {
    await setUp()
    process.env.GALLA_CHROMIUM = await findOrInstallBrowser()
    return runServer([findNode(), 'tools/screens.ts', ...more])
  },
  proof: async ([first, ...more]) => {
    await setUp()
    if (first === 'citus') return runServer([findNode(), 'tools/citus/citus-proof.ts', ...more])
    return runServer([findNode(), 'tools/proof.ts'])
  },
  bench: async (more) => {
    await setUp()
    process.env.GALLA_CHROMIUM = await findOrInstallBrowser()
    return runServer([findNode(), 'bench/main.ts', ...more])
  },
  check: () => runCheck(),
  test: (names) => (names.length > 0 ? runNamedTests(names) : runAllTests()),
  'test:unit': () => runUnitTests(),
  'test:slow': () => runSlowTests(),
}

/** @param {{ forDevelopment?: boolean }} [options] */
async function setUp(options) {
  await withSetupLock(async () => {
    await installMissing(options)
    await buildStaleRooms()
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
