import { DAY_MS } from '@galla/contract/durations'
import { istDayOf, startOfIstDay } from '@galla/contract/ist'
import type { Refunds } from '@galla/contract/reconciliation/refunds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrder } from '../../testing/place-order.ts'
import { openShop, orderDepsOf, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { compareDebits, deleteOldDebits } from '../ledger/refunds/confirm-by-debit.ts'
import { sql } from '../platform/database/database.ts'
import { csv, importStatement, istNow } from './import-harness.ts'

let shop: Shop
let merchant: ShopMerchant
beforeAll(async () => {
  shop = await openShop()
  merchant = await shop.merchant()
})
afterAll(() => shop.close())

let numbers = 0
const newUtr = () => String(632_900_000_000 + ++numbers)

/** A paid order of a payer of its own, or of this one. */
const paid = async (payer = `payer${++numbers}@okaxis`) => {
  const amount = `${2000 + ++numbers}.00`
  await placeOrder(shop, merchant, amount, { client_txn_id: `BACK-${numbers}` })
  const utr = newUtr()
  await importStatement(shop, merchant, csv(`${istNow(shop)},UPI/CR/${utr}/ASHA RAO/${payer}/Tea,,${amount}`))
  const { data } = (await merchant.get(`/user/credits?state=matched&search=${utr}`)).json()
  return { id: data[0].id as string, payer }
}

const refundsOf = async (id: string): Promise<Refunds['refunds']> =>
  (await merchant.get(`/user/credits/${id}/refunds`)).json().data.refunds

const refund = async (id: string, amount: string, utr?: string): Promise<string> => {
  // Ids of one millisecond are in no order, so each refund has a second of its own.
  shop.clock.advance({ seconds: 1 })
  const body = { requestId: `request-${++numbers}`, amount }
  const { refunds } = (await merchant.post(`/user/credits/${id}/refunds`, body)).json().data as Refunds
  const refundId = refunds.at(-1)?.id ?? ''
  if (utr !== undefined) await merchant.post(`/user/refunds/${refundId}/sent`, { utr })
  return refundId
}

const debit = (utr: string | null, amount: string, payee = '') =>
  `${istNow(shop)},${utr === null ? 'UPI PAYMENT' : `UPI/DR/${utr}`}/ASHA RAO/${payee}/Refund,${amount},`

test('a debit with the UTR and the amount of a refund confirms it, once, in whatever order the two come', async () => {
  const { id } = await paid()
  const [first, later] = [newUtr(), newUtr()]
  await refund(id, '100.00', first)
  const second = await refund(id, '200.00')
  const rows = csv(debit(first, '100.00'), debit(later, '200.00', 'stranger@ybl'))
  await importStatement(shop, merchant, rows)
  await importStatement(shop, merchant, rows)
  expect(await refundsOf(id)).toMatchObject([
    { state: 'confirmed', confirmedBy: 'statement', utr: first },
    { state: 'requested', debits: [] },
  ])
  // Its debit was imported before the UTR was typed.
  await merchant.post(`/user/refunds/${second}/sent`, { utr: later })
  await compareDebits(orderDepsOf(shop))
  expect(await refundsOf(id)).toMatchObject([{ state: 'confirmed' }, { state: 'confirmed', utr: later }])
  const events = await shop.db.values<string>(sql`
    select about from webhook_events where event = 'refund.confirmed' and payload::json -> 'data' ->> 'creditId' = ${id}`)
  expect(events).toHaveLength(2)
})

test('a debit that was imported under the right UTR confirms the refund once its UTR is corrected', async () => {
  const { id } = await paid()
  const right = newUtr()
  const refundId = await refund(id, '110.00', newUtr())
  await importStatement(shop, merchant, csv(debit(right, '110.00')))
  expect(await refundsOf(id)).toMatchObject([{ state: 'sent' }])
  await merchant.post(`/user/refunds/${refundId}/sent`, { utr: right })
  await compareDebits(orderDepsOf(shop))
  expect(await refundsOf(id)).toMatchObject([{ state: 'confirmed', confirmedBy: 'statement', utr: right }])
  const late = await merchant.post(`/user/refunds/${refundId}/sent`, { utr: newUtr() })
  expect(late.json().code).toBe('refund_decided')
})

test('a debit of another amount, or of money that went before, confirms nothing', async () => {
  const { id, payer } = await paid()
  const before = debit(null, '50.00', payer)
  shop.clock.advance({ seconds: 7_200 })
  const utr = newUtr()
  await refund(id, '50.00')
  await refund(id, '60.00', utr)
  await importStatement(shop, merchant, csv(before, debit(utr, '61.00', payer)))
  expect((await refundsOf(id)).map(({ state }) => state)).toEqual(['requested', 'sent'])
})

test('a debit to the payer confirms the only refund of its amount, and takes its UTR; the same debit again confirms no other', async () => {
  const { id, payer } = await paid()
  await refund(id, '70.00')
  const utr = newUtr()
  await importStatement(shop, merchant, csv(debit(utr, '70.00', payer)))
  expect(await refundsOf(id)).toMatchObject([{ state: 'confirmed', utr }])
  await refund(id, '70.00')
  await importStatement(shop, merchant, csv(debit(utr, '70.00', payer)))
  expect((await refundsOf(id)).map(({ state }) => state)).toEqual(['confirmed', 'requested'])
})

test('the debit of a refund that came back confirms no refund that replaces it, and that of the new transfer does', async () => {
  const { id, payer } = await paid()
  const [bounced, right] = [newUtr(), newUtr()]
  const failed = await refund(id, '75.00', bounced)
  await merchant.post(`/user/refunds/${failed}/end`, { state: 'failed', note: 'It came back' })
  await refund(id, '75.00')
  const [day] = istNow(shop).split(' ')
  const debited = (utr: string) => csv(`${day},UPI/DR/${utr}/ASHA RAO/${payer}/Refund,75.00,`)
  await importStatement(shop, merchant, debited(bounced))
  expect(await refundsOf(id)).toMatchObject([{ state: 'failed' }, { state: 'requested', debits: [] }])
  await importStatement(shop, merchant, debited(right))
  expect(await refundsOf(id)).toMatchObject([{ state: 'failed' }, { state: 'confirmed', utr: right }])
})

test('where two refunds could be meant, or only the amount speaks for one, the merchant says which', async () => {
  const payer = 'twice@okaxis'
  const [one, other] = [await paid(payer), await paid(payer)]
  const chosen = await refund(one.id, '80.00')
  await refund(other.id, '80.00')
  const utr = newUtr()
  await importStatement(shop, merchant, csv(debit(utr, '80.00', payer)))
  const [asked] = await refundsOf(one.id)
  expect(asked).toMatchObject({ state: 'requested', debits: [{ source: 'statement', utr }] })
  expect(await refundsOf(other.id)).toMatchObject([{ state: 'requested', debits: [{ utr }] }])
  const { source, sourceKey } = asked?.debits[0] ?? {}
  const replies = await Promise.all(
    [1, 2].map(() => merchant.post(`/user/refunds/${chosen}/debit`, { source, sourceKey })),
  )
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await refundsOf(one.id)).toMatchObject([{ state: 'confirmed', utr, debits: [] }])
  const [left] = await refundsOf(other.id)
  expect(left).toMatchObject({ state: 'requested', debits: [] })
  const taken = await merchant.post(`/user/refunds/${left?.id}/debit`, { source, sourceKey })
  expect([taken.statusCode, taken.json().code]).toEqual([409, 'refund_decided'])
})

