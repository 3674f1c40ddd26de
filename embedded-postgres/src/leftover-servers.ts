import { existsSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, isServerOf, isWithin } from './server-process.ts'
import { DatabaseStartError } from './start-error.ts'

export const FAST_STOP_MS_MAX = 10_000
/** PostgreSQL itself kills children that do not end within 5 s of an immediate shutdown. */
export const IMMEDIATE_STOP_MS_MAX = 8_000
/** Children notice the death of their server within milliseconds, on a machine that is not overloaded. */
const CHILDREN_END_MS_MAX = 2_000

/**
 * Ends what an earlier process of ours left behind: a server that still runs on the folder is stopped, its children too, and its
 * pid file is removed, since the number in it may belong to a stranger by now (PostgreSQL would refuse to start). Gives back the
 * folder of its socket. The caller holds the folder's lock.
 */
export async function endLeftovers(
  clusterDir: string,
  log: (message: string) => void,
): Promise<string | undefined> {
  if (!existsSync(clusterDir)) return undefined
  const state = readPidFile(clusterDir)
  const folder = realpathSync(clusterDir)
  const pid = state?.pid
  if (pid !== undefined && isAlive(pid) && isServerOf(pid, folder)) {
    log(`An earlier database server (pid ${pid}) was left running and is being stopped.`)
    await end(
      () => (isAlive(pid) ? [pid] : []),
      [
        ['SIGINT', FAST_STOP_MS_MAX],
        ['SIGQUIT', IMMEDIATE_STOP_MS_MAX],
        ['SIGKILL', IMMEDIATE_STOP_MS_MAX],
      ],
    )
  }
  await endChildren(folder)
  rmSync(join(clusterDir, 'postmaster.pid'), { force: true })
  return state?.socketDir
}

type Step = readonly [signal: NodeJS.Signals, timeMs: number]

async function end(alive: () => number[], steps: readonly Step[]): Promise<void> {
  for (const [signal, timeMs] of steps) {
    for (const pid of alive()) send(pid, signal)
    if (await isWithin(() => alive().length === 0, timeMs)) return
  }
  throw new DatabaseStartError(
    `An earlier database server (pid ${alive().join(', ')}) can't be stopped. Stop it yourself, then start again.`,
  )
}

/** Children of a server that was killed, and a server that was cut off before it wrote its pid file. */
async function endChildren(folder: string): Promise<void> {
  const alive = () => processesOn(folder)
  if (await isWithin(() => alive().length === 0, CHILDREN_END_MS_MAX)) return
  await end(alive, [
    ['SIGQUIT', CHILDREN_END_MS_MAX],
    ['SIGKILL', IMMEDIATE_STOP_MS_MAX],
  ])
}

/** Elsewhere than on Linux PostgreSQL's own check of its shared memory has to do. */
function processesOn(folder: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isServerOf(pid, folder))
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended between two looks.
  }
}

export type Address = { readonly host: string; readonly port: number }

/** Where the server that runs on a cluster takes connections; undefined when none does. */
export function findRunning(clusterDir: string): Address | undefined {
  const state = readPidFile(clusterDir)
  if (state?.pid === undefined || state.status !== 'ready') return undefined
  if (!isAlive(state.pid) || !isServerOf(state.pid, realpathSync(clusterDir))) return undefined
  return { host: state.socketDir === '' ? '127.0.0.1' : state.socketDir, port: state.port }
}

type PidFile = {
  readonly pid: number | undefined
  readonly port: number
  readonly socketDir: string
  readonly status: string
}

/** postmaster.pid: pid, data folder, start time, port, socket folder, listen address, memory key, status; one a line. */
export function readPidFile(clusterDir: string): PidFile | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  return {
    pid: Number.isInteger(pid) && pid > 0 ? pid : undefined,
    port: Number(lines[3]),
    socketDir: (lines[4] ?? '').trim(),
    status: (lines[7] ?? '').trim(),
  }
}
