import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  gallaOrigin,
  MACHINES,
  type Machine,
  PROXIES,
  type ProxyName,
  proxyOrigin,
  WEBS,
  type Web,
  WORKERS,
  type Worker,
} from './cluster-addresses.ts'
import type { Programs } from './cluster-programs.ts'
import { createDatabaseMachine, type DatabaseMachine } from './database-machine.ts'
import { type ClusterRoles, findRoles } from './patroni-state.ts'
import { createGalla, createProxy, type RestartablePart } from './restartable-parts.ts'

const START_MS_MAX = 180_000
const CHECK_EVERY_MS = 250
const CHECK_TIMEOUT_MS = 2_000

export interface Cluster {
  readonly machines: Readonly<Record<Machine, DatabaseMachine>>
  readonly proxies: Readonly<Record<ProxyName, RestartablePart>>
  readonly galla: Readonly<Record<Web | Worker, RestartablePart>>
  /** Waits until every part runs, and returns the roles of the database machines. */
  untilHealthy(): Promise<ClusterRoles>
  stop(): Promise<void>
}

const isReady = async (url: string): Promise<boolean> => {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) })
    await reply.arrayBuffer()
    return reply.ok
  } catch {
    return false
  }
}

const findHealthy = async (): Promise<ClusterRoles | undefined> => {
  const urls = [...[...WEBS, ...WORKERS].map(gallaOrigin), ...PROXIES.map(proxyOrigin)].map(
    (origin) => `${origin}/readyz`,
  )
  const ready = await Promise.all(urls.map(isReady))
  return ready.includes(false) ? undefined : findRoles()
}

const until = async <T>(what: string, find: () => Promise<T | undefined>): Promise<T> => {
  const startedMs = performance.now()
  while (performance.now() - startedMs < START_MS_MAX) {
    const found = await find()
    if (found !== undefined) return found
    await pause(CHECK_EVERY_MS)
  }
  throw new Error(`${what} after ${START_MS_MAX / 1000} s; the logs are in the cluster's folder`)
}

const recordOf = <Name extends string, T>(names: readonly Name[], make: (name: Name) => T): Record<Name, T> =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, T>

/** Starts every part of compose.ha.yaml on this machine. */
export const startCluster = async (folder: string, programs: Programs): Promise<Cluster> => {
  mkdirSync(join(folder, 'files'), { recursive: true })
  const machines = recordOf(MACHINES, (name) => createDatabaseMachine(name, folder, programs))
  const proxies = recordOf(PROXIES, (name) => createProxy(name, folder, programs))
  const galla = recordOf([...WEBS, ...WORKERS], (role) => createGalla(role, folder))
  const fronts = [...Object.values(galla), ...Object.values(proxies)]

  const stop = async (): Promise<void> => {
    await Promise.all(fronts.map((part) => part.stop()))
    await Promise.all(Object.values(machines).map((machine) => machine.stop()))
  }
  try {
    for (const machine of Object.values(machines)) machine.startEtcd()
    for (const machine of Object.values(machines)) machine.startPatroni()
    for (const proxy of Object.values(proxies)) proxy.start()
    await until('the database machines do not run', findRoles)
    // The first one migrates; the others wait.
    for (const part of Object.values(galla)) part.start()
    const untilHealthy = (): Promise<ClusterRoles> => until('not every part is ready', findHealthy)
    await untilHealthy()
    return { machines, proxies, galla, untilHealthy, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
