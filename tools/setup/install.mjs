import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './run.mjs'

/**
 * @typedef {{ version?: string, link?: boolean, optional?: boolean, os?: string | string[], cpu?: string | string[],
 *   libc?: string | string[], dev?: boolean }} LockedPackage
 * @typedef {Record<string, LockedPackage>} LockedPackages
 */

/** The parts of a Node package that no program of ours reads: a third of its size. */
const UNUSED_OF_NODE = ['include', 'share', 'CHANGELOG.md']

/** Source maps and type declarations help only developers: a seventh of what is installed. */
const FOR_DEVELOPERS = /\.(?:map|d\.[cm]?ts)$/
/** The build of the SDK compiles TypeScript with these types. */
const KEEPS_TYPES = /^(?:@types|@typescript|typescript|undici-types)$/

/**
 * Installs the packages of the lockfile if any is missing. Running Galla needs no tools of developers; installed ones stay.
 * @param {{ forDevelopment?: boolean }} [options]
 */
export async function installMissing({ forDevelopment = true } = {}) {
  const withDev = forDevelopment || Object.values(installedPackages()).some(({ dev }) => dev === true)
  const missing = whatIsMissing(withDev)
  if (missing === undefined) return
  console.log(`Installing: ${missing}.`)
  const code = await npm([
    'ci',
    withDev ? '--include=dev' : '--omit=dev',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  if (code !== 0) throw new Error(`npm ci failed (${code}).`)
  writeFileSync(attemptFile(), lockfileHash())
  removeUnusedOfNode(join(root, 'node_modules'))
  if (!withDev) removeDeveloperFiles(join(root, 'node_modules'))
  const still = whatIsMissing(withDev)
  if (still !== undefined) throw new Error(`npm ci ended well, but ${still}.`)
}

/**
 * @param {boolean} withDev
 * @returns {string | undefined} undefined: nothing
 */
function whatIsMissing(withDev) {
  if (!existsSync(installedFile())) return 'nothing is installed yet'
  const locked = readPackages(join(root, 'package-lock.json'))
  const wanted = Object.fromEntries(
    Object.entries(locked).filter(([, entry]) => withDev || entry.dev !== true),
  )
  const attempted = existsSync(attemptFile()) && readFileSync(attemptFile(), 'utf8') === lockfileHash()
  return (
    difference(wanted, installedPackages(), attempted) ??
    Object.entries(wanted)
      .filter(([path, entry]) => path.includes('node_modules/') && entry.optional !== true)
      .map(([path]) => path)
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${path} is not there`)[0]
  )
}

/**
 * Deletes the headers and manuals of Node.
 * @param {string} packagesFolder
 */
export function removeUnusedOfNode(packagesFolder) {
  for (const name of readdirSync(packagesFolder))
    if (/^node(-bin)?-(darwin|linux|win)-/.test(name))
      for (const part of UNUSED_OF_NODE)
        rmSync(join(packagesFolder, name, part), { recursive: true, force: true })
}

/**
 * Deletes the files of packages that only developers use. Links lead to the workspaces, whose files stay.
 * @param {string} folder
 */
export function removeDeveloperFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && !KEEPS_TYPES.test(entry.name)) removeDeveloperFiles(path)
    else if (entry.isFile() && FOR_DEVELOPERS.test(entry.name)) rmSync(path)
  }
}

/**
 * The first difference between the installed and the required packages, as a clause; undefined if there is none. npm leaves out optional
 * packages that do not suit the machine or that it could not download: those are requested once.
 * @param {LockedPackages} wanted
 * @param {LockedPackages} installed
 * @param {boolean} attempted whether `npm ci` already ended well for this lockfile
 * @param {{ platform: string, arch: string }} [machine]
 */
export function difference(wanted, installed, attempted, machine = process) {
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.includes('node_modules/')) continue
    const found = installed[path]
    if (found === undefined) {
      if (entry.optional === true && (attempted || !isForMachine(entry, machine))) continue
      return `${path} is not installed`
    }
    if (found.version !== entry.version)
      return `${path} is installed as ${found.version}, wanted is ${entry.version}`
  }
  return undefined
}

/**
 * @param {LockedPackage} entry
 * @param {{ platform: string, arch: string }} machine
 */
function isForMachine({ os, cpu, libc }, { platform, arch }) {
  // Without both it belongs to a package of another system; a libc is for npm to decide.
  return (
    os !== undefined &&
    cpu !== undefined &&
    libc === undefined &&
    [os].flat().includes(platform) &&
    [cpu].flat().includes(arch)
  )
}

/**
 * @param {string} file
 * @returns {LockedPackages}
 */
function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
}

function lockfileHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}

function installedPackages() {
  return existsSync(installedFile()) ? readPackages(installedFile()) : {}
}

function installedFile() {
  return join(root, 'node_modules', '.package-lock.json')
}

function attemptFile() {
  return join(root, 'node_modules', '.galla-installed')
}

/**
 * Runs npm on the Node that started it, because it replaces the one in node_modules.
 * @param {string[]} args
 */
function npm(args) {
  const { npm_execpath: script, npm_node_execpath: node, PATH } = process.env
  const env = {
    ...process.env,
    PATH: (PATH ?? '')
      .split(':')
      .filter((part) => !part.startsWith(root))
      .join(':'),
  }
  if (process.platform === 'win32') return run(['npm', ...args], { shell: true })
  if (script?.endsWith('.js') && node !== undefined && !node.startsWith(root))
    return run([node, script, ...args], { env })
  return run(['npm', ...args], { env })
}
