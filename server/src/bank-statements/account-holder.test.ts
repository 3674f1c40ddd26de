import { expect, test } from 'vitest'
import { accountHolder } from './account-holder.ts'

test.each([
  ['in the next cell', [['Account Name', ':', 'MR SAMPLE SHOPKEEPER']]],
  ['behind a colon', [['Name :- MR SAMPLE SHOPKEEPER']]],
  ['behind a colon, in the next cell', [["Account Holder's Name:", '', ' MR  SAMPLE SHOPKEEPER ']]],
  [
    'after other lines',
    [
      ['Branch Name', 'MG ROAD'],
      ['Customer Name', 'MR SAMPLE SHOPKEEPER'],
    ],
  ],
  [
    'alone with its title',
    [
      ['HDFC BANK Ltd.', '', 'Page No .: 1'],
      ['MR SAMPLE SHOPKEEPER', 'Account Branch: X'],
    ],
  ],
])('a statement names its holder %s', (_, preamble) => {
  expect(accountHolder(preamble)).toBe('MR SAMPLE SHOPKEEPER')
})

test.each([
  ['nothing', []],
  ['a label without a name', [['Account Name', ':', '']]],
  ['an account number', [['Account Name', '50100123456789']]],
  [
    'names of others',
    [
      ['Branch Name', 'MG ROAD'],
      ['Nominee Name', 'ASHA RAO'],
      ['Bank Name', 'SBI'],
    ],
  ],
  ['a sentence', [['MR SAMPLE SHOPKEEPER paid 5,000 to ASHA@YBL']]],
  ['an address', [['Name', 'asha@okaxis']]],
])('a statement with %s names no holder', (_, preamble) => {
  expect(accountHolder(preamble)).toBeNull()
})

test('a holder is one line of visible text, and an endless cell is read in linear time', () => {
  expect(accountHolder([['Account Name', '\u202eRAVI\u0007 KUMAR']])).toBe('RAVI KUMAR')
  expect(accountHolder([['Name : '.repeat(20_000)], ['MR '.repeat(40_000)]])?.length ?? 0).toBeLessThan(101)
})
