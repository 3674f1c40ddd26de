import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './run.mjs'

/** The packages that are built, and their inputs besides the lockfile. */
const BUILT_PACKAGES = {
  checkout: ['checkout', 'contract/src', 'upi/src'],
  web: ['web', 'docs/guide', 'checkout', 'contract/src', 'upi/src'],
  sdk: ['sdk', 'tools/sdk/pack-sdk.ts', 'server/src/platform/backup/tar.ts'],
  'plugins/woocommerce': [
    'plugins/woocommerce/galla-upi',
    'plugins/woocommerce/package.json',
    'sdk/LICENSE',
    'sdk/php/src',
    'tools/woocommerce/pack-woocommerce.ts',
  ],
}
const NOT_INPUTS = new Set(['dist', 'node_modules', '.inputs'])

/**
 * Builds each package whose inputs changed since its last build.
 * @param {string} [only] of these packages
 */
export async function buildStalePackages(only) {
  for (const [folder, inputs] of Object.entries(BUILT_PACKAGES)) {
    if (only !== undefined && folder !== only) continue
    const record = join(root, folder, 'dist', '.inputs')
    const hash = hashOf(root, [...inputs, 'package-lock.json', 'tsconfig.base.json'])
    if (existsSync(record) && readFileSync(record, 'utf8') === hash) continue
    console.log(`Building ${folder}.`)
    const { scripts } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    const code = await run([scripts.build], { cwd: join(root, folder), shell: true })
    if (code !== 0) throw new Error(`${folder} could not be built (${code}).`)
    // Last, so that an interrupted build runs again; each build empties the folder first.
    writeFileSync(record, hash)
  }
}

/**
 * One hash of the names and contents of files and folders, without builds, tests and installed packages.
 * @param {string} base
 * @param {readonly string[]} paths relative to base
 */
export function hashOf(base, paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap((each) => filesIn(base, each)).sort()) {
    const contents = readFileSync(join(base, path))
    hash.update(`${path}\0${contents.length}\0`).update(contents)
  }
  return hash.digest('hex')
}

/**
 * @param {string} base
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(base, path) {
  /** @type {import('node:fs').Dirent[]} */
  let entries
  try {
    entries = readdirSync(join(base, path), { withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return [path]
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
  return entries.flatMap((entry) => {
    if (NOT_INPUTS.has(entry.name) || /\.test\.tsx?$/.test(entry.name)) return []
    const below = `${path}/${entry.name}`
    return entry.isDirectory() ? filesIn(base, below) : [below]
  })
}
