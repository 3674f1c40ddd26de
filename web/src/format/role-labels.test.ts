import { expect, test } from 'vitest'
import { subjectInWords } from './role-labels.ts'

test.each([
  ['cashier', 'Cashier'],
  ['asha@example.com (admin)', 'asha@example.com (Admin)'],
  ['asha@example.com: developer → accountant', 'asha@example.com: Developer → Accountant'],
  ['owner@example.com', 'owner@example.com'],
])('the roles in "%s" have their names', (subject, words) => {
  expect(subjectInWords(subject)).toBe(words)
})
