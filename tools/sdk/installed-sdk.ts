import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect } from 'vitest'
import { buildStalePackages } from '../setup/build.mjs'
import { withSetupLock } from '../setup/lock.mjs'

/** The package's README; the tests run its examples unchanged. */
export const README = readFileSync(new URL('../../sdk/README.md', import.meta.url), 'utf8')
const README_ORIGIN = 'https://pay.example.com'
const [, INSTALL_LINE = ''] = /^```sh\n(.*)\n```$/m.exec(README) ?? []
/** Nothing listens here, so requests to a registry fail. */
const NO_REGISTRY = 'http://127.0.0.1:9'

export const TSC = new URL('../../node_modules/typescript/bin/tsc', import.meta.url).pathname

/** The oldest Node that the package supports: major and minor. */
const OLDEST_NODE = [20, 3] as const

/** The package, installed into an empty folder. */
export interface InstalledSdk {
  readonly folder: string
  /** Runs a program in the folder, and returns its output. */
  readonly run: (code: string, env: Record<string, string>, node?: string) => Promise<string>
  readonly start: (code: string, env: Record<string, string>) => ChildProcess
  /** The package's command, as a package manager links it. */
  readonly command: (given: readonly string[], env: Record<string, string>) => ChildProcess
  readonly remove: () => void
}

export const done = (command: string, given: readonly string[], cwd: string): string => {
  const { status, stdout, stderr } = spawnSync(command, given, { cwd, encoding: 'utf8' })
  expect({ command, status, stderr: status === 0 ? '' : stderr + stdout }).toEqual({
    command,
    status: 0,
    stderr: '',
  })
  return stdout
}

export const outputOf = async (child: ChildProcess): Promise<string> => {
  let out = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (out += String(part)))
  await once(child, 'close')
  return out
}

/** Builds the SDK. Call it before the app starts, because the app serves the package that exists then. */
export const buildSdk = (): Promise<void> => withSetupLock(() => buildStalePackages('sdk'))

/** Installs the package from the app at `origin` with the command of the README, without a cache and without a registry. */
export const installSdk = async (origin: string): Promise<InstalledSdk> => {
  const folder = mkdtempSync(join(tmpdir(), 'galla-sdk-'))
  writeFileSync(join(folder, 'package.json'), '{"name":"a-shop","private":true,"type":"module"}')
  const [npm = '', ...given] = INSTALL_LINE.replace(README_ORIGIN, origin).split(' ')
  const offline = ['--registry', NO_REGISTRY, '--cache', join(folder, '.cache'), '--no-audit', '--no-fund']
  const installing = spawn(npm, [...given, ...offline], { cwd: folder })
  const [output, [status]] = await Promise.all([outputOf(installing), once(installing, 'close')])
  expect({ line: INSTALL_LINE, status, output: status === 0 ? '' : output }).toMatchObject({ status: 0 })
  let programs = 0
  const start = (code: string, env: Record<string, string>, node = process.execPath): ChildProcess => {
    programs += 1
    const file = join(folder, `program-${programs}.mjs`)
    writeFileSync(file, code)
    return spawn(node, [file], { cwd: folder, env: { ...process.env, ...env } })
  }
  return {
    folder,
    start,
    run: (code, env, node) => outputOf(start(code, env, node)),
    command: (given, env) =>
      spawn(join(folder, 'node_modules/.bin/galla-sdk'), [...given], { env: { ...process.env, ...env } }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The supported versions of Node on this machine. */
export const nodesHere = (): ReadonlyMap<string, string> => {
  const found = new Map([[process.version, process.execPath]])
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(folder, 'node')
    if (!existsSync(file)) continue
    const version = spawnSync(realpathSync(file), ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? ''
    const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number)
    const oldEnough = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])
    if (oldEnough && !found.has(version)) found.set(version, realpathSync(file))
  }
  return found
}
