import { sql } from './sql.ts'

/** Asks whether the server takes writes: a standby does not. */
export const READ_ONLY_QUERY = sql`select current_setting('transaction_read_only') as read_only`

/** Reads the rows of READ_ONLY_QUERY. */
export const isReadOnly = (rows: readonly { readonly read_only?: string }[]): boolean =>
  rows[0]?.read_only !== 'off'
