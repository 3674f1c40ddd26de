import { expect, test } from 'vitest'
import {
  attentionOf,
  codeText,
  creditStateOf,
  deliveryStateOf,
  evidenceOf,
  storyOf,
} from './order-history.ts'

const at = '2026-11-21T04:00:00.000Z'
const credit = { id: 'credit', utr: '1', amount: 250, receivedAt: at, payerUpiId: null, sources: ['alert'] }

test('the timeline shows details that the title lacks, and names unknown events', () => {
  expect(
    storyOf({
      history: [
        { at, event: 'created', detail: 'Order of ₹499.00 created' },
        { at, event: 'opened', detail: 'The payment page was opened' },
        { at, event: 'paid', detail: 'Paid, UTR 123' },
        { at, event: 'amount_accepted', detail: 'by the merchant' },
      ],
    }).map(({ title, detail }) => `${title}: ${detail}`),
  ).toEqual(['Order created: ', 'Payment page opened: ', 'Paid: UTR 123', 'Amount accepted: by the merchant'])
})

test('the evidence names each source', () => {
  expect(evidenceOf({ sources: ['alert'] })).toBe('Evidence: a bank alert on your phone')
  expect(evidenceOf({ sources: ['alert', 'statement', 'provider'] })).toBe(
    "Evidence: a bank alert on your phone, your bank statement and your provider's report",
  )
  expect(evidenceOf({ sources: ['carrier_pigeon'] })).toBe('Evidence: Carrier pigeon')
  expect(evidenceOf({ sources: [] })).toBe('No evidence stored')
})

test('an order that needs attention shows what was received and what to do', () => {
  const asked = { attention: true, amount: 499 }
  expect(attentionOf({ ...asked, credits: [{ ...credit, state: 'amount_mismatch' }] })).toBe(
    '₹250.00 was received for an order of ₹499.00. Please decide what to do.',
  )
  expect(
    attentionOf({
      ...asked,
      credits: [
        { ...credit, state: 'matched' },
        { ...credit, state: 'duplicate' },
      ],
    }),
  ).toBe('₹250.00 was received a second time. Please refund the customer.')
  expect(attentionOf({ ...asked, credits: [] })).toBe('A payment needs your decision.')
  expect(attentionOf({ attention: false, amount: 499, credits: [] })).toBe('')
})

test('an unknown state from a newer server is shown as text', () => {
  expect(creditStateOf({ state: 'under_review' })).toEqual({ title: 'Under review', tone: 'calm' })
  expect(deliveryStateOf({ state: 'delivered' }).tone).toBe('success')
  expect(codeText('order.success')).toBe('Order success')
})
