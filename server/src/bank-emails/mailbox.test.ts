import { afterAll, beforeAll, expect, test } from 'vitest'
import { creditText } from '../../testing/bank-mail.ts'
import { type MailShop, openMailShop } from './bank-emails-harness.ts'

let mail: MailShop
beforeAll(async () => {
  mail = await openMailShop()
})
afterAll(() => mail.close())

test("a mailbox's new e-mail of the bank settles the order, pushed by IDLE", async () => {
  const merchant = await mail.shop.merchant()
  const imap = await mail.imap()
  imap.deliver(await mail.bank.write({ text: creditText('611.00', '612345678901') }))
  await mail.connect(merchant, imap)
  await expect.poll(() => imap.commands.at(-1)).toBe('IDLE')
  const orderId = await mail.order(merchant, '611.00')
  imap.deliver(await mail.bank.write({ text: creditText('611.00', '612345678902') }))
  await expect.poll(() => mail.alerts(merchant)).toHaveLength(1)
  expect((await mail.alerts(merchant))[0]).toMatchObject({
    channel: 'mailbox',
    outcome: 'credit',
    refusal: null,
    sender: 'alerts@hdfcbank.net',
    text: creditText('611.00', '612345678902'),
  })
  await mail.record()
  expect(await mail.statusOf(merchant, orderId)).toBe('success')
  expect(imap.commands).toContain('EXAMINE INBOX')
  expect(imap.commands.filter((command) => /^(SELECT|STORE|UID STORE|EXPUNGE)/.test(command))).toEqual([])
})
