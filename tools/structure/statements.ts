import type { Node, TemplateLiteral } from 'oxc-parser'
import { type NamedTable, tablesOfStatement } from './merchants-of-statement.ts'
import { type Debt, isForTests, type Repository, type Source, walk } from './source.ts'
import { tablesWithColumn } from './sql-tree.ts'

/** Tables with a merchant's id that are the same on every node of a distributed database: of logins and keys, or about merchants. */
const GLOBAL = new Set(['merchants', 'api_keys'])

/** What each node of a distributed database knows only of itself. */
const OF_A_NODE =
  /\b(pg_locks|galla_worker_alive|pg_stat_activity|pg_class|reltuples|ctid|pg_current_xact_id)\b/i

const ONE_MERCHANT = 'a statement without its merchant'
const BATCH = 'a batch over several merchants'
const NODE = "a statement on merchants' tables that reads what a node knows of itself"
const UNREADABLE = 'a statement that cannot be read without its parts'

const UNTAGGED = 'a statement without the tag `sql`'
const TAG_IT = 'write sql`...`'
const INSTEAD =
  'add it; or only read, with a limit and without a lock, and list the function in tools/structure/sweeps.json'

const SWEEPS_FILE = 'tools/structure/sweeps.json'
const NO_SWEEP = 'a listed sweep that is none'

/**
 * Checks that each statement on a merchant's table names the merchant. A sweep may read over all merchants:
 * its function stands in sweeps.json.
 */
export const statements = ({ sources, texts }: Repository): Debt[] => {
  const merchantTables = new Set(
    texts
      .filter(({ path }) => /^server\/migrations\/.*\.sql$/.test(path))
      .flatMap(({ text }) => tablesWithColumn(text, 'merchant_id'))
      .filter((table) => !GLOBAL.has(table)),
  )
  const sweeps: string[] = JSON.parse(texts.find(({ path }) => path === SWEEPS_FILE)?.text ?? '[]')
  const swept = new Set<string>()
  const found = sources
    .filter(({ path }) => /^(server\/src|tools)\//.test(path) && !isForTests(path))
    .flatMap((source) => statementsIn(source, { merchantTables, sweeps, swept }))
  const ended = sweeps.filter((path) => !swept.has(path))
  const instead = `shorten ${SWEEPS_FILE}`
  return [...found, ...ended.map((path) => ({ rule: NO_SWEEP, path, line: 1, what: NO_SWEEP, instead }))]
}

interface Lists {
  readonly merchantTables: ReadonlySet<string>
  readonly sweeps: readonly string[]
  /** Those of `sweeps` that were found. */
  readonly swept: Set<string>
}

const statementsIn = (source: Source, { merchantTables, sweeps, swept }: Lists): Debt[] => {
  const found: Debt[] = []
  walk(source.program, (node, around) => {
    const path = `${source.path} ${functionAround(around)}`
    const add = (rule: string, what: string, instead: string): void =>
      void found.push({ rule, path, line: source.lineAt(node.start), what, instead })
    const template = around.at(-1)
    if (node.type !== 'TemplateLiteral') {
      if (node.type === 'Literal' && typeof node.value === 'string' && namesTable(node.value, merchantTables))
        add(UNTAGGED, UNTAGGED, TAG_IT)
      return
    }
    const text = textOf(node)
    const tag =
      template?.type === 'TaggedTemplateExpression' && template.tag.type === 'Identifier' && template.tag.name
    if (tag !== 'sql' && tag !== 'part') {
      if (namesTable(text, merchantTables)) add(UNTAGGED, UNTAGGED, TAG_IT)
      return
    }
    const tables = tag === 'sql' ? readStatement(text, merchantTables) : readPart(text, merchantTables)
    if (tables === undefined) {
      add(UNREADABLE, 'a part in place of a clause', 'let parts stand where a value could stand')
      return
    }
    const over = tables.filter(({ merchant }) => merchant === 'all')
    if (
      over.length > 0 &&
      sweeps.includes(path) &&
      over.every(({ isLimited }) => isLimited) &&
      tables.every(isRead)
    )
      swept.add(path)
    else if (over.length > 0) add(ONE_MERCHANT, `${listed(over)} without \`merchant_id = \``, INSTEAD)
    // An inserted row names its merchant itself.
    const batched = tables.filter(({ merchant, isInserted }) => merchant === 'rows' && !isInserted)
    if (batched.length > 0) add(BATCH, `${listed(batched)} for the merchants of given rows`, 'one at a time')
    if (tables.length > 0 && OF_A_NODE.test(text))
      add(NODE, `${OF_A_NODE.exec(text)?.[0]} beside ${listed(tables)}`, 'ask for it before')
  })
  return found
}

const listed = (tables: readonly NamedTable[]): string =>
  [...new Set(tables.map(({ table }) => table))].join(', ')

const textOf = ({ quasis, expressions }: TemplateLiteral): string =>
  quasis
    .map(({ value }, n) => (n === 0 ? value.cooked : `${sqlOf(expressions[n - 1], n)}${value.cooked}`))
    .join('')

/** A parameter; `ofLane` compares the column that it names with one. */
const sqlOf = (expression: Node | undefined, n: number): string => {
  const isLane =
    expression?.type === 'CallExpression' &&
    expression.callee.type === 'Identifier' &&
    expression.callee.name === 'ofLane'
  const [column] = isLane ? expression.arguments : []
  return column?.type === 'TaggedTemplateExpression' ? `${textOf(column.quasi)} = $${n}` : `$${n}`
}

const namesTable = (text: string, merchantTables: ReadonlySet<string>): boolean =>
  [...text.matchAll(/\b(?:from|join|into|update)\s+(\w+)/gi)].some(([, table = '']) =>
    merchantTables.has(table),
  ) && /\b(?:select|insert|update|delete)\b/i.test(text)

const isRead = ({ isWritten, isLocked }: NamedTable): boolean => !isWritten && !isLocked

/** The name of the outermost function or constant around a statement. */
const functionAround = (around: readonly Node[]): string => {
  for (const node of around) {
    if (node.type === 'FunctionDeclaration' && node.id) return node.id.name
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier') return node.id.name
  }
  return 'module'
}

const readStatement = (text: string, merchantTables: ReadonlySet<string>): NamedTable[] | undefined => {
  try {
    return tablesOfStatement(text, merchantTables)
  } catch {
    return undefined
  }
}

/** A part is an expression, a whole statement, or clauses. */
const readPart = (text: string, merchantTables: ReadonlySet<string>): NamedTable[] | undefined => {
  const wholes = [
    `select ${text}`,
    text,
    `select 1 ${text}`,
    `select 1 where true ${text}`,
    `select 1 from x ${text}`,
  ]
  for (const whole of wholes) {
    const tables = readStatement(whole, merchantTables)
    if (tables !== undefined) return tables
  }
  // Without a table it can do no harm.
  return /\b(from|join|update|into)\b/i.test(text) ? undefined : []
}
