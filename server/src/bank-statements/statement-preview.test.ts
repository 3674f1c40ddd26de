import { ROW_FAULTS } from '@galla/contract/bank-statements/row-texts'
import { expect, onTestFinished, test } from 'vitest'
import { openShop } from '../../testing/shop.ts'
import { finishedStatement, uploadStatement } from './import-harness.ts'

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
    ['error', ROW_FAULTS.balance],
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

test('the preview says what an import of the whole file would do, as long as the detected columns are read', async () => {
  const shop = await openShop()
  onTestFinished(() => shop.close())
  const merchant = await shop.merchant()
  const row = (n: number, day: string, debit: string, credit: string): string =>
    `${day}/11/2026,UPI/${credit === '' ? 'DR' : 'CR'}/${632_910_000_000 + n}/ASHA,${debit},${credit}`
  const payments = Array.from({ length: 100 }, (_, n) => row(n, n === 99 ? '21' : '20', '', '7.50'))
  const rows = [
    'Date,Narration,Debit,Credit',
    ...payments,
    row(100, '21', '20.00', ''),
    '21/11/2026,INTEREST PAID,,3.00',
    row(101, '99', '', '5.00'),
    '',
  ]
  const { id, found, columns } = await uploadStatement(shop, merchant, rows.join('\r\n'))
  expect(found).toEqual({
    payments: 100,
    amount: '750.00',
    days: { from: '2026-11-20', to: '2026-11-21' },
    debits: 1,
    reversals: 0,
    others: 1,
    unreadable: 1,
  })
  const other = { ...columns, credit: columns.debit, debit: columns.credit }
  const shown = await merchant.post(`/user/statements/${id}/preview`, { columns: other })
  expect(shown.json().data.found).toBeNull()
  const imported = await merchant.post(`/user/statements/${id}/confirm`, {})
  expect(imported.json().data.found).toBeNull()
  expect(await finishedStatement(merchant, id)).toMatchObject({ imported: 100, ignored: 2, errorCount: 1 })
})

test('a file whose dates are asked about is counted without days', async () => {
  const shop = await openShop()
  onTestFinished(() => shop.close())
  const text = 'Date,Narration,Credit\n03/04/2024,UPI/CR/632500000011/ASHA,499.00\n'
  const merchant = await shop.merchant()
  const { id, found, columns } = await uploadStatement(shop, merchant, text)
  expect(found).toMatchObject({ payments: 1, amount: '499.00', days: null })
  const shown = await merchant.post(`/user/statements/${id}/preview`, {
    columns: { ...columns, dateOrder: 'mdy' },
  })
  expect(shown.json().data.found).toMatchObject({ payments: 1, days: null })
})
