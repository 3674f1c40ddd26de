import { createHash } from 'node:crypto'
import { closeSync, globSync, openSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'

/** The first bytes of a program or library of Linux, and of a WebAssembly module. */
const BINARY_STARTS = ['7f454c46', '0061736d']

const startOf = (file: string): string => {
  const handle = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(4)
    return bytes.subarray(0, readSync(handle, bytes)).toString('hex')
  } finally {
    closeSync(handle)
  }
}

const packageIn = (folder: string, path: string, root: string) => {
  const about = JSON.parse(readFileSync(join(folder, path, 'package.json'), 'utf8'))
  // Some packages leave out their licence where the one that they belong to names it.
  const locked = lockedPackages(root)[path] ?? {}
  const licence = typeof about.license === 'string' ? about.license : locked.license
  return {
    type: 'library',
    'bom-ref': path,
    name: about.name,
    version: about.version,
    purl: `pkg:npm/${about.name.replace('@', '%40')}@${about.version}`,
    ...(licence === undefined ? {} : { licenses: [{ expression: licence }] }),
  }
}

const lockedPackages = (root: string): Record<string, { license?: string }> =>
  JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages

const binaryIn = (folder: string, path: string) => ({
  type: 'file',
  'bom-ref': path,
  name: path,
  hashes: [
    {
      alg: 'SHA-256',
      content: createHash('sha256')
        .update(readFileSync(join(folder, path)))
        .digest('hex'),
    },
  ],
})

/** The libraries that sharp's package links into one file, by its own list. */
const linkedIn = (folder: string, file: string) =>
  Object.entries<string>(JSON.parse(readFileSync(join(folder, file), 'utf8'))).map(([name, version]) => ({
    type: 'library',
    'bom-ref': `${file}#${name}`,
    name,
    version,
  }))

/**
 * Describes as CycloneDX every package and every binary in a staged release: what is there counts, not what a lockfile says. The same
 * files give the same text.
 */
export const billOfMaterials = (root: string, folder: string): string => {
  const files = globSync('node_modules/**', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder.length + 1))
    .sort()
  const packages = files
    .filter((file) => /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(file))
    .map((file) => file.slice(0, -'/package.json'.length))
  const linked = files.filter((file) => /\/sharp-libvips-[^/]+\/versions\.json$/.test(file))
  const binaries = files.filter((file) => BINARY_STARTS.includes(startOf(join(folder, file))))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': 'galla', name: 'galla', version } },
    components: [
      ...packages.map((path) => packageIn(folder, path, root)),
      ...linked.flatMap((file) => linkedIn(folder, file)),
      ...binaries.map((path) => binaryIn(folder, path)),
    ],
  }
  return `${JSON.stringify(bom, undefined, 2)}\n`
}
