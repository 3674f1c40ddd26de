import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { DistributeError, distributeTables } from './distribute-tables.ts'

/** `npm run proof -- citus` runs these tests on distributed tables as well. */
const onCitus = inject('testServer').otherServers.length > 0

let created: TestDatabase

beforeAll(async () => {
  created = await createTestDatabase()
})
afterAll(() => created?.drop())

test('distributing works again where it is done, and says what is missing where there is no Citus', async () => {
  const client = new pg.Client({ connectionString: created.connectionString })
  await client.connect()
  try {
    const distributed = distributeTables(client)
    if (onCitus) expect((await distributed).changed).toEqual([])
    else {
      await expect(distributed).rejects.toThrow(DistributeError)
      await expect(distributed).rejects.toThrow(/create extension citus/)
    }
  } finally {
    await client.end()
  }
})
