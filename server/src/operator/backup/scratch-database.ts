import { connectClient } from '../../platform/database/one-off-connection.ts'
import { errorCode } from '../../platform/error-code.ts'

/** There is no database for the drill; the message says what the operator does about it. */
export class ScratchDatabaseError extends Error {
  override name = 'ScratchDatabaseError'
}

type Client = Awaited<ReturnType<typeof connectClient>>

const MISSING_RIGHT = '42501'
const NAME_CHARACTERS_MAX = 63
const SUFFIX = '_drill'
const DATABASE = /^([a-z]+:\/\/[^/?#]*)(?:\/[^?#]*)?/

/**
 * Lends an empty database beside that of the program, `galla_drill` beside `galla`. It is emptied before and afterwards, because a drill
 * may have been killed; one that was created here is dropped.
 */
export const withScratchDatabase = async <T>(
  connectionString: string,
  work: (connectionString: string) => Promise<T>,
): Promise<T> => {
  const client = await connectClient(connectionString, 'galla drill')
  try {
    const { name, user, exists } = await describeScratch(client)
    const quoted = client.escapeIdentifier(name)
    const scratch = connectionString.replace(DATABASE, (_, server) => `${server}/${encodeURIComponent(name)}`)
    if (!exists)
      await client.query(`create database ${quoted}`).catch((error: unknown) => {
        throw errorCode(error) === MISSING_RIGHT ? missingRight(name, client.escapeIdentifier(user)) : error
      })
    try {
      if (exists) await empty(scratch)
      return await work(scratch)
    } finally {
      if (exists) await empty(scratch)
      else await client.query(`drop database if exists ${quoted} with (force)`)
    }
  } finally {
    await client.end()
  }
}

const describeScratch = async (client: Client): Promise<{ name: string; user: string; exists: boolean }> => {
  const here = await client.query<{ name: string; user: string }>(
    'select current_database() as name, current_user as user',
  )
  const { name: current = '', user = '' } = here.rows[0] ?? {}
  const name = `${current.slice(0, NAME_CHARACTERS_MAX - SUFFIX.length)}${SUFFIX}`
  const found = await client.query('select from pg_database where datname = $1', [name])
  return { name, user, exists: found.rowCount === 1 }
}

const missingRight = (name: string, user: string): ScratchDatabaseError =>
  new ScratchDatabaseError(
    `The drill needs a database and may not create it. As the database's administrator run "create database ${name} owner ${user}" or "alter role ${user} createdb". Or set DRILL_EVERY_DAYS=0.`,
  )

/** Its name says what it is for, and only its owner gets through: what is in it is from a drill. */
const empty = async (scratch: string): Promise<void> => {
  const client = await connectClient(scratch, 'galla drill')
  try {
    await client.query('drop schema if exists public cascade; create schema public')
  } finally {
    await client.end()
  }
}
