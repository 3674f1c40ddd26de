import { expect, test } from 'vitest'
import { inFileName } from './file-download.ts'

test("a name in a file's name keeps its letters with their marks, and nothing that a disk refuses", () => {
  expect(['चाय की दुकान', 'A/c: 2nd floor'].map(inFileName)).toEqual(['चाय-की-दुकान', 'A-c-2nd-floor'])
})
