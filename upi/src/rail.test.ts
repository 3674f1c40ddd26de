import { describe, expect, test } from 'vitest'
import { isReversal, maybeReward, railOf } from './rail.ts'

test.each([
  ['UPI/CR/632500000003/ASHA RAO/UTIB/asha@okaxis/salary neft cash', 'upi'],
  ['BY TRANSFER-UPI/CR/632500000003/CASH AND CARRY/UTIB/cash@ybl/loan', 'upi'],
  ['UPIAR/632500000016/CR/ASHA RAO/SBIN/asha@sbi', 'upi'],
  ['UPI IN/632500000023/asha@okaxis/Tea/0000', 'upi'],
  ['MMT/IMPS/632500000044/UPI/ASHA RAO/HDFC', 'imps'],
  ['IMPS-632500000044-ASHA RAO-HDFC-XX12', 'imps'],
  ['NEFT CR-ICIC0000001-UPI SHOP-N325261234567-UPI/CR/632500000003', 'neft'],
  ['RTGS/HDFCR52026112112345678/UPI TRADERS', 'rtgs'],
  ['ACH C- UPI MUTUAL FUND-632500000003', 'ach'],
  ['NACH/632500000003/DIVIDEND', 'ach'],
  ['SALARY NOV 2026 UPI LIMITED 632500000003', 'salary'],
  ['SAL/632500000003/PHONEPE PVT LTD', 'salary'],
  ['CASH DEPOSIT BY UPI 632500000003', 'cash'],
  ['INF/INFT/632500000003/UPI', 'other'],
  ['TRANSFER FROM 4897690162095', 'unknown'],
  ['', 'unknown'],
] as const)('the rail of %j is that of the bank’s own first word', (narration, rail) => {
  expect(railOf(narration)).toBe(rail)
})

describe('a payment that came back', () => {
  test.each([
    'UPI/REV/632500000003/SHOP/YESB/shop@ybl',
    'REV-UPI-632500000003-SHOP',
    'REV UPI/632500000003/SHOP',
    'REVERSAL OF UPI/632500000003',
    'UPI-REV-632500000003-SHOP',
    'UPI REVERSAL 632500000003',
    'UPI/632500000003/REV/SHOP/YESB',
    'UPI/CR/632500000003/REVERSAL/SHOP',
    'UPIREV/632500000003/SHOP',
    'UPI-RET-632500000003',
    'UPI RVSL/632500000003/SHOP',
    'UPI/DR/632500000003/SHOP/YESB/shop@ybl',
    'UPI/632500000003/DR/SHOP/YESB',
    'REFUND-UPI-632500000003',
    'RET/IMPS/632500000003',
    'IMPS/REV/632500000003',
  ])('is recognized by %s', (narration) => {
    expect(isReversal(narration)).toBe(true)
  })

  test.each([
    'UPI/CR/632500000003/REV JOHN DSOUZA/UTIB/john@okaxis',
    'UPI-REV JOHN-JOHN@OKAXIS-UTIB0000001-632500000003-TEA',
    'UPI/632500000003/DR ASHA RAO/asha@ybl',
    'UPI/CR/632500000003/ASHA RAO/UTIB/asha@okaxis/refund',
    'UPI/CR/632500000003/ASHA RAO/UTIB/asha@okaxis/UPI-REV-1',
    'UPI-DR ASHA RAO-ASHA@OKAXIS-UTIB0000001-632500000003-RETURN',
  ])('is not recognized by a name or a note: %s', (narration) => {
    expect(isReversal(narration)).toBe(false)
  })
})

test.each([
  ['UPI/CR/632500000003/CASHBACK/YESB/npci@ybl', true],
  ['UPI-PHONEPE CASH BACK-CB@YBL-YESB0000001-632500000003-X', true],
  ['UPI/CR/632500000003/ASHA RAO/UTIB/asha@okaxis/tea', false],
])('%s may be a gift: %s', (narration, expected) => {
  expect(maybeReward(narration)).toBe(expected)
})
