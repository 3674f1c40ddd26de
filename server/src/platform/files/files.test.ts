import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decryptChunks, encryptChunks } from '../crypto/chunked-encryption.ts'
import { UnsealError } from '../crypto/crypto.ts'
import { type Chunks, createDiskFiles, type Files, filesFolder } from './files.ts'

async function* pieces(...contents: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const content of contents) yield Buffer.from(content as string)
}
async function* broken(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('half')
  throw new Error('the connection was cut')
}
const all = async <T>(each: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = []
  for await (const one of each) found.push(one)
  return found
}
const gather = async (content: Chunks): Promise<Buffer> => Buffer.concat(await all(content))

describe('files on the disk', () => {
  let folder: string
  let files: Files

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'galla-files-'))
    files = createDiskFiles(folder)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('are read back unchanged, only by their owner', async () => {
    await files.write('kyc/mer_1/A', pieces('one ', 'two'))
    expect(String(await gather(files.read('kyc/mer_1/A')))).toBe('one two')
    expect(statSync(join(folder, 'kyc/mer_1/A')).mode & 0o077).toBe(0)
    expect(statSync(join(folder, 'kyc/mer_1')).mode & 0o077).toBe(0)
  })

  test('are written completely or not at all', async () => {
    await expect(files.write('kyc/mer_1/B', broken())).rejects.toThrow('the connection was cut')
    expect(readdirSync(join(folder, 'kyc/mer_1'))).toEqual(['A'])
    await expect(gather(files.read('kyc/mer_1/B'))).rejects.toThrow()
  })

  test('are listed with incomplete ones, and removed', async () => {
    writeFileSync(join(folder, 'kyc/mer_1/C.part'), 'half')
    writeFileSync(join(folder, 'kyc/mer_1/some thing'), 'of someone else')
    expect((await all(files.list('kyc'))).sort()).toEqual(['kyc/mer_1/A', 'kyc/mer_1/C.part'])
    for (const name of ['kyc/mer_1/C.part', 'kyc/mer_1/C.part', 'kyc/mer_1/A']) await files.remove(name)
    expect(await all(files.list('kyc'))).toEqual([])
    expect(await all(files.list('nothing'))).toEqual([])
  })

  test.each(['../secret', '/etc/passwd', 'a/../b', 'a//b', '', 'a\0b', '.hidden', 'a\\b'])(
    'have no name like %j',
    async (name) => {
      expect(() => files.read(name)).toThrow(RangeError)
      await expect(files.write(name, pieces('x'))).rejects.toThrow(RangeError)
    },
  )

  test('are in the data folder or in the folder of the setting', () => {
    expect(filesFolder({ dataDir: '/data', filesUrl: undefined })).toBe(join('/data', 'files'))
    expect(filesFolder({ dataDir: '/data', filesUrl: 'file:///mnt/shared%20files' })).toBe(
      '/mnt/shared files',
    )
  })
})

describe('a file that is encrypted in chunks', () => {
  const key = new Uint8Array(32).fill(3)
  const PIECE = 64 * 1024
  const sealed = (content: Uint8Array, associatedData = 'a') =>
    gather(encryptChunks(key, associatedData, pieces(content)))
  const opened = (bytes: Uint8Array, associatedData = 'a', by = key) =>
    gather(decryptChunks(by, associatedData, pieces(bytes)))

  test.each([0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE])(
    'of %i bytes is decrypted unchanged',
    async (length) => {
      const content = Buffer.alloc(length, 'abc')
      const bytes = await sealed(content)
      expect(await opened(bytes)).toEqual(content)
      expect(length > 3 && bytes.includes(content.subarray(0, 16))).toBe(false)
    },
  )

  test('can be written in pieces of any length', async () => {
    const bytes = await sealed(Buffer.alloc(2 * PIECE + 5, 'x'))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: bytes.length }), { maxLength: 6 }), async (cuts) => {
        const at = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
        const parts = at.slice(1).map((end, index) => bytes.subarray(at[index], end))
        expect(await gather(decryptChunks(key, 'a', pieces(...parts)))).toHaveLength(2 * PIECE + 5)
      }),
      { numRuns: 30 },
    )
  })

  test('cannot be decrypted under another name or key, or if it is truncated, extended, reordered or changed', async () => {
    const bytes = await sealed(Buffer.alloc(2 * PIECE, 'x'))
    const whole = 5 + 29 + PIECE
    const [first, second] = [bytes.subarray(0, whole), bytes.subarray(whole)]
    const changed = Buffer.from(bytes)
    changed[100] = (changed[100] ?? 0) ^ 1
    const lastToo = Buffer.from(first)
    lastToo[0] = 1
    for (const wrong of [
      opened(bytes, 'b'),
      opened(bytes, 'a', new Uint8Array(32)),
      opened(first),
      opened(lastToo),
      opened(bytes.subarray(0, -1)),
      opened(Buffer.concat([bytes, second])),
      opened(Buffer.concat([bytes, Buffer.of(0)])),
      opened(Buffer.concat([second, first])),
      opened(changed),
      opened(Buffer.alloc(0)),
      opened(Buffer.alloc(40, 0xff)),
    ])
      await expect(wrong).rejects.toThrow(UnsealError)
  })
})
