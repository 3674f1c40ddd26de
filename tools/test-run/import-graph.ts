import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** The imports of each program: files of this repository as paths from the root, packages by name. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

const WORKSPACES = '{upi,contract,embedded-postgres,server,checkout,tools,web,sdk,bench,e2e}'
const TYPE_IMPORT = /^(import|export) type [^'"]*from '[^']+'/gm
const IMPORTED = /(?:\bfrom|\bimport)\s*\(?\s*'([^'\n]+)'/g
const STARTED = /new URL\(\s*'(\.[^'\n]+\.ts)'/g

/** Reads the imports of every program of the repository by pattern: quick enough for each start of the test runner. */
export const readImportGraph = (root: string): ImportGraph => {
  const files = globSync(`${WORKSPACES}/**/*.{ts,tsx,mts,mjs}`, {
    cwd: root,
    exclude: (path) => /(^|[/\\])(node_modules|dist)$/.test(path),
  }).map((path) => path.replaceAll('\\', '/'))
  const known = new Set(files)
  return new Map(files.map((path) => [path, importsOf(path, readFileSync(join(root, path), 'utf8'), known)]))
}

const importsOf = (path: string, text: string, known: ReadonlySet<string>): string[] => {
  const running = text.replace(TYPE_IMPORT, '')
  return [...running.matchAll(IMPORTED), ...running.matchAll(STARTED)].map(([, specifier = '']) =>
    resolve(path, specifier, known),
  )
}

const resolve = (from: string, specifier: string, known: ReadonlySet<string>): string => {
  const workspace = /^@galla\/([^/]+)\/(.+)$/.exec(specifier)
  if (workspace) return `${workspace[1]}/src/${workspace[2]}.ts`
  if (!specifier.startsWith('.')) return specifier
  const path = posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''))
  return [path, `${path}.ts`, `${path}.tsx`].find((each) => known.has(each)) ?? path
}

/** Everything that a file reaches by imports, itself included. */
export const reachedFrom = (graph: ImportGraph, start: string): ReadonlySet<string> => {
  const reached = new Set([start])
  for (const path of reached) for (const next of graph.get(path) ?? []) reached.add(next)
  return reached
}

/** The files that reach one of `changed` by imports, nearest first. */
export const importersOf = (graph: ImportGraph, changed: readonly string[]): string[] => {
  const importers = new Map<string, string[]>()
  for (const [path, imports] of graph)
    for (const each of imports) importers.set(each, [...(importers.get(each) ?? []), path])
  const reached = new Set(changed)
  for (const path of reached) for (const next of importers.get(path) ?? []) reached.add(next)
  return [...reached]
}
