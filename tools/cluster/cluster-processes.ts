import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'

/** The user of the database programs, which refuse to run as root. */
export interface User {
  readonly uid: number
  readonly gid: number
}

export interface Part {
  readonly pid: number
  readonly ended: Promise<unknown>
  isRunning(): boolean
  signal(name: NodeJS.Signals): void
}

export interface StartOptions {
  readonly env: Readonly<Record<string, string>>
  readonly logFile: string
  readonly user?: User | undefined
}

const { PATH = '' } = process.env
const parts = new Set<ChildProcess>()

/** Starts a part in its own session, so that Ctrl-C reaches only this tool, which then stops the parts in order. */
export const startPart = (command: string, args: readonly string[], options: StartOptions): Part => {
  const log = openSync(options.logFile, 'a')
  const child = spawn(command, args, {
    cwd: '/',
    detached: true,
    env: { PATH, LC_ALL: 'C.UTF-8', ...options.env },
    stdio: ['ignore', log, log],
    ...options.user,
  })
  closeSync(log)
  parts.add(child)
  const ended = once(child, 'exit').finally(() => parts.delete(child))
  ended.catch(() => {})
  return {
    pid: child.pid ?? 0,
    ended,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    signal: (name) => void child.kill(name),
  }
}

export const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => {
      try {
        return readFileSync(`/proc/${each}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1] === String(pid)
      } catch {
        return false
      }
    })

/** Sends a signal to each process that still exists. */
export const signalAll = (pids: readonly number[], name: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
  }
}

/** Kills every part when this tool ends early. */
export const killParts = (): void => {
  for (const child of parts) child.kill('SIGKILL')
}
