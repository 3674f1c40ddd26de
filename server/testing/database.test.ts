import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createEmptyDatabase, createTestDatabase } from './database.ts'

async function ask(connectionString: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

test('each test database is migrated and seen by nobody else', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  await ask(one.connectionString, 'CREATE TABLE only_here (id int)')
  const tables = `SELECT table_name FROM information_schema.tables WHERE table_name IN ('only_here', 'migrations') ORDER BY 1`
  expect(await ask(one.connectionString, tables)).toEqual([
    { table_name: 'migrations' },
    { table_name: 'only_here' },
  ])
  expect(await ask(other.connectionString, tables)).toEqual([{ table_name: 'migrations' }])
  await Promise.all([one.drop(), other.drop()])
})

test('an empty database has no table of ours, and dropping ends its sessions', async () => {
  const empty = await createEmptyDatabase()
  const client = new Client({ connectionString: empty.connectionString })
  const ended = new Promise((resolve) => client.on('error', resolve))
  await client.connect()
  const { rows } = await client.query(
    `SELECT count(*)::int AS n FROM information_schema.tables WHERE table_schema = 'public'`,
  )
  expect(rows).toEqual([{ n: 0 }])
  await empty.drop()
  await ended
  await expect(ask(empty.connectionString, 'SELECT 1')).rejects.toThrow('does not exist')
})
