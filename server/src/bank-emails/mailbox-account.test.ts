import { afterAll, beforeAll, expect, test } from 'vitest'
import { creditText } from '../../testing/bank-mail.ts'
import { ORDER_BODY } from '../../testing/order-body.ts'
import type { ShopMerchant } from '../../testing/shop.ts'
import { type MailShop, openMailShop } from './bank-emails-harness.ts'

let mail: MailShop
beforeAll(async () => {
  mail = await openMailShop()
})
afterAll(() => mail.close())

const confirm = (merchant: ShopMerchant) =>
  merchant.post('/user/confirm-identity', { password: 'correct horse battery' })

const connectAccount = async (merchant: ShopMerchant, merchantUpiId: string): Promise<void> => {
  await confirm(merchant)
  const account = { merchantProvider: 'phonepe', merchantName: 'Sharma Tea House', merchantId: 'M22ABCDEF' }
  const reply = await merchant.post('/user/connect-merchant', { ...account, merchantUpiId })
  expect(reply.statusCode, reply.body).toBe(200)
}

let orders = 0
const place = async (merchant: ShopMerchant): Promise<string> => {
  orders += 1
  const body = { ...ORDER_BODY, client_txn_id: `MAIL_${orders}`, amount: '78.00' }
  const reply = await merchant.post('/user/generate-payment-link', body)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data.order_id
}

test('a changed UPI ID disconnects the mailbox of the previous account, so that one e-mail settles one order', async () => {
  const [merchant, imap] = [await mail.shop.merchant(), await mail.imap()]
  await connectAccount(merchant, 'sharmatea@ybl')
  await mail.connect(merchant, imap)
  const first = await place(merchant)
  await connectAccount(merchant, 'sharmatea2@ybl')
  expect(await mail.mailbox(merchant), 'the new account has none').toBeNull()
  await expect
    .poll(() => {
      mail.shop.clock.advance({ seconds: 2 })
      return imap.connections.size
    })
    .toBe(0)
  await mail.connect(merchant, imap)
  // By then the first order cannot be meant: of two payable ones, whichever account they are paid to, nobody chooses.
  mail.shop.clock.advance({ seconds: 25 * 60 })
  const second = await place(merchant)
  await expect.poll(() => imap.commands.at(-1)).toBe('IDLE')
  imap.deliver(await mail.bank.write({ text: creditText('78.00', '612345678901') }))
  await expect
    .poll(async () => {
      mail.shop.clock.advance({ seconds: 2 })
      await mail.record()
      return mail.statusOf(merchant, second)
    })
    .toBe('success')
  expect(await mail.statusOf(merchant, first)).not.toBe('success')
  expect(await mail.alerts(merchant)).toHaveLength(1)
})

test('connecting the same UPI ID again keeps the mailbox', async () => {
  const [merchant, imap] = [await mail.shop.merchant(), await mail.imap()]
  await connectAccount(merchant, 'verma@ybl')
  await mail.connect(merchant, imap)
  await connectAccount(merchant, 'verma@ybl')
  expect(await mail.mailbox(merchant)).toMatchObject({ state: 'connected' })
})
