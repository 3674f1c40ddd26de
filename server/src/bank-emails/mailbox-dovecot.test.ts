import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { creditText } from '../../testing/bank-mail.ts'
import { createDovecot, type Dovecot, hasDovecot } from '../../testing/dovecot.ts'
import type { ShopMerchant } from '../../testing/shop.ts'
import { type MailShop, openMailShop } from './bank-emails-harness.ts'

/** The other tests use a fake mail server, which can also misbehave. */
const at = test.skipIf(!hasDovecot())

let mail: MailShop
let dovecot: Dovecot
let merchant: ShopMerchant
let utrs = 660_000_000_000
beforeAll(async () => {
  mail = await openMailShop()
})
afterAll(() => mail.close())
beforeEach(async () => {
  dovecot = await createDovecot()
  await dovecot.start()
  merchant = await mail.shop.merchant()
})
afterEach(() => dovecot.close())

const write = async (amount: string, over: object = {}) => {
  utrs += 1
  const text = creditText(amount, String(utrs))
  return { utr: String(utrs), source: await mail.bank.write({ text, ...over }) }
}
const deliver = (source: Buffer) => dovecot.deliver(source, mail.shop.clock.now())
const utrsOf = async (): Promise<string[]> =>
  (await mail.alerts(merchant)).map(({ text }) => /number is (\d{12})/.exec(String(text))?.[1] ?? '').sort()
/** Lets a watcher that lost its server try again. */
const untilTaken = (all: readonly { utr: string }[]) =>
  expect
    .poll(
      async () => {
        mail.shop.clock.advance({ seconds: 2 })
        return utrsOf()
      },
      { timeout: 60_000, interval: 50 },
    )
    .toEqual(all.map(({ utr }) => utr).sort())

at(
  'a mailbox at Dovecot pushes a new e-mail by IDLE, which settles the order; an old one and a repeated one count for nothing',
  async () => {
    deliver((await write('611.00')).source)
    await mail.connect(merchant, dovecot)
    const orderId = await mail.order(merchant, '611.00')
    const paid = await write('611.00')
    deliver(paid.source)
    deliver(paid.source)
    // No clock goes on: only what the server pushes brings it.
    await expect.poll(utrsOf, { timeout: 60_000 }).toEqual([paid.utr])
    await mail.record()
    expect(await mail.statusOf(merchant, orderId)).toBe('success')
  },
)

at(
  'a mailbox at Dovecot loses nothing when it goes away, comes back, and numbers its messages again',
  async () => {
    await mail.connect(merchant, dovecot)
    const [before, meanwhile, after] = [await write('1.00'), await write('2.00'), await write('3.00')]
    deliver(before.source)
    await untilTaken([before])
    await dovecot.stop()
    deliver(meanwhile.source)
    await dovecot.start()
    await untilTaken([before, meanwhile])
    await dovecot.stop()
    dovecot.forgetUids()
    await dovecot.start()
    deliver(after.source)
    await untilTaken([before, meanwhile, after])
  },
)

at('a mailbox at Dovecot lists an e-mail that the bank did not sign, and takes in the next one', async () => {
  await mail.connect(merchant, dovecot)
  const [forged, genuine] = [await write('5.00', { domain: null }), await write('6.00')]
  deliver(forged.source)
  deliver(genuine.source)
  const outcomes = async () =>
    (await mail.alerts(merchant)).map(({ outcome, text }) => [outcome, text !== '']).toSorted()
  await expect.poll(outcomes, { timeout: 60_000 }).toEqual([
    ['credit', true],
    ['unread', false],
  ])
})

at('a mailbox at Dovecot is connected with 100,000 messages in its folder', async () => {
  dovecot.deliverMany((await write('7.00')).source, mail.shop.clock.now(), 100_000)
  await mail.connect(merchant, dovecot)
  const paid = await write('8.00')
  deliver(paid.source)
  await untilTaken([paid])
})
