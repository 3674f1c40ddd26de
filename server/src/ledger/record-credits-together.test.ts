import { paise } from '@galla/upi/rupees'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, newUtr, openLedger, orderForm } from '../../testing/ledger.ts'
import type { OrderDeps } from '../orders/change-order.ts'
import { sql, type Transaction } from '../platform/database/database.ts'
import type { ReportedCredit } from './credit.ts'
import { type Recorded, recordCredit, recordCredits, recordCreditWithin } from './record-credit.ts'

type Told = ReportedCredit & { readonly source: 'statement' }

let ledger: Ledger

beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

const AMOUNTS = [501n, 502n, 503n, 503n] as const

/** A merchant with orders of these amounts, the last two of which nobody can tell apart, and a payment that the phone told of. */
const openMerchant = async () => {
  const merchant = await addMerchant(ledger.db)
  const orders: string[] = []
  for (const amount of AMOUNTS)
    orders.push((await ledger.create(merchant, orderForm({ amount: paise(amount) }))).orderId)
  const nobody = { merchantId: merchant.merchantId, orderId: '' }
  const phone = { source: 'alert', reference: null } as const
  await recordCredit(ledger, creditFor(ledger, nobody, { ...phone, utr: UTRS[7] ?? '', amount: paise(900n) }))
  return { merchantId: merchant.merchantId, orders }
}
type Merchant = Awaited<ReturnType<typeof openMerchant>>

const UTRS = Array.from({ length: 9 }, newUtr)

/** All kinds of rows that a file may hold. */
const rowsFor = ({ merchantId, orders }: Merchant): readonly Told[] => {
  const row = (utr: string | null, amount: bigint, reference: string | null = null): Told => ({
    ...creditFor(ledger, { merchantId, orderId: '' }, { utr, amount: paise(amount), reference }),
    sourceKey: `${utr ?? 'nameless'}|${amount}`,
    source: 'statement',
  })
  const [first = '', second = ''] = orders
  const [a = '', b = '', c = '', d = '', e = '', f = '', g = '', h = '', i = ''] = UTRS
  return [
    row(a, 501n), // the one order of this amount
    row(b, 501n), // and its payer once more
    row(c, 777n, second), // names its order, with another amount
    row(d, 502n, second),
    row(e, 503n), // two orders wait for this amount
    row(f, 888n), // nobody waits
    row(f, 889n), // the same payment, of another amount
    row(g, 888n, 'NOT-OURS'),
    row(h, 900n), // known by the phone
    row(h, 901n),
    row(i, 501n, first),
    row(null, 600n),
    row(null, 601n),
  ]
}

const outcome = (recorded: Recorded, { orders }: Merchant) =>
  recorded.kind === 'known' ? 'known' : [recorded.state, orders.indexOf(recorded.orderId ?? '')]

/** All that stands in the ledger, without ids. */
const ledgerOf = async ({ merchantId, orders }: Merchant) => {
  const credits = await ledger.db.rows<{ order_id: string | null; told: string[] }>(sql`
    select utr, amount_paise, state, order_id, payer_name,
      array(select source || ' ' || source_key || ' ' || amount_paise || coalesce(' ' || (reference is not null), '')
            from evidence e where e.merchant_id = c.merchant_id and e.credit_id = c.credit_id order by 1) as told,
      array(select state || ' ' || by_whom || ' ' || (detail ->> 'sourceKey') || ' ' || (order_id is not null)
            from credit_history h where h.merchant_id = c.merchant_id and h.credit_id = c.credit_id order by 1) as history
    from credits c where merchant_id = ${merchantId} order by utr, amount_paise`)
  const paid = await ledger.db.rows<{ order_id: string }>(sql`
    select order_id, status, version, settled_paise from orders where merchant_id = ${merchantId}`)
  return {
    credits: credits.map((each) => ({ ...each, order_id: orders.indexOf(each.order_id ?? '') })),
    paid: orders.map((id) => ({ ...paid.find((each) => each.order_id === id), order_id: null })),
  }
}

test('rows that are recorded together leave what they leave one after the other, whatever they are', async () => {
  const anyRows = fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 16 })
  await fc.assert(
    fc.asyncProperty(fc.array(anyRows, { minLength: 1, maxLength: 3 }), async (files) => {
      const [apart, together] = [await openMerchant(), await openMerchant()]
      const pick = (merchant: Merchant, file: number[]): Told[] => {
        const rows = rowsFor(merchant)
        return file.flatMap((place) => rows[place] ?? [])
      }
      for (const file of files) {
        const one = await ledger.db.transaction(async (tx) => {
          const all: Recorded[] = []
          for (const each of pick(apart, file)) all.push(await recordCreditWithin(tx, ledger, each))
          return all
        })
        const all = await ledger.db.transaction((tx) => recordCredits(tx, ledger, pick(together, file)))
        expect(all.map((each) => outcome(each, together))).toEqual(one.map((each) => outcome(each, apart)))
      }
      expect(await ledgerOf(together)).toEqual(await ledgerOf(apart))
    }),
    { numRuns: 10 },
  )
}, 60_000)

/** How many statements the work needs. */
const statementsOf = (work: (tx: Transaction, deps: OrderDeps) => Promise<unknown>): Promise<number> =>
  ledger.db.transaction(async (tx) => {
    let asked = 0
    const counted =
      <A, R>(method: (argument: A) => R) =>
      (argument: A): R => {
        asked += 1
        return method(argument)
      }
    const queries = { rows: counted(tx.rows), maybeOne: counted(tx.maybeOne), run: counted(tx.run) }
    await work({ ...tx, ...queries, one: counted(tx.one) } as Transaction, ledger)
    return asked
  })

test('the same file again costs one statement for all of its rows, and new rows without orders four', async () => {
  const { merchantId } = await addMerchant(ledger.db)
  const rows = Array.from({ length: 40 }, (_each, n): Told => {
    const told = creditFor(ledger, { merchantId, orderId: '' }, { amount: paise(100n), reference: null })
    return { ...told, sourceKey: `row ${n}`, source: 'statement' }
  })
  const record = (tx: Transaction, deps: OrderDeps) => recordCredits(tx, deps, rows)
  expect(await statementsOf(record)).toBe(4)
  expect(await statementsOf(record)).toBe(1)
})
