import { expect, test } from 'vitest'
import { inFileName } from './file-download.ts'

test('a file name keeps letters with their marks, and drops characters that file systems refuse', () => {
  expect(['चाय की दुकान', 'A/c: 2nd floor'].map(inFileName)).toEqual(['चाय-की-दुकान', 'A-c-2nd-floor'])
})