test('a debit that names nobody is never taken for a refund by itself', async () => {
  const { id } = await paid()
  await refund(id, '90.00')
  await importStatement(shop, merchant, csv(debit(null, '90.00')))
  expect(await refundsOf(id)).toMatchObject([{ state: 'requested', debits: [{ utr: null }] }])
  const all = await shop.db.value<number>(sql`select count(*)::int as n from refund_debits where pending`)
  expect(all).toBe(0)
})

test('an import keeps no debit that has the amount of no refund', async () => {
  await importStatement(shop, merchant, csv(debit(newUtr(), '12345.00', 'landlord@ybl')))
  const kept = await shop.db.rows(sql`select from refund_debits where amount_paise = 1234500`)
  expect(kept).toEqual([])
})

test("a debit under the UTR of another account's refund confirms nothing, and keeps no other from its refund", async () => {
  const [one, two, three] = [await paid(), await paid(), await paid()]
  const utr = newUtr()
  await shop.db.run(sql`
    insert into accounts (merchant_id, account_id, mode, provider, merchant_name, upi_id, is_current, created_at)
    values (${merchant.merchantId}, 'acc_before', 'live', 'other', 'Tea', 'before@okaxis', false, ${shop.clock.now()})`)
  await shop.db.run(sql`
    insert into refunds (merchant_id, refund_id, credit_id, account_id, mode, amount_paise, way, state, utr, requested_by, requested_at,
      sent_at)
    values (${merchant.merchantId}, '01KAJ2Q8ZC7M3V5T9XWNB4E6RH', ${one.id}, 'acc_before', 'test', 100, 'upi', 'sent', ${utr}, 'x',
      ${shop.clock.now()}, ${shop.clock.now()})`)
  await refund(two.id, '150.00')
  await refund(three.id, '160.00')
  await importStatement(
    shop,
    merchant,
    csv(debit(utr, '150.00', two.payer), debit(newUtr(), '160.00', three.payer)),
  )
  await compareDebits(orderDepsOf(shop))
  expect(await refundsOf(three.id)).toMatchObject([{ state: 'confirmed' }])
  expect(await refundsOf(two.id)).toMatchObject([{ state: 'requested', debits: [{ utr }] }])
})

