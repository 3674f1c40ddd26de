import type { Node } from 'oxc-parser'
import { type NamedTable, tablesOfStatement } from './merchants-of-statement.ts'
import { type Debt, isForTests, type Repository, type Source, walk } from './source.ts'
import { sqlTexts } from './sql-text.ts'
import { tablesWithColumn } from './sql-tree.ts'

/** Tables with a merchant's id that every node of a distributed database has as a whole. */
const GLOBAL = new Set(['merchants', 'api_keys'])

/** Names of system data that differ between the nodes of a distributed database. */
const OF_A_NODE = /\b(pg_locks|pg_stat_activity|pg_class|reltuples|ctid|pg_current_xact_id)\b/i

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
 * Checks that each statement on a merchant's table names the merchant. A sweep may read the rows of all merchants if its function is
 * listed in sweeps.json.
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
  /** The listed sweeps that were found. */
  readonly swept: Set<string>
}

const statementsIn = (source: Source, lists: Lists): Debt[] => {
  const found: Debt[] = []
  const { textsOf, isPlaced } = sqlTexts(source.program)
  const parts: (() => void)[] = []
  walk(source.program, (node, around) => {
    const path = `${source.path} ${functionAround(around)}`
    const line = source.lineAt(node.start)
    const add = (rule: string, what: string, instead: string): void => {
      // A statement with conditional parts has several texts; report a fault once.
      if (
        !found.some(
          (each) => each.rule === rule && each.path === path && each.line === line && each.what === what,
        )
      )
        found.push({ rule, path, line, what, instead })
    }
    if (node.type !== 'TemplateLiteral') {
      if (node.type === 'Literal' && typeof node.value === 'string' && namesTable(node.value, lists))
        add(UNTAGGED, UNTAGGED, TAG_IT)
      return
    }
    const template = around.at(-1)
    const tag =
      template?.type === 'TaggedTemplateExpression' && template.tag.type === 'Identifier' && template.tag.name
    const texts = textsOf(node, around[1])
    if (tag === 'sql') checkTexts(texts, { path, add, lists, read: readStatement })
    else if (tag === 'part')
      parts.push(() => isPlaced(node) || checkTexts(texts, { path, add, lists, read: readPart }))
    else if (texts.some((text) => namesTable(text, lists))) add(UNTAGGED, UNTAGGED, TAG_IT)
  })
  // Only now, because a part that a statement contains was checked with it.
  for (const check of parts) check()
  return found
}

interface Checking {
  /** The file and the function. */
  readonly path: string
  readonly add: (rule: string, what: string, instead: string) => void
  readonly lists: Lists
  readonly read: (text: string, merchantTables: ReadonlySet<string>) => NamedTable[] | undefined
}

const checkTexts = (texts: readonly string[], { path, add, lists, read }: Checking): void => {
  const { merchantTables, sweeps, swept } = lists
  for (const text of texts) {
    const tables = read(text, merchantTables)
    if (tables === undefined) {
      add(UNREADABLE, 'a part in place of a clause', 'let parts stand where a value could stand')
      continue
    }
    const over = tables.filter(({ merchant }) => merchant === 'all')
    const mayBeSwept = over.every(({ isLimited }) => isLimited) && tables.every(isRead)
    if (over.length > 0 && sweeps.includes(path) && mayBeSwept) swept.add(path)
    else if (over.length > 0) add(ONE_MERCHANT, `${listed(over)} without \`merchant_id = \``, INSTEAD)
    // An inserted row names its merchant itself.
    const batched = tables.filter(({ merchant, isInserted }) => merchant === 'rows' && !isInserted)
    if (batched.length > 0) add(BATCH, `${listed(batched)} for the merchants of given rows`, 'one at a time')
    if (tables.length > 0 && OF_A_NODE.test(text))
      add(NODE, `${OF_A_NODE.exec(text)?.[0]} beside ${listed(tables)}`, 'ask for it before')
  }
}

const listed = (tables: readonly NamedTable[]): string =>
  [...new Set(tables.map(({ table }) => table))].join(', ')

const namesTable = (text: string, { merchantTables }: Lists): boolean =>
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

/** Parses a part as an expression, a whole statement, or clauses. */
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
  // Without a table there is nothing to check.
  return /\b(from|join|update|into)\b/i.test(text) ? undefined : []
}
