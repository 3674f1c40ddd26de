import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Machine, machineEnvironment } from './cluster-addresses.ts'
import { childrenOf, type Part, signalAll, startPart, type User } from './cluster-processes.ts'
import type { Programs } from './cluster-programs.ts'

const HA_FOLDER = fileURLToPath(new URL('../../deploy/ha', import.meta.url))

/** One of the three: etcd, Patroni, and the PostgreSQL that Patroni starts. */
export interface DatabaseMachine {
  readonly name: Machine
  startEtcd(): void
  startPatroni(): void
  killEtcd(): Promise<void>
  /** Kills PostgreSQL with all its processes, as the kernel does when memory runs out. */
  killPostgres(): void
  /** Kills all processes at once, as a power cut does. */
  killAll(): Promise<void>
  /** Stops all processes without closing their connections, as a hanging machine does. */
  stopAll(): void
  /** Ends it in order. */
  stop(): Promise<void>
}

/** Makes the folder of a machine, with Patroni's configuration for it. */
const makeFolder = (folder: string, user: User | undefined): string => {
  mkdirSync(folder, { mode: 0o700 })
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  const text = readFileSync(join(HA_FOLDER, 'patroni.yml'), 'utf8')
  const file = join(folder, 'patroni.yml')
  writeFileSync(file, text.replaceAll('/etc/galla/ha', folder))
  writeFileSync(join(folder, 'create-database.sql'), readFileSync(join(HA_FOLDER, 'create-database.sql')))
  return file
}

/** The processes of the server on this cluster folder, if it runs. */
const findPostgres = (data: string): number[] => {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
    return [pid, ...childrenOf(pid)]
  } catch {
    return []
  }
}

export const createDatabaseMachine = (
  name: Machine,
  clusterFolder: string,
  programs: Programs,
): DatabaseMachine => {
  const folder = join(clusterFolder, name)
  const { user } = programs
  const configuration = makeFolder(folder, user)
  const env = {
    ...machineEnvironment(name, folder),
    PATRONI_POSTGRESQL_BIN_DIR: programs.postgres,
    PATH: `${programs.postgres}:${process.env.PATH}`,
    HOME: folder,
  }
  const start = (command: string, args: readonly string[], log: string): Part =>
    startPart(command, args, { env, user, logFile: join(clusterFolder, `${name}-${log}.log`) })

  let etcd: Part | undefined
  let patroni: Part | undefined
  const postgresPids = (): number[] => findPostgres(join(folder, 'postgres'))
  const partPids = (): number[] =>
    [patroni, etcd].flatMap((part) => (part?.isRunning() === true ? [part.pid] : []))
  const kill = async (part: Part | undefined): Promise<void> => {
    part?.signal('SIGKILL')
    await part?.ended
  }
  return {
    name,
    startEtcd() {
      etcd = start(programs.etcd, [], 'etcd')
    },
    startPatroni() {
      patroni = start(programs.patroni, [configuration], 'patroni')
    },
    killEtcd: () => kill(etcd),
    killPostgres: () => signalAll(postgresPids(), 'SIGKILL'),
    async killAll() {
      signalAll([...partPids(), ...postgresPids()], 'SIGKILL')
      await Promise.all([etcd?.ended, patroni?.ended])
    },
    stopAll: () => signalAll([...partPids(), ...postgresPids()], 'SIGSTOP'),
    async stop() {
      signalAll(partPids(), 'SIGCONT')
      patroni?.signal('SIGTERM')
      await patroni?.ended
      etcd?.signal('SIGTERM')
      await etcd?.ended
      signalAll(postgresPids(), 'SIGKILL')
    },
  }
}
