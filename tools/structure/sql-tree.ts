import { loadModule, parseSync } from 'libpg-query'

/** A part of the parser's tree: each object has one key, its kind, or is the value of one. */
export interface Tree {
  readonly [key: string]: unknown
}

await loadModule()

/** @throws where PostgreSQL's own parser refuses the text */
export const parseStatements = (text: string): Tree[] =>
  ((parseSync(text) as { stmts?: { stmt: Tree }[] }).stmts ?? []).map(({ stmt }) => stmt)

export const tree = (value: unknown): Tree | undefined =>
  typeof value === 'object' && value !== null ? (value as Tree) : undefined
/** The value at this path, if there is one. */
export const at = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((inner, key) => tree(inner)?.[key], value)
export const list = (value: unknown): Tree[] => (Array.isArray(value) ? value : [])
export const children = (value: unknown): Tree[] =>
  Object.values(tree(value) ?? {}).filter((each): each is Tree => tree(each) !== undefined)

export const aliasOf = (alias: unknown): string => String(at(alias, 'aliasname') ?? '')

/** The names of a column reference; the last may be `*`. */
export const fieldsOf = (expression: unknown): string[] | undefined => {
  const reference = tree(at(expression, 'ColumnRef'))
  return reference && list(at(reference, 'fields')).map((each) => String(at(each, 'String', 'sval') ?? '*'))
}

/** The expressions of a row, or the expression itself. */
export const partsOf = (expression: Tree): Tree[] => {
  const row = tree(at(expression, 'RowExpr'))
  return row === undefined ? [expression] : list(at(row, 'args'))
}

export const namesColumn = (value: unknown): boolean =>
  at(value, 'ColumnRef') !== undefined || children(value).some(namesColumn)

/** Lists the tables that a migration creates with a column of this name. */
export const tablesWithColumn = (text: string, column: string): string[] =>
  parseStatements(text).flatMap((statement) => {
    const create = tree(at(statement, 'CreateStmt'))
    const has = list(at(create, 'tableElts')).some((each) => at(each, 'ColumnDef', 'colname') === column)
    return has ? [String(at(create, 'relation', 'relname'))] : []
  })
