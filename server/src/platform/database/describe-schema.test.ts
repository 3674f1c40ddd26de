import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/database.ts'
import { openDatabase } from './database.ts'
import { describeSchema } from './describe-schema.ts'

const FILE = fileURLToPath(new URL('../../../migrations/schema.sql', import.meta.url))

test('schema.sql is what the migrations make', async () => {
  const database = await createTestDatabase()
  const db = openDatabase(database.connectionString)
  try {
    const schema = await describeSchema(db)
    if (process.env.UPDATE_SCHEMA === '1') await writeFile(FILE, schema)
    expect(schema).toBe(await readFile(FILE, 'utf8'))
  } finally {
    await db.close()
    await database.drop()
  }
})
