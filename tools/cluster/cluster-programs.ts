import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { User } from './cluster-processes.ts'

/** An error that the user can fix; the message says how. */
export class ClusterError extends Error {
  override name = 'ClusterError'
}

export interface Programs {
  readonly etcd: string
  readonly patroni: string
  readonly haproxy: string
  /** The folder of PostgreSQL's programs. */
  readonly postgres: string
  readonly user: User | undefined
  readonly versions: string
}

const POSTGRES_FOLDER = '/usr/lib/postgresql'
const PACKAGES = 'apt-get install patroni python3-etcd etcd-server haproxy postgresql'

const findProgram = (name: string): string => {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  if (found === undefined) throw new ClusterError(`${name} is not installed. On Debian: ${PACKAGES}`)
  return found
}

const findPostgres = (): string => {
  const versions = existsSync(POSTGRES_FOLDER) ? readdirSync(POSTGRES_FOLDER).map(Number) : []
  const found = versions
    .filter((version) => version >= 15)
    .sort((one, other) => other - one)
    .map((version) => join(POSTGRES_FOLDER, String(version), 'bin'))
    .find((folder) => existsSync(join(folder, 'postgres')))
  if (found === undefined) throw new ClusterError(`PostgreSQL 15 is not installed. On Debian: ${PACKAGES}`)
  return found
}

/** PostgreSQL does not run as root. */
export const databaseUser = (): User | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

const firstLine = (command: string, args: readonly string[]): string =>
  execFileSync(command, args, { encoding: 'utf8' }).split('\n', 1)[0]?.trim() ?? ''

/** Finds what Debian's packages install. */
export const findPrograms = (): Programs => {
  if (process.platform !== 'linux') throw new ClusterError('The cluster needs Linux.')
  const [etcd, patroni, haproxy] = [findProgram('etcd'), findProgram('patroni'), findProgram('haproxy')]
  const postgres = findPostgres()
  const versions = [
    firstLine(join(postgres, 'postgres'), ['--version']),
    firstLine(patroni, ['--version']),
    firstLine(etcd, ['--version']),
    firstLine(haproxy, ['-v']).replace(/ - .*/, ''),
  ].join(', ')
  return { etcd, patroni, haproxy, postgres, user: databaseUser(), versions }
}
