/**
 * The gauge: prints how much product there is beside the last release (`gauge.json`): lines, files, and edges, which are pairs of the
 * server's features of which one imports the other. A change that raises a figure above the release says why, in a line `Size: ...` of a
 * commit's message. After a release: `node tools/gauge.ts --release NAME`.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const FIGURES = ['lines', 'files', 'edges'] as const
type Figures = Readonly<Record<(typeof FIGURES)[number], number>>

const RELEASE = new URL('gauge.json', import.meta.url)
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const KINDS = ['*.ts', '*.tsx', '*.mjs', '*.sql', '*.css', '*.php']
const NOT_PRODUCT =
  /^(e2e|bench)\/|^[^:]*(\.(test|spec)\.|(^|\/)(testing|fixtures|test-run)\/|harness|-form\.ts:|crash-program)/
const IMPORT = /^([^:]+):.*from '(\.\.?\/[^']+)'/

const git = (...args: readonly string[]): string =>
  spawnSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 27 }).stdout

/** Whether a line of `git grep` is of a file of the product. */
export const isProduct = (line: string): boolean => line !== '' && !NOT_PRODUCT.test(line)

/** The matches in the product, each behind its path: of the working tree, or of a commit. */
const grep = (pattern: readonly string[], commit: string | undefined, paths: readonly string[]): string[] =>
  git('grep', ...(commit ? [] : ['--untracked']), ...pattern, ...(commit ? [commit] : []), '--', ...paths)
    .split('\n')
    .map((line) => (commit ? line.slice(commit.length + 1) : line))
    .filter(isProduct)

const featureOf = (path: string): string | undefined =>
  /^server\/src\/(?!platform\/)([^/]+)\//.exec(path)?.[1]

const edgeOf = (line: string): string[] => {
  const [, path = '', specifier = ''] = IMPORT.exec(line) ?? []
  const [from, to] = [featureOf(path), featureOf(posix.join(posix.dirname(path), specifier))]
  return from && to && from !== to ? [`${from} ${to}`] : []
}

const figuresOf = (commit?: string): Figures => {
  const counts = grep(['-c', ''], commit, KINDS).map((line) => Number(line.slice(line.lastIndexOf(':') + 1)))
  const edges = grep(["from '\\.\\.\\?/"], commit, ['server/src/*.ts']).flatMap(edgeOf)
  // As editors count: with the empty line behind the last line end.
  const lines = counts.reduce((sum, count) => sum + count + 1, 0)
  return { lines, files: counts.length, edges: new Set(edges).size }
}

/** The figures that a change raises above those of the release. */
export const risen = (release: Figures, before: Figures, now: Figures): string[] =>
  FIGURES.filter((name) => now[name] > Math.max(release[name], before[name]))

/** Whether one of the messages says why. */
export const saysWhy = (messages: string): boolean => /^Size: \S/m.test(messages)

const run = (): number => {
  const { name, ...release }: Figures & { readonly name: string } = JSON.parse(readFileSync(RELEASE, 'utf8'))
  const base = git('merge-base', 'HEAD', 'origin/main').trim() || 'HEAD'
  const now = figuresOf()
  for (const each of FIGURES) console.log(`${now[each]} ${each}, ${release[each]} in the release of ${name}`)
  const names = risen(release, figuresOf(base), now)
  if (names.length === 0 || saysWhy(git('log', '--format=%B', `${base}..HEAD`))) return 0
  console.log(
    `This change raises: ${names.join(', ')}. Say why in its commit's message, in a line "Size: ...".`,
  )
  return git('status', '--porcelain') === '' ? 1 : 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [option, name] = process.argv.slice(2)
  if (option !== '--release') process.exitCode = run()
  else writeFileSync(RELEASE, `${JSON.stringify({ name, ...figuresOf() }, undefined, 2)}\n`)
}
