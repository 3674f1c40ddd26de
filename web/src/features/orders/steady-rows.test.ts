import type { TransactionRow } from '@galla/contract/orders/transactions'
import { expect, test } from 'vitest'
import { steadyRows } from './use-steady-orders.ts'

const row = (orderId: string, status: TransactionRow['status'] = 'pending'): TransactionRow => ({
  orderId,
  clientTransactionId: `INV-${orderId}`,
  customer: { name: 'Asha Rao', email: 'asha@example.com' },
  amount: 499,
  createdAt: '2026-11-21T04:00:00.000Z',
  status,
  merchantName: 'Sharma Tea',
  utr: null,
  mode: 'test',
  paidLate: false,
  failureReason: null,
  expiresAt: '2026-11-21T04:05:00.000Z',
  paidAt: null,
  attention: false,
})
const ids = ({ rows }: ReturnType<typeof steadyRows>) => rows.map(({ orderId }) => orderId).join('')

test('a payment updates its row at once', () => {
  const steady = steadyRows([row('B'), row('A')], [row('B', 'success'), row('A')])
  expect(steady.rows.map(({ status }) => status)).toEqual(['success', 'pending'])
  expect(steady.news).toBe('none')
})

test('new orders are announced, and no row moves', () => {
  const steady = steadyRows([row('B'), row('A')], [row('C'), row('B', 'success')])
  expect(ids(steady)).toBe('BA')
  expect(steady.rows[0]?.status).toBe('success')
  expect(steady.news).toBe('more')
})

test('a row that no longer matches the filter stays, and the change is announced', () => {
  const steady = steadyRows([row('B'), row('A')], [row('A')])
  expect(ids(steady)).toBe('BA')
  expect(steady.news).toBe('other')
})

test('the first orders of an empty list are announced, too', () => {
  expect(steadyRows([], [row('A')])).toEqual({ rows: [], news: 'more' })
  expect(steadyRows([], [])).toEqual({ rows: [], news: 'none' })
})
