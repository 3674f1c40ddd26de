import type { Node } from 'oxc-parser'
import { type Finding, isForTests, type Repository, type Source, walk } from './source.ts'

/** Tables with a merchant's id that statements join without it: an id of them is what a caller proves. */
const GLOBAL = new Set(['merchants', 'api_keys'])
const TABLE = /create (?:unlogged )?table (\w+) \(([\s\S]*?)\n\s*\)[^\n]*;/g

/** Each place where a statement names a table. */
const NAMED = /\b(?:from|join|into|update|using)\s+(\w+)|,\s+(\w+)(?=\s+\w)/gi
/** Each place where it restricts a table to a merchant: `a.merchant_id = `, `(merchant_id, id) in`, `using (merchant_id)`, the columns of an insert. */
const RESTRICTED =
  /\bmerchant_id\s*=|\bmerchant_id\b[^()]*\)\s*(?:=|in\b)|\busing\s*\([^()]*\bmerchant_id\b|\binto\s+\w+\s*(?:as\s+\w+\s*)?\([^()]*\bmerchant_id\b|=\s*(?:\w+\.)?merchant_id\b/gi

const SWEEPS_FILE = 'tools/structure/sweeps.json'

/**
 * Each statement restricts every merchant's table that it names to a merchant, in its own text, where a reader sees it. Functions that work
 * on the rows of all merchants, or find a row by a secret or an id that is unique over them, are listed in sweeps.json.
 */
export const statements = ({ sources, texts }: Repository): Finding[] => {
  const merchantTables = new Set(
    texts
      .filter(({ path }) => /^server\/migrations\/.*\.sql$/.test(path))
      .flatMap(({ text }) => tablesIn(text)),
  )
  const open = sources
    .filter(({ path }) => /^(server\/src|tools)\//.test(path) && !isForTests(path))
    .flatMap((source) => openIn(source, merchantTables))
  const sweeps: string[] = JSON.parse(texts.find(({ path }) => path === SWEEPS_FILE)?.text ?? '[]')
  const swept = new Set(open.map(nameOf))
  return [
    ...open
      .filter((each) => !sweeps.includes(nameOf(each)))
      .map(({ path, line, by, tables }) => ({
        path,
        line,
        what: `${by}: ${tables} without \`merchant_id = \``,
        instead: `add it for each table, or list the function in ${SWEEPS_FILE}`,
      })),
    ...sweeps
      .filter((name) => !swept.has(name))
      .map((name) => ({
        path: SWEEPS_FILE,
        line: 1,
        what: `${name} names its merchant`,
        instead: 'take it out',
      })),
  ]
}

const tablesIn = (migration: string): string[] =>
  [...migration.matchAll(TABLE)].flatMap(([, table = '', columns = '']) =>
    /^\s*merchant_id\b/m.test(columns) && !GLOBAL.has(table) ? [table] : [],
  )

interface Open {
  readonly path: string
  readonly line: number
  /** The function around the statement. */
  readonly by: string
  readonly tables: string
}

const nameOf = ({ path, by }: Open): string => `${path} ${by}`

/** The statements, and parts of them, that name more tables of merchants than they restrict. */
const openIn = (source: Source, merchantTables: ReadonlySet<string>): Open[] => {
  const found: Open[] = []
  walk(source.program, (node, around) => {
    const template = around.at(-1)
    if (node.type !== 'TemplateLiteral' || template?.type !== 'TaggedTemplateExpression') return
    if (template.tag.type !== 'Identifier' || !['sql', 'part'].includes(template.tag.name)) return
    const text = node.quasis.map(({ value }) => value.cooked).join('$')
    const named = [...text.matchAll(NAMED)]
      .map(([, first, further]) => first ?? further ?? '')
      .filter((table) => merchantTables.has(table))
    if (named.length <= [...text.matchAll(RESTRICTED)].length) return
    const tables = [...new Set(named)].join(', ')
    found.push({ path: source.path, line: source.lineAt(node.start), by: functionAround(around), tables })
  })
  return found
}

/** The name of the outermost function or constant around a statement. */
const functionAround = (around: readonly Node[]): string => {
  for (const node of around) {
    if (node.type === 'FunctionDeclaration' && node.id) return node.id.name
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier') return node.id.name
  }
  return 'module'
}
