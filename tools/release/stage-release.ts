import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { removeDeveloperFiles } from '../setup/install.mjs'
import { billOfMaterials } from './bill-of-materials.ts'

export const copy = (from: string, to: string): void => {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true, verbatimSymlinks: true })
}

/** Copies everything that runs into one folder. An image has the Node of its base. */
export const stageRelease = (root: string, folder: string, { withNode }: { withNode: boolean }): void => {
  for (const path of [...releaseFiles(root), ...BUILT, ...runPackages(root)])
    copy(join(root, path), join(folder, path))
  const node = `node_modules/node-${process.platform}-${process.arch}`
  if (withNode) copy(join(root, node), join(folder, node))
  removeDeveloperFiles(join(folder, 'node_modules'))
  mkdirSync(join(folder, 'node_modules/@galla'), { recursive: true })
  for (const name of [...RUN_WORKSPACES, 'checkout']) {
    const link = join(folder, 'node_modules/@galla', name)
    rmSync(link, { recursive: true, force: true })
    symlinkSync(`../../${name}`, link)
  }
  writeFileSync(
    join(folder, 'packaged'),
    'Galla from a package keeps its data in the PostgreSQL that DATABASE_URL names.\n',
  )
  writeFileSync(join(folder, 'sbom.cdx.json'), billOfMaterials(root, folder))
}

/** The workspaces that run from source in a release. The others are built into `dist` folders, or are for development. */
const RUN_WORKSPACES = ['upi', 'contract', 'embedded-postgres', 'server'] as const

/** The builds: `npm run release` runs after them. */
const BUILT = ['checkout/dist/render.js', 'web/dist', 'sdk/dist', 'plugins/woocommerce/dist'] as const

const SHIPPED = [
  /^(?:LICENSE|SECURITY\.md|package\.json|docs\/operating\/[\w-]+\.md|deploy\/(?:bin\/galla|debian\/create-database|create-database\.sql|(?:ha|observability)\/[\w.-]+))$/,
  /^(?:upi|contract|embedded-postgres|server|checkout)\/(?:package\.json|LICENSE|src\/|fonts\/|migrations\/)/,
  /^(?:(?:sdk|plugins\/woocommerce)\/package\.json|sdk\/released\/[\w.-]+\.tgz)$/,
  /^upi\/corpus\/banks\.json$/,
  /^tools\/(?:backup|backup-arguments|distribute|doctor|drill|find-database|restore|rotate-app-key|verify-ledger)\.ts$/,
]
const FOR_TESTS = /\/testing\/|(?:\.test\.tsx?|-harness\.ts|-crash-program\.ts|-crash-form\.ts)$/

/** Lists the files of the repository that a release contains. An image is built where there is no git. */
export const releaseFiles = (root: string): string[] =>
  globSync(['*', '{deploy,docs,upi,contract,embedded-postgres,server,checkout,sdk,plugins,tools}/**'], {
    cwd: root,
    exclude: (entry) => entry.name === 'node_modules' || entry.name === 'dist',
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length + 1))
    .filter((file) => SHIPPED.some((pattern) => pattern.test(file)) && !FOR_TESTS.test(file))
    .sort()

/** Optional peers that are installed for development only, and the database that `npm start` brings. */
const NOT_SHIPPED = /^node_modules\/(?:@typescript\/|typescript$|@embedded-postgres\/)/

/** Lists the installed packages, relative to `root`, that the workspaces need to run. */
export const runPackages = (root: string): string[] =>
  execFileSync(
    'npm',
    [
      'ls',
      '--parseable',
      '--all',
      '--loglevel=error',
      '--omit=dev',
      ...RUN_WORKSPACES.flatMap((workspace) => ['--workspace', workspace]),
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'inherit'] },
  )
    .split('\n')
    .filter((path) => path.startsWith(`${root}/node_modules/`))
    .map((path) => path.slice(root.length + 1))
    // A package inside another one is copied with it.
    .filter((path) => path.lastIndexOf('node_modules/') === 0 && !NOT_SHIPPED.test(path))
    .sort()
