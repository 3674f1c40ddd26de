import { beforeAll, expect, test } from 'vitest'
import { benignFiles } from '../../testing/benign-kyc-files.ts'
import { hostileFiles } from '../../testing/hostile-kyc-files.ts'
import type { SampleFile } from '../../testing/kyc-file-parts.ts'
import { FileRejected } from './file-problem.ts'
import { inspectFile } from './inspect-file.ts'

let hostile: SampleFile[]
let benign: SampleFile[]

beforeAll(async () => {
  hostile = await hostileFiles()
  benign = await benignFiles()
})

test('each hostile file is refused for a known reason', async () => {
  expect(hostile.length).toBeGreaterThanOrEqual(30)
  const kept: string[] = []
  for (const { what, content } of hostile) {
    try {
      await inspectFile({ bytes: content, password: undefined })
      kept.push(what)
    } catch (error) {
      if (!(error instanceof FileRejected)) throw new Error(`${what}: ${String(error)}`, { cause: error })
    }
  }
  expect(kept).toEqual([])
})

test('each benign file is accepted', async () => {
  expect(benign.length).toBeGreaterThanOrEqual(20)
  const refused: string[] = []
  for (const { what, content } of benign)
    await inspectFile({ bytes: content, password: undefined }).catch(
      (error: unknown) => void refused.push(`${what}: ${String(error)}`),
    )
  expect(refused).toEqual([])
})
