import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addMerchant, type Ledger, openLedger } from '../../testing/ledger.ts'
import { sql } from '../platform/database/database.ts'
import type { HeartbeatKind } from './source-health.ts'
import { recordHeartbeat } from './source-health-store.ts'

let ledger: Ledger
let merchantId: string

beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())
beforeEach(async () => {
  ;({ merchantId } = await addMerchant(ledger.db, 'live'))
})

const beat = (at: string, kind: HeartbeatKind = 'message', source: 'phone' | 'provider' = 'phone') =>
  recordHeartbeat(ledger.db, { merchantId, accountId: 'acc_1', source, kind }, new Date(at))
const row = async () => {
  const found = await ledger.db.one<Record<string, Date | number | null>>(sql`
    select connected_at, heard_at, message_at, pinged_at, ping_seconds, failing_since, failed_at, xmin::text::int as version
    from source_heartbeats where merchant_id = ${merchantId}`)
  return Object.fromEntries(
    Object.entries(found).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  )
}
const gaps = () =>
  ledger.db.rows<{ part: number; longest_seconds: number }>(sql`
    select slot % 6 as part, longest_seconds from source_gaps where merchant_id = ${merchantId} order by slot`)

test('the first heartbeat connects a source, and one within half a minute writes nothing', async () => {
  await beat('2026-11-21T04:00:00Z')
  const first = await row()
  expect(first).toMatchObject({
    connected_at: '2026-11-21T04:00:00.000Z',
    message_at: '2026-11-21T04:00:00.000Z',
  })
  await beat('2026-11-21T04:00:29Z')
  expect(await row()).toEqual(first)
  await beat('2026-11-21T04:00:30Z')
  expect(await row()).toMatchObject({
    message_at: '2026-11-21T04:00:30.000Z',
    connected_at: first.connected_at,
  })
})

test('a ping is not a message; the interval of the pings is stored, and an outage at most doubles it', async () => {
  await beat('2026-11-21T04:00:00Z', 'ping')
  await beat('2026-11-21T04:00:10Z')
  await beat('2026-11-21T04:01:00Z', 'ping')
  expect(await row()).toMatchObject({
    ping_seconds: 60,
    pinged_at: '2026-11-21T04:01:00.000Z',
    message_at: '2026-11-21T04:00:10.000Z',
  })
  await beat('2026-11-21T09:00:00Z', 'ping')
  expect(await row()).toMatchObject({ ping_seconds: 120 })
})

test('the times of the first and the last failure are stored, and a successful call clears them', async () => {
  await beat('2026-11-21T04:00:00Z', 'failure', 'provider')
  await beat('2026-11-21T04:01:00Z', 'failure', 'provider')
  expect(await row()).toMatchObject({
    heard_at: null,
    failing_since: '2026-11-21T04:00:00.000Z',
    failed_at: '2026-11-21T04:01:00.000Z',
  })
  await beat('2026-11-21T04:01:01Z', 'answer', 'provider')
  expect(await row()).toMatchObject({
    heard_at: '2026-11-21T04:01:01.000Z',
    failing_since: null,
    failed_at: null,
  })
})

test('a pause between messages is recorded in the slots of its beginning and its end', async () => {
  // Slots of India's day begin at 02:30, 06:30, 10:30 ... UTC: 08:00, 12:00, 16:00 there.
  await beat('2026-11-21T04:00:00Z')
  await beat('2026-11-21T04:20:00Z')
  await beat('2026-11-21T04:25:00Z')
  expect(await gaps()).toEqual([{ part: 2, longest_seconds: 1200 }])
  await beat('2026-11-21T15:00:00Z')
  expect(await gaps()).toEqual([
    { part: 2, longest_seconds: 125 * 60 },
    { part: 5, longest_seconds: 30 * 60 },
  ])
})

test('concurrent heartbeats of one source from several processes write one row', async () => {
  const at = new Date('2026-11-21T04:00:00Z')
  const one = { merchantId, accountId: 'acc_1', source: 'phone', kind: 'message' } as const
  await Promise.all(Array.from({ length: 20 }, () => recordHeartbeat(ledger.db, one, at)))
  expect(await row()).toMatchObject({ message_at: at.toISOString() })
})
