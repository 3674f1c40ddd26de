import { type Queryable, sql } from '../database/database.ts'
import { isGlobal } from './distribute-tables.ts'

/** What a rule finds, by its name. */
export type Faults = Record<SchemaRule, string[]>

/** Rules that let the rows of one merchant be stored on one server, apart from those of others. */
export type SchemaRule =
  | 'primary_key_starts_with_merchant'
  | 'unique_index_has_merchant'
  | 'foreign_key_within_merchant'
  | 'trigger_stays_within_merchant'
  | 'function_reads_no_table'

export const listTables = (db: Queryable): Promise<string[]> =>
  db.values<string>(sql`
    select c.relname::text as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`)

const primaryKeys = async (db: Queryable, tables: readonly string[]): Promise<string[]> => {
  const keys = await db.rows<{ table: string; first: string }>(sql`
    select i.indrelid::regclass::text as table, a.attname::text as first
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0] where i.indisprimary`)
  const firsts = new Map(keys.map(({ table, first }) => [table, first]))
  return tables.filter((table) => !isGlobal(table) && firsts.get(table) !== 'merchant_id')
}

const uniqueIndexes = async (db: Queryable): Promise<string[]> => {
  const rows = await db.rows<{ table: string; name: string }>(sql`
    select c.relname::text as table, i.indexrelid::regclass::text as name
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and i.indisunique and not exists (
      select from pg_attribute a
      where a.attrelid = i.indrelid and a.attname = 'merchant_id' and a.attnum = any(i.indkey[0:i.indnkeyatts - 1]))
    order by 2`)
  return rows.filter(({ table }) => !isGlobal(table)).map(({ name }) => name)
}

const foreignKeys = async (db: Queryable): Promise<string[]> => {
  const rows = await db.rows<{ from: string; to: string; name: string; within: boolean }>(sql`
    select conrelid::regclass::text as from, confrelid::regclass::text as to, conname::text as name, exists (
      select from unnest(conkey, confkey) k (of, at)
      join pg_attribute f on f.attrelid = conrelid and f.attnum = k.of and f.attname = 'merchant_id'
      join pg_attribute t on t.attrelid = confrelid and t.attnum = k.at and t.attname = 'merchant_id') as within
    from pg_constraint join pg_class c on c.oid = conrelid
    where contype = 'f' and connamespace = 'public'::regnamespace order by 3`)
  return rows
    .filter(({ from, to, within }) => !isGlobal(to) && (isGlobal(from) || !within))
    .map(({ name }) => name)
}

/** Returns the `names` that occur as words in a text of SQL. */
const named = (text: string, names: readonly string[]): string[] =>
  names.filter((name) => new RegExp(`(?<![\\w.])${name}(?!\\w)`).test(text))

const withoutTexts = (body: string): string => body.replace(/--.*$/gm, '').replace(/'[^']*'/g, "''")

interface SqlFunction {
  readonly name: string
  readonly isTrigger: boolean
  readonly body: string
}

const listFunctions = (db: Queryable): Promise<SqlFunction[]> =>
  db.rows(sql`
    select proname::text as name, prorettype = 'trigger'::regtype as "isTrigger",
      coalesce(pg_get_function_sqlbody(oid), prosrc) as body
    from pg_proc p
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
    order by 1`)

/** `received` is a group of new rows, by merchant; a deleted row is only `old`. */
const NEW_MERCHANT = /merchant_id = (new|old)\.merchant_id|values\s*\(\s*(new|received)\.merchant_id/

/** A trigger touches only rows of its row's merchant, reads no global table, and passes no row as a whole. */
const isWithinMerchant = (body: string, tables: readonly string[]): boolean => {
  const text = withoutTexts(body)
  if (named(text, tables.filter(isGlobal)).length > 0 || /\((new|old)\)/.test(text)) return false
  return text
    .split(';')
    .every((statement) => named(statement, tables).length === 0 || NEW_MERCHANT.test(statement))
}

/** Returns what breaks the rules in a migrated database. */
export const findSchemaFaults = async (db: Queryable): Promise<Faults> => {
  const tables = await listTables(db)
  const functions = await listFunctions(db)
  return {
    primary_key_starts_with_merchant: await primaryKeys(db, tables),
    unique_index_has_merchant: await uniqueIndexes(db),
    foreign_key_within_merchant: await foreignKeys(db),
    trigger_stays_within_merchant: functions
      .filter(({ isTrigger, body }) => isTrigger && !isWithinMerchant(body, tables))
      .map(({ name }) => name),
    function_reads_no_table: functions
      .filter(({ isTrigger, body }) => !isTrigger && named(withoutTexts(body), tables).length > 0)
      .map(({ name }) => name),
  }
}
