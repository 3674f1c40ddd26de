import { readFileSync } from 'node:fs'
import { ACTIVITY } from '@galla/contract/auth/activity'
import { expect, test } from 'vitest'

test('the words of every security event and call are in each catalogue', () => {
  const hindi = JSON.parse(readFileSync(new URL('../../../locales/hi.json', import.meta.url), 'utf8'))
  expect(Object.values(ACTIVITY).filter((words) => !Object.hasOwn(hindi, words))).toEqual([])
})
