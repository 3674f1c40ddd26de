import { paise } from '@galla/upi/rupees'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { creditText, SHOP_ADDRESS } from '../../testing/bank-mail.ts'
import { freePort } from '../../testing/free-port.ts'
import { alertPathOf } from '../../testing/merchants-phone.ts'
import type { ShopMerchant } from '../../testing/shop.ts'
import { lockAmounts } from '../ledger/credit-store.ts'
import { type MailShop, openMailShop } from './bank-emails-harness.ts'

let mail: MailShop
let port: number
beforeAll(async () => {
  port = await freePort()
  mail = await openMailShop({ EMAIL_RECEIVER: `smtp://alerts.example.com:${port}` })
})
afterAll(() => mail.close())

type Deliver = (raw: Buffer) => Promise<unknown>

/** How a bank's e-mail reaches Galla. */
const CHANNELS: readonly (readonly [string, (merchant: ShopMerchant) => Promise<Deliver>])[] = [
  [
    'in a mailbox',
    async (merchant) => {
      const imap = await mail.imap()
      await mail.connect(merchant, imap)
      return async (raw) => imap.deliver(raw)
    },
  ],
  [
    'to an address',
    async (merchant) => {
      const reply = await merchant.post('/user/rotate-email-address', { bankWritesTo: SHOP_ADDRESS })
      const to = reply.json().data.address.address
      const envelope = { from: 'forwarder@example.com', to }
      return (raw) =>
        createTransport({ host: 'localhost', port, ignoreTLS: true }).sendMail({ envelope, raw })
    },
  ],
]

const WAITING = 60
let amounts = 600

test.each(CHANNELS)(
  'an e-mail %s is recorded at once, while the sweep waits for messages of others',
  async (_channel, open) => {
    const { shop } = mail
    const [merchant, busy] = [await shop.merchant(), await shop.merchant()]
    const deliver = await open(merchant)
    amounts += 1
    const order = await mail.order(merchant, `${amounts}.00`)
    const raw = await mail.bank.write({ text: creditText(`${amounts}.00`, `612345678${amounts}`) })
    const url = await alertPathOf(busy)
    const messages = Array.from({ length: WAITING }, (_none, n) => ({
      from: 'AD-ICICIT-S',
      text: `ICICI Bank Account XX111 is credited with Rs 9.00 on 21-Nov-26 from ASHA RAO. UPI:${645_000_000_000 + amounts * 1000 + n}`,
    }))
    await shop.db.transaction(async (tx) => {
      await lockAmounts(tx, [{ merchantId: busy.merchantId, amount: paise(900n) }])
      for (const payload of messages) await shop.call({ method: 'POST', url, payload })
      shop.clock.advance({ seconds: 2 })
      await deliver(raw)
      await expect.poll(() => mail.statusOf(merchant, order), { timeout: 6_000 }).toBe('success')
    })
    await mail.record()
  },
)
