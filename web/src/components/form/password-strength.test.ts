import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isCommonPassword, strengthOf } from './new-password-field.tsx'

test.each([
  ['', 'short'],
  ['Ab3$xyz', 'short'],
  ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['abcdefghijklmnop', 'weak'],
  ['1234567890', 'weak'],
  ['9876543210', 'weak'],
  ['abababababababab', 'weak'],
  ['sharmatea', 'fair'],
  ['tin9Kettle', 'fair'],
  ['nine brass', 'fair'],
  ['nineteen brass', 'good'],
  ['correct horse battery', 'strong'],
  ['मेरी दुकान पुणे में', 'strong'],
])('%j is %s', (password, strength) => {
  expect(strengthOf(password, 8)).toBe(strength)
})

let loads = 0
beforeEach(() => {
  loads = 0
  vi.stubGlobal('fetch', async () => {
    loads += 1
    if (loads === 1) throw new TypeError('Failed to fetch')
    return new Response(readFileSync(new URL('./password-filter.bloom', import.meta.url)))
  })
})
afterEach(() => vi.unstubAllGlobals())

test('common passwords are found once the list is loaded, which is tried again after a failure', async () => {
  await expect(isCommonPassword('password1')).rejects.toThrow('The call failed')
  for (const password of [
    'password1',
    'PASSWORD1',
    'ｐａｓｓｗｏｒｄ１',
    ' qwertyuiop ',
    '1234567890',
    'iloveyou',
  ])
    expect([password, await isCommonPassword(password)]).toEqual([password, true])
  for (const password of ['correct horse battery', 'a stapler of my own', 'chai4pani-in-Pune'])
    expect([password, await isCommonPassword(password)]).toEqual([password, false])
  expect(loads).toBe(2)
})
