import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findPackage } from './binaries.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

/** What a cluster holds beyond what its first start makes. */
export type ClusterTemplate = {
  readonly name: string
  /** The files whose contents decide what is in it. */
  readonly sources: readonly string[]
  fill(connectionString: string): Promise<void>
  /** The system's PostgreSQL that runs it, instead of the package's. */
  readonly systemBin?: string | undefined
}

const EMPTY: ClusterTemplate = { name: 'empty', sources: [], fill: async () => {} }
const TEMPLATES = fileURLToPath(new URL('../../node_modules/.cache/clusters', import.meta.url))
const MAKERS = ['cluster.ts', 'program-role.ts'].map((file) => fileURLToPath(new URL(file, import.meta.url)))
const UNUSED_MS_MAX = 24 * 3_600_000

/**
 * Gives a data folder the cluster that its first start would have made, as a copy of one that this checkout keeps: initdb takes
 * seconds, the copy a tenth of one. For tests that are not about the first start.
 */
export async function copyCluster(dataDir: string, template: ClusterTemplate = EMPTY): Promise<void> {
  const source = await ensureTemplate(template)
  const home = join(dataDir, 'postgres')
  mkdirSync(home, { recursive: true, mode: 0o711 })
  // Its server's user walks through it to the cluster.
  chmodSync(home, 0o711)
  copyFolder(join(source, 'data'), join(home, 'data'))
}

async function ensureTemplate(template: ClusterTemplate): Promise<string> {
  const folder = join(TEMPLATES, `${template.name}-${keyOf(template)}`)
  if (!existsSync(folder)) {
    removeUnused()
    await makeTemplate(template, folder)
  }
  utimesSync(folder, new Date(), new Date())
  return folder
}

function keyOf({ sources, systemBin }: ClusterTemplate): string {
  const hash = createHash('sha256')
  // Root's clusters belong to another user than ours.
  hash.update(`${process.getuid?.() ?? ''} ${systemBin ?? findPackage()}`)
  const version = systemBin === undefined ? [join(findPackage(), 'package.json')] : []
  for (const file of [...version, ...MAKERS, ...sources]) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

/** Made in a temporary folder, which the server's user can reach, and complete when it has its name. */
async function makeTemplate(template: ClusterTemplate, folder: string): Promise<void> {
  mkdirSync(TEMPLATES, { recursive: true })
  const dataDir = mkdtempSync(join(tmpdir(), 'galla-template-'))
  const fresh = mkdtempSync(`${folder}.new-`)
  try {
    const server = await startEmbeddedPostgres({
      dataDir,
      log: () => {},
      durable: false,
      systemBin: template.systemBin,
    })
    try {
      await template.fill(server.connectionString)
    } finally {
      await server.stop()
    }
    copyFolder(join(dataDir, 'postgres', 'data'), join(fresh, 'data'))
    renameSync(fresh, folder)
  } catch (error) {
    // Another run was quicker: its template is the same.
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(fresh, { recursive: true, force: true })
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Templates of earlier migrations or packages, and half-made ones of runs that were cut off. */
function removeUnused(): void {
  if (!existsSync(TEMPLATES)) return
  for (const name of readdirSync(TEMPLATES)) {
    const path = join(TEMPLATES, name)
    const usedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (Date.now() - usedMs > UNUSED_MS_MAX) rmSync(path, { recursive: true, force: true })
  }
}

/** With owners and modes; Linux shares the blocks where its file system can. */
function copyFolder(from: string, to: string): void {
  if (process.platform === 'win32') cpSync(from, to, { recursive: true })
  else execFileSync('cp', ['-pR', ...(process.platform === 'linux' ? ['--reflink=auto'] : []), from, to])
}
