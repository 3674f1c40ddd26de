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

/** Empty only as the whole name: `database-types.ts` is about the types of the database. */
const EMPTY_ALONE = new Set(['type', 'types'])

const EMPTY_CLASS = /(Service|Manager)$/

const STORE = /^server\/src\/.+-store\.ts$/
/** The first word of a function that runs SQL: one word for one act. `save` inserts or updates. */
const STORE_VERBS = new Set([
  ...['find', 'get', 'list', 'search', 'count', 'sum', 'is', 'has'],
  ...[
    'insert',
    'update',
    'save',
    'delete',
    'record',
    'add',
    'copy',
    'link',
    'clear',
    'replace',
    'increment',
    'decrement',
  ],
  ...['lock', 'claim', 'renew', 'release', 'reserve', 'consume', 'assign', 'limit'],
  ...['create', 'drop', 'merge'],
])
/** Verbs of the domain. */
const DOMAIN_VERBS = new Set([
  ...['open', 'start', 'pause', 'resume', 'stop', 'end', 'finish', 'abandon', 'cancel', 'retire', 'publish'],
  ...['request', 'schedule', 'reschedule', 'extend', 'confirm', 'dismiss', 'revoke', 'rotate'],
])

export const names = (repository: Repository): Finding[] =>
  repository.sources.flatMap((source) => [
    ...emptyName(source),
    ...barrel(source),
    ...insideNames(source),
    ...storeVerbs(source),
  ])

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
  walk(source.program, (node) => {
    const name = declaredName(node)
    if (name !== undefined && EMPTY_CLASS.test(name)) {
      found.push({ path, line: source.lineAt(node.start), what: name, instead: 'name it by what it does' })
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

/** Exported functions of stores that take a connection first, by the verb of their name. */
const storeVerbs = (source: Source): Finding[] => {
  if (!STORE.test(source.path)) return []
  return source.program.body.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration' || node.declaration?.type !== 'VariableDeclaration') return []
    return node.declaration.declarations.flatMap(({ id, init, start }) => {
      if (id.type !== 'Identifier' || !takesConnection(init)) return []
      const verb = /^[a-z]+/.exec(id.name)?.[0] ?? ''
      if (STORE_VERBS.has(verb) || DOMAIN_VERBS.has(verb)) return []
      return [
        {
          path: source.path,
          line: source.lineAt(start),
          what: `a store function named ${id.name}`,
          instead: `begin with a standard verb: ${[...STORE_VERBS].join(', ')}`,
        },
      ]
    })
  })
}

const takesConnection = (init: Node | null): boolean => {
  if (init?.type !== 'ArrowFunctionExpression') return false
  const [first] = init.params
  return first?.type === 'Identifier' && /^(db|tx)$/.test(first.name)
}
