import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  gallaEnvironment,
  type ProxyName,
  proxyEnvironment,
  type Web,
  type Worker,
} from './cluster-addresses.ts'
import { type Part, startPart } from './cluster-processes.ts'
import type { Programs } from './cluster-programs.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const STOP_MS_MAX = 60_000

/** One process that can be killed and started again. */
export interface RestartablePart {
  start(): void
  kill(): Promise<void>
  /** Stops it in order, and resolves when it has ended. */
  stop(): Promise<void>
}

const restartablePart = (start: () => Part): RestartablePart => {
  let part: Part | undefined
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (part?.isRunning() !== true) return
    const late = setTimeout(() => part?.signal('SIGKILL'), STOP_MS_MAX)
    part.signal(signal)
    await part.ended
    clearTimeout(late)
  }
  return {
    start() {
      part = start()
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

export const createProxy = (
  name: ProxyName,
  clusterFolder: string,
  { haproxy, user }: Programs,
): RestartablePart =>
  restartablePart(() =>
    startPart(haproxy, ['-db', '-f', join(ROOT, 'deploy/ha/haproxy.cfg')], {
      env: proxyEnvironment(name),
      logFile: join(clusterFolder, `${name}.log`),
      user,
    }),
  )

export const createGalla = (role: Web | Worker, clusterFolder: string): RestartablePart =>
  restartablePart(() =>
    startPart(process.execPath, [join(ROOT, 'server/src/main.ts')], {
      env: { ...gallaEnvironment(role, clusterFolder), HOME: clusterFolder },
      logFile: join(clusterFolder, `${role}.log`),
    }),
  )
