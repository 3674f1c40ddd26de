import { paise } from '@galla/upi/rupees'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, newUtr, openLedger, orderForm } from '../../testing/ledger.ts'
import { letterJob } from '../../testing/letter-job.ts'
import { recordCredit } from '../ledger/record-credit.ts'
import { changeRefund, startRefund } from '../ledger/refunds/change-refunds.ts'
import { mailboxOf } from '../merchants/email-merchant.ts'
import { sql } from '../platform/database/database.ts'
import { createLog } from '../platform/log.ts'
import type { Email } from '../platform/mail/mail.ts'
import { emailReceipts } from './email-receipts.ts'
import { claimReceiptEmail } from './receipt-store.ts'

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

const shopOf = async (mode: 'test' | 'live', language = 'en') => {
  const merchant = await addMerchant(ledger.db, mode)
  await ledger.db.run(sql`
    update merchants set email_receipts = true, page_language = ${language} where merchant_id = ${merchant.merchantId}`)
  return merchant
}
type ShopMerchant = Awaited<ReturnType<typeof shopOf>>

const payOrder = async (merchant: ShopMerchant, over: Parameters<typeof orderForm>[0] = {}) => {
  const order = await ledger.create(merchant, orderForm({ customer_email: 'asha@example.com', ...over }))
  const credit = creditFor(ledger, order, { utr: newUtr() })
  await recordCredit(ledger, credit)
  // The same payment, reported by another source.
  await recordCredit(ledger, credit)
  return order.orderId
}

type Fails = (email: Email) => Error | undefined

const oneRun = async (sent: Email[], fails?: Fails) => {
  const mailer = {
    async send(email: Email) {
      const error = fails?.(email)
      if (error !== undefined) throw error
      sent.push(email)
    },
  }
  const publicUrl = new URL('https://galla.example')
  const log = createLog({ level: 'silent' })
  const { secrets } = letterJob()
  return emailReceipts({ db: ledger.db, clock: ledger.clock, log, mailer, publicUrl, secrets })
}
const sentNow = async (fails?: Fails) => {
  const sent: Email[] = []
  // Two processes look at the same time.
  await Promise.all([oneRun(sent, fails), oneRun(sent, fails)])
  return sent
}
const smtpError = (code: string, command: string, over: object = {}) =>
  Object.assign(new Error(code), { code, command, ...over })

test('a receipt that waits when its customer is erased is not sent, and waits no longer', async () => {
  const orderId = await payOrder(await shopOf('live'))
  await ledger.db.run(sql`
    update orders set customer_name = '', customer_email = '', customer_mobile = '', customer_erased_at = now()
    where order_id = ${orderId}`)
  expect(await sentNow()).toEqual([])
  expect(await ledger.db.value(sql`select due_at from receipt_emails where order_id = ${orderId}`)).toBeNull()
})

test('a paid live order of a merchant who wants it sends one receipt, whatever reports the payment again', async () => {
  const orderId = await payOrder(await shopOf('live', 'hi'))
  const [email, ...others] = await sentNow()
  expect(others).toEqual([])
  expect(email?.to).toBe('asha@example.com')
  expect(email?.subject).toMatch(/^पेमेंट की रसीद: ₹/)
  expect(email?.text).toContain(`https://galla.example/receipt/${orderId}?lang=hi`)
  expect(email?.text).toMatch(/UTR: \d{12}/)
  expect(email?.text).toMatch(/Galla ने यह .+ की ओर से भेजा है/)
  expect(email?.html).toContain('<html lang="hi-IN">')
  expect(email?.messageId).toBe(`<receipt.${orderId}@galla.example>`)
  expect(await sentNow()).toEqual([])
})

test('a refund sends the receipt once more, which shows it', async () => {
  const merchant = await shopOf('live')
  const orderId = await payOrder(merchant)
  expect(await sentNow()).toHaveLength(1)
  const creditId = await ledger.db.value<string>(
    sql`select settled_by_credit_id from orders where order_id = ${orderId}`,
  )
  await startRefund(ledger, merchant, creditId, { amount: paise(10_000n), requestId: 'refund-1' })
  expect(await sentNow()).toEqual([])
  const refundId = await ledger.db.value<string>(
    sql`select refund_id from refunds where credit_id = ${creditId}`,
  )
  await changeRefund(ledger, merchant, refundId, { kind: 'sent', utr: newUtr() })
  const [email, ...others] = await sentNow()
  expect(others).toEqual([])
  expect(email?.text).toContain('The shop refunded this payment: ₹100.00 / ₹499.00')
  expect(email?.messageId).not.toBe(`<receipt.${orderId}@galla.example>`)
  expect(await sentNow()).toEqual([])
})

test('the receipts table has one row for an order, whatever writes it again', async () => {
  const orderId = await payOrder(await shopOf('live'))
  expect(await sentNow()).toHaveLength(1)
  await expect(
    ledger.db.run(sql`
      insert into receipt_emails (merchant_id, order_id, due_at)
      select merchant_id, order_id, paid_at from orders where order_id = ${orderId}`),
  ).rejects.toThrow('receipt_emails_pkey')
})

test('no receipt is sent for a test order, without an address, to the merchant, or where the merchant wants none', async () => {
  await payOrder(await shopOf('test'))
  await payOrder(await addMerchant(ledger.db, 'live'))
  const merchant = await shopOf('live')
  const email = await ledger.db.value<string>(
    sql`select email from merchants where merchant_id = ${merchant.merchantId}`,
  )
  await payOrder(merchant, { customer_email: email })
  expect(await sentNow()).toEqual([])
})

