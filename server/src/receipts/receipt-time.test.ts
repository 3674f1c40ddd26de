import { DAY_MS } from '@galla/contract/durations'
import { istText, startOfIstDay } from '@galla/contract/ist'
import { PAGE_LANGUAGE_CODES, type PageLanguage } from '@galla/contract/payment-page/page-languages'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, newUtr, openLedger, orderForm } from '../../testing/ledger.ts'
import { textOfPdf } from '../../testing/pdf-text.ts'
import type { ReportedCredit } from '../ledger/credit.ts'
import { recordCredit } from '../ledger/record-credit.ts'
import { secretsFrom } from '../platform/crypto/crypto.ts'
import { confirmOrder } from '../reconciliation/reconcile.ts'
import { getReceipt } from './find-receipt.ts'
import { factsOf } from './receipt.ts'
import { RECEIPT_LABELS } from './receipt-labels.ts'
import { renderReceipt } from './render-receipt.ts'
import { createReceiptSigner } from './sign-receipt.ts'

const signer = createReceiptSigner(secretsFrom(new Uint8Array(32).fill(7)))

let ledger: Ledger
let merchant: Awaited<ReturnType<typeof addMerchant>>
beforeAll(async () => {
  ledger = await openLedger()
  merchant = await addMerchant(ledger.db, 'live')
})
afterAll(() => ledger.close())

/** An order whose payment becomes known a day after it was made. */
const placeAndWait = async () => {
  const order = await ledger.create(merchant, orderForm())
  const createdAt = ledger.clock.now()
  ledger.clock.advance({ seconds: 86_400 })
  return { order, createdAt }
}
const onThatDay = (at: Date): Pick<ReportedCredit, 'source' | 'receivedAt' | 'received'> => {
  const receivedAt = startOfIstDay(istText(at).slice(0, 10))
  return {
    source: 'statement',
    receivedAt,
    received: { from: receivedAt, to: new Date(receivedAt.getTime() + DAY_MS), named: 'day' },
  }
}
const shown = async (orderId: string, language: PageLanguage = 'en') => {
  const receipt = await getReceipt(ledger.db, orderId)
  const [label, text = ''] = factsOf(receipt, language)[1] ?? []
  const jws = signer.sign(receipt)
  const signed = JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString())
  const look = { paper: '58mm', language } as const
  const pdf = await renderReceipt(receipt, `https://galla.example/verify-receipt#${jws}`, look)
  return { label, text, signed, pdf: textOfPdf(pdf).replace(/\s+/g, ' ') }
}
const inEnglish = (at: Date, style: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', dateStyle: 'medium', ...style }).format(at)

test('a receipt has the day of a statement that lists the payment a day later, and no time', async () => {
  const { order, createdAt } = await placeAndWait()
  await recordCredit(ledger, creditFor(ledger, order, onThatDay(createdAt)))
  const { label, text, signed, pdf } = await shown(order.orderId)
  expect([label, text]).toEqual(['Paid on', inEnglish(createdAt, {})])
  expect(pdf).toContain(`Paid on ${text} UTR`)
  expect(signed.receivedAt).toBe(istText(createdAt).slice(0, 10))
  expect(signed).not.toHaveProperty('recordedAt')
  for (const language of PAGE_LANGUAGE_CODES)
    expect((await shown(order.orderId, language)).text).not.toMatch(/:|IST/)
})

test('a receipt has the exact time of a payment that is reported a day later, to the minute', async () => {
  const { order, createdAt } = await placeAndWait()
  await recordCredit(ledger, creditFor(ledger, order, { source: 'provider', receivedAt: createdAt }))
  const { label, text, signed } = await shown(order.orderId)
  expect([label, text]).toEqual(['Paid on', `${inEnglish(createdAt, { timeStyle: 'short' })} IST`])
  expect(signed.receivedAt).toBe(`${istText(createdAt).slice(0, 16).replace(' ', 'T')}+05:30`)
})

test('a receipt of a confirmed payment has the time of recording until a statement reports when it came', async () => {
  const { order, createdAt } = await placeAndWait()
  const utr = newUtr()
  await confirmOrder(ledger, { merchantId: merchant.merchantId, mode: 'live' }, order.orderId, { utr })
  const recorded = ledger.clock.now()
  const before = await shown(order.orderId)
  expect([before.label, before.text]).toEqual([
    'Recorded on',
    `${inEnglish(recorded, { timeStyle: 'short' })} IST`,
  ])
  expect(before.signed.recordedAt).toBe(`${istText(recorded).slice(0, 16).replace(' ', 'T')}+05:30`)
  expect(before.signed).not.toHaveProperty('receivedAt')
  for (const language of PAGE_LANGUAGE_CODES)
    expect((await shown(order.orderId, language)).label).toBe(RECEIPT_LABELS[language].recordedAt)

  await recordCredit(ledger, creditFor(ledger, order, { utr, ...onThatDay(createdAt) }))
  const after = await shown(order.orderId)
  expect([after.label, after.text]).toEqual(['Paid on', inEnglish(createdAt, {})])
  expect(after.signed.receivedAt).toBe(istText(createdAt).slice(0, 10))
})

test('a receipt has no time after the first report of the payment, even if the dates of a statement were misread', async () => {
  const order = await ledger.create(merchant, orderForm())
  const receivedAt = ledger.clock.now()
  ledger.clock.advance({ seconds: 5 })
  const credit = creditFor(ledger, order, { source: 'alert', receivedAt })
  await recordCredit(ledger, credit)
  const before = await shown(order.orderId)
  expect(before.text).toBe(`${inEnglish(receivedAt, { timeStyle: 'short' })} IST`)
  // The 12th of November, read as the 11th of December.
  const later = new Date(receivedAt.getTime() + 20 * DAY_MS)
  await recordCredit(ledger, { ...credit, source: 'statement', sourceKey: 'row 1', receivedAt: later })
  expect(await shown(order.orderId)).toEqual(before)
})