test('a debit that is no refund goes after 90 days, also by two processes at once; one that confirmed a refund stays', async () => {
  const { id } = await paid()
  await refund(id, '120.00')
  const utr = newUtr()
  await refund(id, '130.00', utr)
  await importStatement(shop, merchant, csv(debit(utr, '130.00'), debit(null, '120.00')))
  const left = () =>
    shop.db.values<string>(sql`
      select amount_paise::text from refund_debits
      where merchant_id = ${merchant.merchantId} and amount_paise in (12000, 13000) order by 1`)
  const sweep = async () => {
    while ((await deleteOldDebits(shop)).more);
  }
  await shop.restart(() => shop.clock.advance({ days: 89 }))
  await Promise.all([sweep(), sweep()])
  expect(await left()).toEqual(['12000', '13000'])
  await shop.restart(() => shop.clock.advance({ days: 2 }))
  await Promise.all([sweep(), sweep()])
  expect(await left()).toEqual(['13000'])
})

test('a refund that a later statement confirms is of the day of its debit, whatever the merchant said of it', async () => {
  await shop.restart(() => shop.clock.advance({ days: 30 }))
  let seller = await shop.merchant('Day Tea')
  const days: string[] = []
  const nextDay = async () => {
    days.push(istDayOf(shop.clock.now()))
    shop.clock.advance({ days: 1 })
    seller = await shop.logInAgain(seller)
  }
  const payer = 'someday@okaxis'
  await placeOrder(shop, seller, '2900.00', { client_txn_id: 'BACK-DAY' })
  const utr = newUtr()
  await importStatement(shop, seller, csv(`${istNow(shop)},UPI/CR/${utr}/ASHA RAO/${payer}/Tea,,2900.00`))
  const [{ id }] = (await seller.get(`/user/credits?state=matched&search=${utr}`)).json().data
  const request = async (amount: string) => {
    shop.clock.advance({ seconds: 1 })
    const body = { requestId: `request-${++numbers}`, amount }
    return (await seller.post(`/user/credits/${id}/refunds`, body)).json().data.refunds.at(-1).id
  }
  const debited = newUtr()
  const [, early, late] = [await request('100.00'), await request('200.00'), await request('400.00')]
  await seller.post(`/user/refunds/${early}/sent`, { utr: debited })
  await nextDay()
  // A statement that names only the day, as most do.
  const [day] = istNow(shop).split(' ')
  const rows = [
    `${day},UPI/DR/${newUtr()}/ASHA RAO/${payer}/Refund,100.00,`,
    `${day},UPI/DR/${debited}/ASHA RAO/${payer}/Refund,200.00,`,
    `${day},UPI/DR/7${debited.slice(1)}/ASHA RAO/${payer}/Refund,400.00,`,
  ]
  await nextDay()
  await seller.post(`/user/refunds/${late}/sent`, { utr: `7${debited.slice(1)}` })
  await nextDay()
  await importStatement(shop, seller, csv(...rows))
  const { refunds } = (await seller.get(`/user/credits/${id}/refunds`)).json().data as Refunds
  expect(refunds.map(({ state }) => state)).toEqual(['confirmed', 'confirmed', 'confirmed'])
  const sums = []
  for (const date of [...days, istDayOf(shop.clock.now())])
    sums.push((await seller.get(`/user/closing?date=${date}`)).json().data.refunds.amount)
  expect(sums).toEqual([0, 700, 0, 0])
})

