import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant } from '../../testing/ledger.ts'
import { alertPathOf } from '../../testing/merchants-phone.ts'
import { openShop, orderDepsOf, type Shop } from '../../testing/shop.ts'
import { unsignedRequest } from '../../testing/unsigned-request.ts'
import { secretsFrom } from '../platform/crypto/crypto.ts'
import { currentAlertUrl } from './alert-token.ts'
import { createAlertIntake } from './receive-alert.ts'
import { createAlertAddresses } from './signing/alert-signing.ts'

const MESSAGES = 100
const AT_ONCE = 500

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const messages = (count: number, from: string) =>
  Array.from({ length: count }, (_, n) => ({ from: 'VM-HDFCBK-S', text: `Message ${n} of ${from}` }))

test('an address takes a limited number of messages, however many of them are in one request', async () => {
  const [flood, other] = [await shop.merchant(), await shop.merchant()]
  const [url, otherUrl] = [await alertPathOf(flood), await alertPathOf(other)]
  const send = (to: string, count: number, from: string) =>
    shop.call({ method: 'POST', url: to, payload: messages(count, from) })
  for (let n = 0; n < AT_ONCE / MESSAGES; n += 1)
    expect((await send(url, MESSAGES, `request ${n}`)).statusCode).toBe(200)
  expect((await send(url, MESSAGES, 'one more')).statusCode).toBe(429)
  expect((await send(otherUrl, MESSAGES, 'another')).statusCode).toBe(200)
  // Two seconds are enough for some messages, and not for a hundred.
  shop.clock.advance({ seconds: 2 })
  const refused = await send(url, MESSAGES, 'one more')
  expect(refused.statusCode).toBe(429)
  shop.clock.advance({ seconds: Number(refused.headers['retry-after']) })
  expect((await send(url, MESSAGES, 'one more')).statusCode).toBe(200)
  const stored = await shop.db.pool.query<{ n: number }>(
    'select count(*)::int as n from alerts where merchant_id = $1',
    [flood.merchantId],
  )
  expect(stored.rows).toEqual([{ n: AT_ONCE + MESSAGES }])
})

test('other requests have their turn between the messages of one request', async () => {
  const { db } = shop
  const { merchantId } = await addMerchant(db)
  let turns = 0
  const seen: number[] = []
  const ids = orderDepsOf(shop).ids
  const deps = {
    db,
    clock: shop.clock,
    secrets: secretsFrom(new Uint8Array(32).fill(7)),
    ids: {
      ...ids,
      ulid(at: Date) {
        seen.push(turns)
        return ids.ulid(at)
      },
    },
    alertUrl: (token: string) => token,
  }
  const token = (await currentAlertUrl(deps, { merchantId, mode: 'test' })) ?? ''
  seen.splice(0)
  let isOver = false
  const turn = (): void => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  turn()
  const receive = createAlertIntake(deps, createAlertAddresses(deps), () => {})
  await receive(token, unsignedRequest(messages(MESSAGES, 'a list')))
  isOver = true
  expect(seen).toHaveLength(MESSAGES)
  expect(new Set(seen).size).toBe(MESSAGES)
})
