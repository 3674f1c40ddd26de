import { execFileSync } from 'node:child_process'

/** The workspaces that run from source in a release. The others are built into `dist` folders, or are for development. */
export const RUN_WORKSPACES = ['upi', 'contract', 'embedded-postgres', 'server'] as const

/** The builds: `npm run release` runs after them. */
export const BUILT = ['checkout/dist/render.js', 'web/dist', 'sdk/dist', 'plugins/woocommerce/dist'] as const

const SHIPPED = [
  /^(?:LICENSE|SECURITY\.md|package\.json|docs\/operating\/[\w-]+\.md|deploy\/(?:bin\/galla|(?:ha|observability)\/[\w.-]+))$/,
  /^(?:upi|contract|embedded-postgres|server|checkout)\/(?:package\.json|LICENSE|src\/|fonts\/|migrations\/)/,
  /^(?:sdk|plugins\/woocommerce)\/package\.json$/,
  /^upi\/corpus\/banks\.json$/,
  /^tools\/(?:backup|backup-arguments|distribute|doctor|drill|find-database|restore|rotate-app-key|verify-ledger)\.ts$/,
]
const FOR_TESTS = /\/testing\/|(?:\.test\.tsx?|-harness\.ts|-crash-program\.ts|-crash-form\.ts)$/

/** Chooses the files of the repository that a release contains. */
export const releaseFiles = (files: readonly string[]): string[] =>
  files.filter((file) => SHIPPED.some((pattern) => pattern.test(file)) && !FOR_TESTS.test(file)).sort()

/** Optional peers that are installed for development only. */
const OPTIONAL_PEERS = /^node_modules\/(?:@typescript\/|typescript$)/

const scope = RUN_WORKSPACES.flatMap((workspace) => ['--workspace', workspace])

const npm = (root: string, args: readonly string[]): string =>
  execFileSync('npm', [...args, '--omit=dev', ...scope], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  })

/** Lists the installed packages, relative to `root`, that the workspaces need to run. */
export const runPackages = (root: string): string[] =>
  npm(root, ['ls', '--parseable', '--all', '--loglevel=error'])
    .split('\n')
    .filter((path) => path.startsWith(`${root}/node_modules/`))
    .map((path) => path.slice(root.length + 1))
    // A package inside another one is copied with it.
    .filter((path) => path.lastIndexOf('node_modules/') === 0 && !OPTIONAL_PEERS.test(path))
    .sort()

/** Describes those packages as CycloneDX. The same lockfile gives the same text. */
export const softwareBillOfMaterials = (root: string): string => {
  const bom = JSON.parse(npm(root, ['sbom', '--sbom-format=cyclonedx', '--loglevel=error']))
  delete bom.serialNumber
  delete bom.metadata.timestamp
  // npm takes the name of the folder, which differs between checkouts.
  bom.metadata.component.name = 'galla'
  return `${JSON.stringify(bom, undefined, 2)}\n`
}
