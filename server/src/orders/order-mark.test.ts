import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { openDatabase, sql } from '../platform/database/database.ts'
import { randomIds, ulidTime } from '../platform/ids.ts'
import { markIn, withMark } from './order-mark.ts'

test('withMark writes the mark of the merchant, which the database has too, and keeps the time of the id', async () => {
  const database = await createTestDatabase()
  const db = openDatabase(database.connectionString)
  try {
    const at = new Date('2026-11-23T06:00:00.123Z')
    for (let n = 0; n < 50; n += 1) {
      const merchantId = `mer_${randomIds.ulid(at).toLowerCase()}`
      const mark = await db.value<number>(sql`select order_mark_of(${merchantId}) as mark`)
      const orderId = withMark(randomIds.ulid(at), merchantId)
      expect(orderId).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
      expect(markIn(orderId)).toBe(mark)
      expect(ulidTime(orderId)).toEqual(at)
    }
  } finally {
    await db.close()
    await database.drop()
  }
})
