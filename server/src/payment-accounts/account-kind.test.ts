import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '../../testing/shop.ts'
import { connect, connected } from './connect-merchant-harness.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test.each([
  [{}, 'verified_merchant', false],
  [{ kind: 'personal' }, 'personal', true],
  [{ kind: 'small_merchant' }, 'small_merchant', false],
  [{ kind: 'verified_merchant' }, 'verified_merchant', false],
  [{ isPersonalUpi: true }, 'personal', true],
  [{ isPersonalUpi: false }, 'verified_merchant', false],
  [{ kind: 'small_merchant', isPersonalUpi: false }, 'small_merchant', false],
  [{ kind: 'personal', isPersonalUpi: true }, 'personal', true],
])('an account connected with %j is of kind %s', async (sent, kind, isPersonalUpi) => {
  const merchant = await shop.merchant()
  expect(await connected(merchant, sent)).toMatchObject({ kind, isPersonalUpi })
  const read = await merchant.post('/user/get-merchant')
  expect(read.json().data).toMatchObject({ kind, isPersonalUpi })
})

test('a client that knows only isPersonalUpi does not change the kind of a small merchant', async () => {
  const merchant = await shop.merchant()
  await connected(merchant, { kind: 'small_merchant' })
  expect(await connected(merchant, { isPersonalUpi: false })).toMatchObject({ kind: 'small_merchant' })
  expect(await connected(merchant, {})).toMatchObject({ kind: 'small_merchant' })
  expect(await connected(merchant, { isPersonalUpi: true })).toMatchObject({ kind: 'personal' })
  expect(await connected(merchant, { isPersonalUpi: false })).toMatchObject({ kind: 'verified_merchant' })
})

test('a kind that is unknown or contradicts isPersonalUpi is refused, and nothing is connected', async () => {
  const merchant = await shop.merchant()
  await merchant.post('/user/confirm-identity', { password: 'correct horse battery' })
  for (const sent of [
    { kind: 'p2pm' },
    { kind: 'personal', isPersonalUpi: false },
    { kind: 'small_merchant', isPersonalUpi: true },
    { kind: 'verified_merchant', isPersonalUpi: true },
  ]) {
    const reply = await connect(merchant, sent)
    expect(reply.statusCode, reply.body).toBe(400)
    expect(reply.body).toContain('kind')
  }
  expect((await merchant.post('/user/get-merchant')).json().code).toBe('no_account')
})
