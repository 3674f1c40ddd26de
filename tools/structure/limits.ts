import { posix } from 'node:path'
import type { Node } from 'oxc-parser'
import { type Finding, isForTests, type Repository, type Source, type Text, walk } from './source.ts'

const FILE_LINES_MAX = 400
const FUNCTION_LINES_MAX = 80
const FOLDER_FILES_MAX = 25

const COUNTED = /\.([mc]?[jt]sx?|css|sql)$/
/** Written by a program. */
const GENERATED = /^server\/migrations\/schema\.sql$/
const TOKENS = 'web/src/theme/tokens.ts'
const QUERY_KEYS = 'web/src/query-keys.ts'

/** Limits of files, functions and folders. */
export const limits = (repository: Repository): Finding[] => [
  ...repository.texts.flatMap(longFile),
  ...repository.sources.flatMap(longFunctions),
  ...fullFolders(repository),
  ...otherWidths(repository),
  ...repository.sources.flatMap(writtenQueryKeys),
]

const longFile = ({ path, text }: Text): Finding[] => {
  const lines = text.split('\n').length - 1
  if (lines <= FILE_LINES_MAX || !COUNTED.test(path) || GENERATED.test(path)) return []
  return [
    {
      path,
      line: 1,
      what: `${lines} lines`,
      instead: `at most ${FILE_LINES_MAX}: does it do two things?`,
    },
  ]
}

const longFunctions = (source: Source): Finding[] => {
  if (isForTests(source.path)) return []
  const found: Finding[] = []
  walk(source.program, (node, around) => {
    if (!isFunction(node)) return
    const line = source.lineAt(node.start)
    const lines = source.lineAt(node.end) - line + 1
    if (lines <= FUNCTION_LINES_MAX) return
    const what = `${nameOf(node, around.at(-1))} has ${lines} lines`
    found.push({
      path: source.path,
      line,
      what,
      instead: `at most ${FUNCTION_LINES_MAX}: move a part into a function`,
    })
  })
  return found
}

const isFunction = (node: Node): boolean =>
  node.type === 'FunctionDeclaration' ||
  node.type === 'FunctionExpression' ||
  node.type === 'ArrowFunctionExpression'

const nameOf = (node: Node, parent: Node | undefined): string => {
  if (node.type === 'FunctionDeclaration' && node.id) return node.id.name
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier') return parent.id.name
  return 'a function'
}

/** Source files are programs that are not for tests. */
const fullFolders = ({ sources }: Repository): Finding[] => {
  const counts = new Map<string, number>()
  for (const { path } of sources.filter((source) => !isForTests(source.path)))
    counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count > FOLDER_FILES_MAX)
    .map(([path, count]) => ({
      path,
      line: 1,
      what: `${count} source files in one folder`,
      instead: `at most ${FOLDER_FILES_MAX}: sort them into folders`,
    }))
}

/** Media queries for widths that are not the theme's. */
const otherWidths = ({ texts }: Repository): Finding[] => {
  const tokens = texts.find(({ path }) => path === TOKENS)?.text ?? ''
  const declared = /BREAKPOINTS[^{]*\{([^}]*)\}/.exec(tokens)?.[1] ?? ''
  const widths = new Set([...declared.matchAll(/:\s*(\d+)/g)].map(([, width]) => Number(width)))
  const isOther = (query: string): boolean =>
    [...query.matchAll(/width:\s*([\d.]+)px/g)].some(([, width]) => !widths.has(Math.ceil(Number(width))))
  return texts
    .filter(({ path }) => /^web\/.*\.css$/.test(path))
    .flatMap(({ path, text }) => {
      const lines = text.split('\n')
      const line = lines.findIndex((each) => each.includes('@media') && isOther(each))
      if (line < 0) return []
      const what = `the width of ${lines[line]?.trim()}`
      const instead = `use one of the widths of ${TOKENS}: ${[...widths].join(', ')}`
      return [{ path, line: line + 1, what, instead }]
    })
}

const writtenQueryKeys = ({ path, program, lineAt }: Source): Finding[] => {
  if (!path.startsWith('web/src/') || path === QUERY_KEYS || isForTests(path)) return []
  const found: Finding[] = []
  walk(program, (node) => {
    if (node.type !== 'Property' || node.key.type !== 'Identifier' || node.key.name !== 'queryKey') return
    if (node.value.type !== 'ArrayExpression') return
    const what = 'a query key written out'
    found.push({ path, line: lineAt(node.start), what, instead: `take it from ${QUERY_KEYS}` })
  })
  return found
}
