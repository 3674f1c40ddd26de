import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShopMerchant } from '../../testing/shop.ts'
import { connected } from '../payment-accounts/connect-merchant-harness.ts'
import { type MailShop, openMailShop } from './bank-emails-harness.ts'

let mail: MailShop
beforeAll(async () => {
  mail = await openMailShop()
})
afterAll(() => mail.close())

const source = async (merchant: ShopMerchant) =>
  (await merchant.get('/user/sources'))
    .json()
    .data.find((each: { source: string }) => each.source === 'mailbox')

/** Lets the sweeps, the polls and the retries of the mailbox run until the source is so. */
const until = (merchant: ShopMerchant, silence: unknown) =>
  expect
    .poll(async () => {
      mail.shop.clock.advance({ seconds: 5 })
      return (await source(merchant))?.silence
    })
    .toEqual(silence)

test('a mailbox whose server is unreachable is silent within five minutes, and recovers when the server does', async () => {
  const merchant = await mail.shop.merchant()
  await connected(merchant)
  const imap = await mail.imap()
  await mail.connect(merchant, imap)
  // It is a source from its first login on.
  await expect.poll(() => source(merchant)).toMatchObject({ silence: null, unusedSince: null })

  await imap.close()
  const goneAt = mail.shop.clock.now().getTime()
  await until(merchant, { since: expect.any(String), noticedAt: expect.any(String), reason: 'failing' })
  const { silence } = await source(merchant)
  expect(Date.parse(silence.noticedAt) - goneAt).toBeGreaterThanOrEqual(180_000)
  // It is seen when an open dashboard asks again, 30 seconds later at most.
  expect(Date.parse(silence.noticedAt) - goneAt).toBeLessThanOrEqual(270_000)
  expect(Date.parse(silence.since)).toBeLessThanOrEqual(goneAt)

  const again = await mail.imap()
  await merchant.post('/user/connect-mailbox', mail.formOf(again))
  await until(merchant, null)
})
