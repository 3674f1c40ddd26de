import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServerUser } from './cluster-home.ts'

/** code 0 is success; null: ended by a signal, or it could not be started. */
export type Ended = { readonly code: number | null }
export type Process = {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  /** The last lines it wrote, for an error message. */
  lastLines(): string
}

const LAST_LINES_MAX = 20
const LINE_CHARS_MAX = 2_000
/** How long the last output of an ended program is waited for. */
const OUTPUT_MS_MAX = 1_000

/**
 * Starts a program in its own session, so that Ctrl-C in our terminal does not reach it: we decide when it ends. A small
 * shell holds the other end of a pipe from us; when we die in whatever way, it ends the program (`whenWeDie`).
 */
export function startProcess(
  command: string,
  args: string[],
  user: ServerUser,
  whenWeDie: 'fast-shutdown' | 'kill-group',
  onLine: (line: string) => void,
): Process {
  const child = spawn(command, args, {
    cwd: process.platform === 'win32' ? undefined : '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...windowsEnvironment() },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
    ...user,
  })
  const lines: string[] = []
  const keep = (line: string) => {
    lines.push(line)
    if (lines.length > LAST_LINES_MAX) lines.shift()
    onLine(line)
  }
  readLines(child.stdout, keep)
  readLines(child.stderr, keep)
  const watchdog = child.pid === undefined ? undefined : watchOver(child.pid, user, whenWeDie)
  const ended = new Promise<Ended>((resolve) => {
    child.once('error', (error) => {
      keep(`${command} can't be run: ${error.message}`)
      if (child.pid === undefined) resolve({ code: null })
    })
    child.once('exit', (code) => {
      // A child of the program that hangs holds its output open, and would keep us from noticing the end.
      const timer = setTimeout(() => resolve({ code }), OUTPUT_MS_MAX)
      child.once('close', () => {
        clearTimeout(timer)
        resolve({ code })
      })
    })
  })
  ended.then(() => watchdog?.kill('SIGKILL'))
  return { child, ended, lastLines: () => lines.join('\n') }
}

function watchOver(
  pid: number,
  user: ServerUser,
  whenWeDie: 'fast-shutdown' | 'kill-group',
): ChildProcess | undefined {
  if (process.platform === 'win32') return undefined
  const order = whenWeDie === 'fast-shutdown' ? 'kill -INT "$1"' : 'kill -KILL -- "-$1"'
  // A signal to every process at once, as a service manager sends it, must not end the watch before us.
  const watch = `trap '' TERM INT HUP; read -r line; ${order}`
  const watchdog = spawn('/bin/sh', ['-c', watch, 'sh', String(pid)], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    ...user,
  })
  watchdog.on('error', () => {})
  watchdog.stdin?.on('error', () => {})
  watchdog.unref()
  if (watchdog.stdin !== null && 'unref' in watchdog.stdin && typeof watchdog.stdin.unref === 'function') {
    watchdog.stdin.unref()
  }
  return watchdog
}

function windowsEnvironment(): NodeJS.ProcessEnv {
  if (process.platform !== 'win32') return {}
  const { PATH, SystemRoot, TEMP, TMP } = process.env
  return Object.fromEntries(
    Object.entries({ PATH, SystemRoot, TEMP, TMP }).filter(([, value]) => value !== undefined),
  )
}

function readLines(stream: NodeJS.ReadableStream | null, onLine: (line: string) => void): void {
  let rest = ''
  stream?.setEncoding('utf8')
  stream?.on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n')
    rest = (parts.pop() ?? '').slice(0, LINE_CHARS_MAX)
    for (const line of parts) if (line.trim() !== '') onLine(line.slice(0, LINE_CHARS_MAX))
  })
}

/** Waits until the program has ended or the time is over; true if it did. Leaves no timer behind. */
export async function endsWithin(promise: Promise<Ended>, timeMs: number): Promise<boolean> {
  const stop = new AbortController()
  const late = pause(timeMs, false, { signal: stop.signal }).catch(() => false)
  const result = await Promise.race([promise.then(() => true), late])
  stop.abort()
  return result
}

/** Waits until something is so, for at most timeMs; true if it is. */
export async function isWithin(condition: () => boolean, timeMs: number): Promise<boolean> {
  const CHECK_EVERY_MS = 10
  for (let waitedMs = 0; waitedMs < timeMs; waitedMs += CHECK_EVERY_MS) {
    if (condition()) return true
    await pause(CHECK_EVERY_MS)
  }
  return condition()
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  // A zombie has ended and only waits for its parent to notice.
  return readProcFile(pid, 'stat')?.match(/\) (\S)/)?.[1] !== 'Z'
}

/**
 * Whether this pid is a PostgreSQL server on this folder, and not some other process that got the number of a dead one. A
 * server works in its data folder. One we are not allowed to look at is of another user, so not ours.
 */
export function isServerOf(pid: number, clusterDir: string): boolean {
  if (process.platform === 'linux') {
    try {
      const program = basename(readlinkSync(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, '')
      return program === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === clusterDir
    } catch {
      return false
    }
  }
  const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  return typeof stdout === 'string' && stdout.includes('postgres') && stdout.includes(clusterDir)
}

function readProcFile(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return undefined
  }
}
