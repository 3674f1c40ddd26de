import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMerchant, type Ledger, openLedger } from '../../testing/ledger.ts'
import { sql } from '../platform/database/database.ts'
import { firstUlidAt } from '../platform/ids.ts'
import { findOrders } from './find-orders.ts'
import { COUNTED_MAX, type OrderFilter, type Sort } from './order-filter.ts'

let ledger: Ledger
let merchantId: string

beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

describe('with more orders than are counted', () => {
  const MANY = COUNTED_MAX + 500
  const filter = (over: Partial<OrderFilter>): OrderFilter => ({
    ...{
      status: 'all',
      search: null,
      searchPaise: null,
      from: null,
      before: null,
      minPaise: null,
      maxPaise: null,
    },
    merchantId,
    mode: 'test',
    ...over,
  })
  beforeAll(async () => {
    const merchant = await addMerchant(ledger.db)
    merchantId = merchant.merchantId
    const at = new Date('2025-06-01T00:00:00Z')
    await ledger.db.run(sql`
      insert into orders (merchant_id, order_id, mode, account_id, client_txn_id, request_hash, amount_paise, payable_paise,
        purpose, customer_name, customer_email, customer_mobile, redirect_url, created_at, window_seconds, expires_at)
      select ${merchantId}, ${firstUlidAt(at).slice(0, 10)}::text || lpad(n::text, 16, '0'), 'test', 'acc_1', 'N-' || n, 'x', n, n,
        'Tea', case when n % 2000 = 7 then 'Zarina' else 'Asha Rao' end,
        case when n <= ${COUNTED_MAX}::int then 'exactly-' when n = ${COUNTED_MAX}::int + 1 then 'exact-' else '' end || 'asha@example.com', '9876543210', 'https://a.example',
        ${at}::timestamptz, 300, ${at}::timestamptz + interval '5 minutes'
      from generate_series(1, ${MANY}::int) n`)
  })
  const last = async (over: Partial<OrderFilter>, sort: Sort, offset = 0) => {
    const { ids, ...totals } = await findOrders(ledger.db, filter(over), sort, { offset, limit: 2 })
    return { numbers: ids.map((id) => Number(id.slice(10))), ...totals }
  }

  test('a search that finds more reports only that there are more, and can be paged and sorted', async () => {
    for (const [sort, first, second] of [
      ['newest', MANY, MANY - 1],
      ['oldest', 1, 2],
      ['highest', MANY, MANY - 1],
      ['lowest', 1, 2],
    ] as const) {
      expect(await last({ search: 'asha' }, sort)).toEqual({
        numbers: [first, second],
        total: COUNTED_MAX,
        isMore: true,
      })
    }
  })

  test('the list of such a search ends at its total', async () => {
    for (const [sort, first, second] of [
      ['newest', 502, 501],
      ['oldest', 9_999, 10_000],
      ['highest', 502, 501],
      ['lowest', 9_999, 10_000],
    ] as const) {
      expect((await last({ search: 'asha' }, sort, COUNTED_MAX - 2)).numbers).toEqual([first, second])
      expect((await last({ search: 'asha' }, sort, COUNTED_MAX - 1)).numbers).toEqual([
        first === 502 ? 501 : 10_000,
      ])
      expect((await last({ search: 'asha' }, sort, COUNTED_MAX)).numbers).toEqual([])
      expect((await last({ minPaise: 1n }, sort, COUNTED_MAX)).numbers).toEqual([])
    }
  })

  test('the last pages of a long list have its last orders', async () => {
    for (const [sort, expected] of [
      ['newest', [2, 1]],
      ['oldest', [MANY - 1, MANY]],
      ['highest', [2, 1]],
      ['lowest', [MANY - 1, MANY]],
    ] as const) {
      expect((await last({}, sort, MANY - 2)).numbers).toEqual(expected)
      expect((await last({}, sort, MANY - 1)).numbers).toEqual(expected.slice(1))
      expect((await last({}, sort, MANY)).numbers).toEqual([])
    }
    expect((await last({}, 'newest', 10_100)).numbers).toEqual([MANY - 10_100, MANY - 10_101])
  })

  test('a total of exactly the limit differs from one more', async () => {
    for (const sort of ['newest', 'oldest', 'highest', 'lowest'] as const) {
      const exactly = { total: COUNTED_MAX, isMore: false }
      expect(await last({ search: 'exactly' }, sort)).toMatchObject(exactly)
      expect(await last({ search: 'exact' }, sort)).toMatchObject({ total: COUNTED_MAX, isMore: true })
      expect(await last({ search: 'asha', maxPaise: BigInt(COUNTED_MAX) }, sort)).toMatchObject(exactly)
    }
  })

  test('matches of a rare word are counted exactly', async () => {
    expect(await last({ search: 'zarina' }, 'newest')).toEqual({
      numbers: [10_007, 8_007],
      total: 6,
      isMore: false,
    })
    expect(await last({ search: 'zarina' }, 'lowest', 1)).toEqual({
      numbers: [2_007, 4_007],
      total: 6,
      isMore: false,
    })
    expect(await last({ search: 'zebra' }, 'newest')).toEqual({ numbers: [], total: 0, isMore: false })
  })

  test('filters by amount are counted up to the limit, and those by status and day exactly', async () => {
    expect(await last({ minPaise: 2n }, 'newest')).toMatchObject({ total: COUNTED_MAX, isMore: true })
    expect(await last({ maxPaise: 9n }, 'newest')).toMatchObject({ total: 9, isMore: false })
    expect(await last({ status: 'created' }, 'newest')).toMatchObject({ total: MANY, isMore: false })
  })
})
