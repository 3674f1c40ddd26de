import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isWeakPassword } from './weak-passwords.ts'

test.each([
  'password1',
  'PassWord1',
  'ｐａｓｓｗｏｒｄ１',
  ' qwertyuiop ',
  '1234567890',
  'iloveyou',
  'sunshine1',
  'trustno1',
])('%s is a common password', (password) => {
  expect(isWeakPassword(password)).toBe(true)
})

test.each(['correct horse battery', 'a stapler of my own', 'chai4pani-in-Pune'])(
  '%s is no common password',
  (password) => {
    expect(isWeakPassword(password)).toBe(false)
  },
)

test('the filter takes almost no random password for a common one', () => {
  const taken = Array.from({ length: 100_000 }, () => randomBytes(9).toString('base64')).filter(
    isWeakPassword,
  )
  // Four are expected.
  expect(taken.length).toBeLessThan(25)
})
