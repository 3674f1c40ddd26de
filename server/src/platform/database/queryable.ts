import type pg from 'pg'
import type { Statement } from './sql.ts'

export interface Queryable {
  rows<R>(statement: Statement): Promise<R[]>
  /** Returns exactly one row; anything else is a bug. */
  one<R>(statement: Statement): Promise<R>
  /** Returns one row or undefined; more is a bug. */
  maybeOne<R>(statement: Statement): Promise<R | undefined>
  /** Like `rows`, `one` and `maybeOne`, for rows with a single column. */
  values<V>(statement: Statement): Promise<V[]>
  value<V>(statement: Statement): Promise<V>
  maybeValue<V>(statement: Statement): Promise<V | undefined>
  /** Returns the number of rows written. */
  run(statement: Statement): Promise<number>
}

type Row<V> = Readonly<Record<string, V>>

const onlyColumn = <V>(row: Row<V>): V => {
  const columns = Object.values(row)
  if (columns.length !== 1) throw new RangeError(`${columns.length} columns where one was expected`)
  return columns[0] as V
}

export const queryable = (query: (statement: Statement) => Promise<pg.QueryResult>): Queryable => {
  const rows = async <R>(statement: Statement): Promise<R[]> => (await query(statement)).rows
  const maybeOne = async <R>(statement: Statement): Promise<R | undefined> => {
    const found = await rows<R>(statement)
    if (found.length > 1) throw new RangeError(`${found.length} rows where at most one was expected`)
    return found[0]
  }
  const one = async <R>(statement: Statement): Promise<R> => {
    const found = await maybeOne<R>(statement)
    if (found === undefined) throw new RangeError('no row where one was expected')
    return found
  }
  return {
    rows,
    maybeOne,
    one,
    values: async <V>(statement: Statement) => (await rows<Row<V>>(statement)).map(onlyColumn),
    value: async <V>(statement: Statement) => onlyColumn(await one<Row<V>>(statement)),
    maybeValue: async <V>(statement: Statement) => {
      const row = await maybeOne<Row<V>>(statement)
      return row && onlyColumn(row)
    },
    run: async (statement) => (await query(statement)).rowCount ?? 0,
  }
}