test('a refund stays in the month that it was counted in, whatever day a later statement names', async () => {
  const nextMonth = new Date(shop.clock.now().getTime() + 40 * DAY_MS)
  const first = startOfIstDay(`${istDayOf(nextMonth).slice(0, 7)}-01`).getTime()
  const noonOfLast = first - DAY_MS / 2
  const seconds = Math.round((noonOfLast - shop.clock.now().getTime()) / 1000)
  await shop.restart(() => shop.clock.advance({ seconds }))
  let seller = await shop.merchant('Month Tea')
  await placeOrder(shop, seller, '2950.00', { client_txn_id: 'BACK-MONTH' })
  const credit = newUtr()
  await importStatement(shop, seller, csv(`${istNow(shop)},UPI/CR/${credit}/ASHA RAO/a@okaxis/Tea,,2950.00`))
  const [{ id }] = (await seller.get(`/user/credits?state=matched&search=${credit}`)).json().data
  const send = async (amount: string) => {
    shop.clock.advance({ seconds: 1 })
    const utr = newUtr()
    const body = { requestId: `request-${++numbers}`, amount }
    const { refunds } = (await seller.post(`/user/credits/${id}/refunds`, body)).json().data
    await seller.post(`/user/refunds/${refunds.at(-1).id}/sent`, { utr })
    return { utr, amount }
  }
  const debitOf = ({ utr, amount }: { utr: string; amount: string }) => debit(utr, amount)
  const early = await send('100.00')
  const [lastDay, onLast] = [istDayOf(shop.clock.now()), istNow(shop)]
  shop.clock.advance({ days: 1 })
  seller = await shop.logInAgain(seller)
  const late = await send('200.00')
  const rows = [debitOf(early), debitOf(late).replace(istNow(shop), onLast)]
  await importStatement(shop, seller, csv(...rows))
  const { refunds } = (await seller.get(`/user/credits/${id}/refunds`)).json().data as Refunds
  expect(refunds.map(({ state }) => state)).toEqual(['confirmed', 'confirmed'])
  const days = [lastDay, istDayOf(shop.clock.now())]
  const sums = await Promise.all(days.map((date) => seller.get(`/user/closing?date=${date}`)))
  expect(sums.map((sum) => sum.json().data.refunds.amount)).toEqual([100, 200])
})
