import { basename } from 'node:path'
import type { Node } from 'oxc-parser'
import { type Finding, type Repository, type Source, walk } from './source.ts'

/** Words that say nothing about what a file contains. */
const EMPTY_WORDS = new Set([
  'util',
  'utils',
  'helper',
  'helpers',
  'misc',
  'common',
  'service',
  'services',
  'manager',
  'managers',
])

/** Empty when they are the whole name; `database-types.ts` may really be about the database's types. */
const EMPTY_ALONE = new Set(['type', 'types'])

const EMPTY_CLASS = /(Service|Manager)$/

/** Files whose tool reads their default export. */
const DEFAULT_EXPORT_ASKED: readonly { path: RegExp; by: string }[] = [
  { path: /(^|\/)(vite|vitest|playwright|postcss)[^/]*\.config\.[mc]?[jt]s$/, by: 'the tool it configures' },
  { path: /^e2e\/(global-[^/]+|[^/]+-reporter)\.ts$/, by: 'Playwright' },
  { path: /^server\/testing\/database\.ts$/, by: "Vitest's global set-up" },
]

export const names = (repository: Repository): Finding[] =>
  repository.sources.flatMap((source) => [...emptyName(source), ...barrel(source), ...insideNames(source)])

const emptyName = ({ path }: Source): Finding[] => {
  const parts = path
    .replace(/(\.d)?\.[^/.]+$/, '')
    .toLowerCase()
    .split('/')
  const words = parts.flatMap((part) => part.split(/[.\-_]/))
  const empty = words.find((word) => EMPTY_WORDS.has(word)) ?? parts.find((part) => EMPTY_ALONE.has(part))
  if (empty === undefined) return []
  return [
    {
      path,
      line: 1,
      what: `a file named ${empty}`,
      instead: 'name it by what it does, split it if it does two',
    },
  ]
}

const barrel = ({ path, program }: Source): Finding[] => {
  const instead = 'import from the file that has it'
  if (/^index\.[mc]?[jt]sx?$/.test(basename(path))) return [{ path, line: 1, what: 'an index file', instead }]
  const passesOn = (node: Node): boolean =>
    node.type === 'ExportAllDeclaration' ||
    node.type === 'ImportDeclaration' ||
    (node.type === 'ExportNamedDeclaration' && node.declaration === null)
  const onlyPassesOn =
    program.body.every(passesOn) && program.body.some((node) => node.type !== 'ImportDeclaration')
  return onlyPassesOn ? [{ path, line: 1, what: 'a file that only passes on', instead }] : []
}

const insideNames = (source: Source): Finding[] => {
  const found: Finding[] = []
  const { path } = source
  const mayDefault = DEFAULT_EXPORT_ASKED.some((each) => each.path.test(path))
  walk(source.program, (node) => {
    const line = (): number => source.lineAt(node.start)
    if (node.type === 'ExportDefaultDeclaration' && !mayDefault) {
      found.push({ path, line: line(), what: 'a default export', instead: 'export it by its name' })
    }
    const name = declaredName(node)
    if (name !== undefined && EMPTY_CLASS.test(name)) {
      found.push({ path, line: line(), what: name, instead: 'name it by what it does' })
    }
  })
  return found
}

const declaredName = (node: Node): string | undefined => {
  switch (node.type) {
    case 'ClassDeclaration':
    case 'ClassExpression':
      return node.id?.name
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return node.id.name
    default:
      return undefined
  }
}
