import { CREDIT_ACTIONS, CREDIT_STATES, type CreditRow } from '@galla/contract/reconciliation/credits'
import { expect, test } from 'vitest'
import { actionLabelOf, actionsOf, differenceText, reasonOf, receivedInWords } from './case-labels.ts'

const order = {
  clientTransactionId: 'INV-1',
  customerName: 'Asha Rao',
  amount: 499,
  status: 'pending',
  paidLate: false,
} as const
const credit: CreditRow = {
  id: '01K',
  utr: '612345678901',
  amount: 498.9,
  rail: 'upi',
  payerUpiId: null,
  payerName: null,
  receivedAt: '2026-11-21T04:00:00.000Z',
  state: 'amount_mismatch',
  orderId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' as CreditRow['orderId'],
  sources: ['alert'],
  note: null,
  possibleRepeatOf: null,
  mergedInto: null,
  order,
  evidence: [],
  history: [],
}

test('only actions that the server accepts are offered', () => {
  for (const state of CREDIT_STATES)
    for (const utr of [null, '612345678901'])
      for (const of of [null, order])
        for (const action of actionsOf({ state, utr, order: of }))
          expect(CREDIT_ACTIONS[state][action]).toBe(true)
})

test('an amount can be accepted only for an order, and only a record without a UTR can be merged', () => {
  expect(actionsOf(credit)[0]).toBe('accept')
  expect(actionsOf({ ...credit, order: null })).not.toContain('accept')
  expect(actionsOf({ ...credit, state: 'unmatched' })).not.toContain('join')
  expect(actionsOf({ ...credit, state: 'unmatched', utr: null })).toContain('join')
})

test('differences are exact to the paisa', () => {
  expect(differenceText(498.9, 499)).toBe('₹0.10 less')
  expect(differenceText(0.3, 0.1)).toBe('₹0.20 more')
  expect(reasonOf(credit)).toBe('₹498.90 came, the order is ₹499.00.')
  expect(reasonOf({ ...credit, order: null })).toBe('Two sources report different amounts for this payment.')
})

test('a time is shown only if a source reported it', () => {
  const midnight = { ...credit, receivedAt: '2026-11-20T18:30:00.000Z' }
  expect(receivedInWords({ ...midnight, sources: ['statement'] })).toBe('21 Nov 2026')
  expect(receivedInWords({ ...midnight, sources: ['statement', 'alert'] })).toContain('12:00')
  expect(receivedInWords({ ...credit, sources: ['statement'] })).toContain('9:30')
})

test('a refund is shown with its own UTR', () => {
  const entry = {
    at: credit.receivedAt,
    action: 'refund',
    state: 'refunded',
    orderId: null,
    by: 'a@example.com',
    note: null,
    refundUtr: '699999999999',
    refundAmount: null,
    typedUtr: null,
  } as const
  expect(actionLabelOf(entry)).toBe('Marked as refunded, UTR 699999999999')
  expect(reasonOf({ ...credit, state: 'refunded', history: [entry] })).toContain('699999999999')
})
