import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { SqlValue, Statement } from './sql.ts'

/** Writes statements whose parts depend on what is asked; it has no connection of its own. */
export const composerOf = <Tables>(): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })

/** Unnamed: there are too many forms of it to keep each one prepared, and so each is planned for its own values. */
export const statementOf = ({ sql: text, parameters }: CompiledQuery): Statement => ({
  name: '',
  text,
  values: parameters as readonly SqlValue[],
})
