import { expect, onTestFinished, test } from 'vitest'
import { openShop } from '../../testing/shop.ts'
import { uploadStatement } from './import-harness.ts'
import { BALANCE_FAULT } from './running-balance.ts'

test('the preview marks a row whose balance does not follow, as long as the same columns are read', async () => {
  const shop = await openShop()
  onTestFinished(() => shop.close())
  const merchant = await shop.merchant()
  const row = (n: number, debit: string, credit: string, balance: string): string =>
    `21/11/2026,UPI/CR/${632_900_000_000 + n}/ASHA,${debit},${credit},${balance}`
  const text = [
    ',,,,',
    'Date,Narration,Debit,Credit,Balance',
    row(1, '', '10.00', '110.00'),
    '',
    row(2, '5.00', '', '105.00'),
    row(3, '', '200.00', '125.00'),
    row(4, '', '7.50', '132.50'),
    row(5, '', '1.00', '133.50'),
    '',
  ].join('\r\n')
  const { id, columns, understood } = await uploadStatement(shop, merchant, text)
  expect(understood.map(({ kind, why }) => [kind, why])).toEqual([
    ['credit', null],
    ['ignored', 'Reversed by the bank'],
    ['error', BALANCE_FAULT],
    ['credit', null],
    ['credit', null],
  ])
  const other = { ...columns, credit: columns.balance, balance: undefined }
  const shown = await merchant.post(`/user/statements/${id}/preview`, { columns: other })
  expect(shown.json().data.understood[2]).toMatchObject({ kind: 'credit', amount: '125.00' })
})

test('headings without spaces are recognized', async () => {
  const shop = await openShop()
  onTestFinished(() => shop.close())
  const text = [
    'PaymentType,MerchantReferenceId,PhonePeReferenceId,TransactionUTR,TransactionAmount,TransactionDate,Status',
    'PAYMENT,INV-1,T2411211234,632900000009,499.00,21/11/2026 10:00:00,SUCCESS',
    '',
  ].join('\r\n')
  const { understood } = await uploadStatement(shop, await shop.merchant(), text)
  expect(understood).toMatchObject([{ kind: 'credit', amount: '499.00', utr: '632900000009' }])
})
