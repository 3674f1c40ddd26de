import { type Database, sql } from '../src/platform/database/database.ts'
import { randomIds } from '../src/platform/ids.ts'

/** A browser that takes the merchant's notices; nothing is sent to it. */
export const addNoticeTarget = (db: Database, merchantId: string): Promise<string> =>
  db.value(sql`
    insert into notice_targets (merchant_id, target_id, way, address_hash, address_sealed, label, language, created_at)
    values (${merchantId}, ${randomIds.ulid(new Date())}, 'push', ${randomIds.bytes(32)}, ${randomIds.bytes(32)}, 'Chrome on Android',
      'en', now())
    returning target_id`)

export const noticesOf = (db: Database, merchantId: string): Promise<Record<string, unknown>[]> =>
  db.values(sql`select notice from notices where merchant_id = ${merchantId} order by created_at, event_key`)
