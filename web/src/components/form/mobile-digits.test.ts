import { expect, test } from 'vitest'
import { enterMobile, type MobileEntry, mobileEntry } from './mobile-field.tsx'

const paste = (text: string): string => enterMobile(mobileEntry(''), text, text.length).shown

const type = (text: string, begin: MobileEntry = mobileEntry('')): MobileEntry => {
  let entry = begin
  for (const letter of text) {
    const { shown, caret } = entry
    entry = enterMobile(entry, shown.slice(0, caret) + letter + shown.slice(caret), caret + 1)
  }
  return entry
}

test.each([
  ['+91 98765 43210', '9876543210'],
  ['91-98765-43210', '9876543210'],
  ['0098 765 43210', '0098765432'],
  ['00919876543210', '9876543210'],
  ['098765 43210', '9876543210'],
  ['9198765432', '9198765432'],
  ['98-76a543210', '9876543210'],
  ['987654321098', '9876543210'],
  ['', ''],
])('%j becomes the number %j, whether pasted, filled in by the browser or typed', (text, digits) => {
  expect(paste(text)).toBe(digits)
  expect(type(text).shown).toBe(digits)
})

test('a number being typed never has more than ten characters, all digits', () => {
  let entry = mobileEntry('')
  for (const letter of '+91 (987) 654-32 10 55') {
    entry = type(letter, entry)
    expect(entry.shown).toMatch(/^\d{0,10}$/)
    expect(entry.caret).toBe(entry.shown.length)
  }
  expect(entry.shown).toBe('9876543210')
})

test('the digits after the country code replace it from the first one', () => {
  expect(type('+91').shown).toBe('91')
  expect(type('+91 9').shown).toBe('9')
})

test('a deleted digit stays deleted, even after a country code', () => {
  const full = type('+91 98765 43210')
  const shorter = enterMobile(full, '987654321', 9)
  expect(shorter.shown).toBe('987654321')
  expect(type('5', shorter).shown).toBe('9876543215')
})

test.each([
  ['a letter in the middle is left out', '98765', 2, 'x', '98765', 2],
  ['a digit in the middle stands where it was typed', '98765', 2, '1', '981765', 3],
  ['a digit like its neighbour too', '99', 1, '9', '999', 2],
  ['a full number takes no further digit in its middle', '9876543210', 2, '5', '9876543210', 2],
  ['a full number takes no further digit at its beginning', '9876543210', 0, '5', '9876543210', 0],
])('%s, and the caret follows', (_, shown, at, letter, then, caret) => {
  const entry = type(letter, { ...mobileEntry(shown), caret: at })
  expect(entry.shown).toBe(then)
  expect(entry.caret).toBe(caret)
})

test('deleting a digit in the middle leaves the caret there', () => {
  const entry = enterMobile(mobileEntry('9876543210'), '986543210', 2)
  expect(entry.shown).toBe('986543210')
  expect(entry.caret).toBe(2)
})

test('a number pasted over the whole field replaces it', () => {
  expect(enterMobile(mobileEntry('9876543210'), '+91 91234 56780', 15).shown).toBe('9123456780')
  expect(enterMobile(mobileEntry('9876543210'), '7', 1).shown).toBe('7')
})
