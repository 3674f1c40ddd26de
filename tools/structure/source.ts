import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, posix } from 'node:path'
import { type Comment, type Node, type Program, parseSync, visitorKeys } from 'oxc-parser'

/** One broken rule, printed as `path:line: what, and what instead`. */
export interface Finding {
  readonly path: string
  readonly line: number
  readonly what: string
  readonly instead: string
}

export interface Import {
  readonly specifier: string
  readonly line: number
  /** The file or built file it names inside this repository, as a path from the root; absent for packages. */
  readonly target?: string
}

/** A file that is read as text: documents, SQL, styles, settings. */
export interface Text {
  /** The path from the root, with forward slashes. */
  readonly path: string
  readonly text: string
}

/** A file that is a program. */
export interface Source extends Text {
  readonly program: Program
  readonly comments: readonly Comment[]
  readonly imports: readonly Import[]
  readonly lineAt: (offset: number) => number
}

export interface Repository {
  readonly sources: readonly Source[]
  readonly texts: readonly Text[]
}

const PROGRAM = new Set(['.ts', '.tsx', '.mts', '.js', '.jsx', '.mjs'])
const TEXT = new Set([
  ...PROGRAM,
  '.md',
  '.json',
  '.sql',
  '.css',
  '.html',
  '.cjs',
  '.sh',
  '.yml',
  '.yaml',
  '',
])
/** Folders of tools, builds and packages. */
const NOT_OURS = new Set([
  'node_modules',
  'dist',
  'data',
  'coverage',
  'test-results',
  'playwright-report',
  '.git',
])
const FILE_BYTES_MAX = 2_000_000

export const isTest = (path: string): boolean => /\.(test|spec)\.tsx?$/.test(path)
/** Tests, what only tests import (`WORKSPACE/testing/`, `*-harness.ts`), and the workspace of browser tests. */
export const isForTests = (path: string): boolean =>
  isTest(path) || /^e2e\//.test(path) || /(^|\/)testing\/|-harness\.ts$/.test(path)

export const readRepository = (root: string): Repository => {
  const texts = pathsUnder(root)
    .filter((path) => TEXT.has(extname(path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ text }) => text.length <= FILE_BYTES_MAX)
  const known = new Set(texts.map(({ path }) => path))
  const sources = texts.filter(({ path }) => PROGRAM.has(extname(path))).map((text) => parse(text, known))
  return { sources, texts }
}

const pathsUnder = (root: string, folder = ''): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (NOT_OURS.has(entry.name)) return []
    if (entry.isDirectory()) return pathsUnder(root, path)
    return entry.isFile() ? [path] : []
  })

const parse = (file: Text, known: ReadonlySet<string>): Source => {
  const parsed = parseSync(file.path, file.text)
  const [broken] = parsed.errors
  if (broken) throw new Error(`${file.path} can't be parsed: ${broken.message}`)
  const lineAt = lineFinder(file.text)
  const imports = importsOf(parsed.program, file.path, known, lineAt)
  return { ...file, program: parsed.program, comments: parsed.comments, imports, lineAt }
}

const lineFinder = (text: string): ((offset: number) => number) => {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }
}

/** Calls `visit` for each node with those around it, outermost first. */
export const walk = (node: Node, visit: (node: Node, around: readonly Node[]) => void): void => {
  const around: Node[] = []
  const enter = (current: Node): void => {
    visit(current, around)
    around.push(current)
    for (const key of visitorKeys[current.type] ?? []) {
      const value: unknown = Reflect.get(current, key)
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) enter(child)
    }
    around.pop()
  }
  enter(node)
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const importsOf = (
  program: Program,
  from: string,
  known: ReadonlySet<string>,
  lineAt: (offset: number) => number,
): Import[] => {
  const imports: Import[] = []
  walk(program, (node) => {
    const specifier = importedBy(node)
    if (specifier === undefined) return
    const target = resolve(specifier, from, known)
    imports.push({ specifier, line: lineAt(node.start), ...(target === undefined ? {} : { target }) })
  })
  return imports
}

/** Including imports of types. */
const importedBy = (node: Node): string | undefined => {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'TSImportType':
      return node.source.value
    case 'ExportNamedDeclaration':
      return node.source?.value
    case 'ImportExpression':
      return node.source.type === 'Literal' && typeof node.source.value === 'string'
        ? node.source.value
        : undefined
    default:
      return undefined
  }
}

const resolve = (specifier: string, from: string, known: ReadonlySet<string>): string | undefined => {
  const workspace = /^@galla\/([^/]+)(?:\/(.+))?$/.exec(specifier)
  if (workspace) return `${workspace[1]}/src/${workspace[2] ?? 'index'}.ts`
  if (!specifier.startsWith('.')) return undefined
  const path = posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''))
  return [path, `${path}.ts`, `${path}.tsx`].find((each) => known.has(each)) ?? path
}