test('an unpaid order sends no receipt', async () => {
  await ledger.create(await shopOf('live'), orderForm())
  expect(await sentNow()).toEqual([])
})

test('emailReceipts tries again when the mail server refused or was not reached, five times at most', async () => {
  await payOrder(await shopOf('live'))
  expect(await sentNow(() => smtpError('EMESSAGE', 'DATA', { responseCode: 451 }))).toEqual([])
  expect(await sentNow()).toEqual([])
  ledger.clock.advance({ seconds: 300 })
  expect(await sentNow()).toHaveLength(1)

  await payOrder(await shopOf('live'))
  let tries = 0
  for (let run = 0; run < 10; run += 1) {
    await sentNow(() => {
      tries += 1
      return smtpError('ESOCKET', 'CONN', { message: 'connect ECONNREFUSED 127.0.0.1:25' })
    })
    ledger.clock.advance({ seconds: 3_600 })
  }
  expect(tries).toBe(5)
  expect(await sentNow()).toEqual([])
})

test('a refused recipient and a receipt that cannot be rendered do not stop other receipts', async () => {
  const unwritable = await shopOf('live')
  await payOrder(unwritable)
  await ledger.db.run(
    sql`update merchants set page_language = 'xx' where merchant_id = ${unwritable.merchantId}`,
  )
  ledger.clock.advance({ seconds: 1 })
  await payOrder(await shopOf('live'), { customer_email: 'nobody@example.com' })
  ledger.clock.advance({ seconds: 1 })
  await payOrder(await shopOf('live'))
  const sent: Email[] = []
  await oneRun(sent, ({ to }) =>
    to === 'nobody@example.com' ? smtpError('EENVELOPE', 'RCPT TO', { responseCode: 550 }) : undefined,
  )
  expect(sent.map(({ to }) => to)).toEqual(['asha@example.com'])
  ledger.clock.advance({ seconds: 300 })
  await ledger.db.run(
    sql`update merchants set page_language = 'en' where merchant_id = ${unwritable.merchantId}`,
  )
  await oneRun(sent)
  expect(sent.map(({ to }) => to)).toEqual(['asha@example.com', 'asha@example.com', 'nobody@example.com'])
})

test('emailReceipts tries one receipt per run while the mail server refuses connections or the login', async () => {
  for (const error of [
    smtpError('ESOCKET', 'CONN', { message: 'connect ECONNREFUSED 127.0.0.1:25' }),
    smtpError('EAUTH', 'AUTH PLAIN', { responseCode: 535 }),
    smtpError('EDNS', 'CONN'),
  ]) {
    const merchant = await shopOf('live')
    for (const _order of ['first', 'second']) await payOrder(merchant)
    let tries = 0
    const fails = () => {
      tries += 1
      return error
    }
    expect(await oneRun([], fails)).toEqual({ more: false })
    expect(tries).toBe(1)
    ledger.clock.advance({ seconds: 300 })
    const sent: Email[] = []
    await oneRun(sent)
    expect(sent).toHaveLength(2)
  }
})

test('an address gets twenty receipts a day of a merchant and forty of all, and no other address waits', async () => {
  const [flooding, second, third] = [await shopOf('live'), await shopOf('live'), await shopOf('live')]
  const to = (name: string) => ({ customer_email: `${name}@victim.example` })
  const allSent = async () => {
    const sent: Email[] = []
    while ((await oneRun(sent)).more);
    return Map.groupBy(sent, ({ to: address }) => mailboxOf(address))
  }
  // One mailbox in several writings.
  for (let n = 0; n < 25; n += 1) await payOrder(flooding, to(n % 2 === 0 ? 'asha' : 'Asha+1'))
  await payOrder(flooding, to('ravi'))
  const first = await allSent()
  expect(first.get('asha@victim.example')).toHaveLength(20)
  expect(first.get('ravi@victim.example')).toHaveLength(1)

  for (const merchant of [second, third]) for (let n = 0; n < 15; n += 1) await payOrder(merchant, to('asha'))
  expect((await allSent()).get('asha@victim.example')).toHaveLength(20)

  // Receipts that the mail server refused use up no place.
  ledger.clock.advance({ days: 1 })
  await payOrder(flooding, to('asha'))
  for (let n = 0; n < 4; n += 1) {
    await sentNow(() => smtpError('EMESSAGE', 'DATA', { responseCode: 451 }))
    ledger.clock.advance({ hours: 1 })
  }
  for (let n = 0; n < 19; n += 1) await payOrder(flooding, to('asha'))
  expect((await allSent()).get('asha@victim.example')).toHaveLength(20)
})

test('a receipt that may have been sent is not sent again, after a broken connection or a dead process', async () => {
  await payOrder(await shopOf('live'))
  expect(await sentNow(() => smtpError('ETIMEDOUT', 'CONN', { message: 'Timeout' }))).toEqual([])
  const merchant = await shopOf('live')
  const orderId = await payOrder(merchant)
  const { merchantId } = merchant
  expect(await claimReceiptEmail(ledger.db, { merchantId, orderId }, ledger.clock.now())).toMatchObject({
    tries: 1,
  })
  ledger.clock.advance({ seconds: 86_400 })
  expect(await sentNow()).toEqual([])
})
