import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeS3, startFakeS3 } from '../../../testing/fake-s3.ts'
import { createLog } from '../log.ts'
import type { Chunks } from './files.ts'
import { openFiles } from './open-files.ts'
import { createS3Files, type S3Files } from './s3-files.ts'
import { parseS3Location, type S3Location } from './s3-location.ts'

const silent = createLog({ level: 'silent' })

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
const gather = async (content: Chunks): Promise<string> => String(Buffer.concat(await all(content)))

describe('files in an S3-compatible store', () => {
  let store: FakeS3
  let location: S3Location
  let files: S3Files
  const within = (change: Partial<S3Location>) => createS3Files({ ...location, ...change }, { retryMs: 1 })

  beforeAll(async () => {
    store = await startFakeS3()
    const found = parseS3Location(store.filesUrl)
    if (found === undefined) throw new Error('no location')
    location = found
    files = within({})
  })
  afterAll(() => store.close())
  beforeEach(() => {
    store.breaks('busy', 0)
    store.objects.clear()
    store.calls.splice(0)
  })

  test('are read back unchanged, from the folder of the setting', async () => {
    await files.write('kyc/mer_1/A', pieces('one ', 'two'))
    await files.write('kyc/mer_1/EMPTY', pieces())
    expect([...store.objects.keys()]).toEqual(['of/galla/kyc/mer_1/A', 'of/galla/kyc/mer_1/EMPTY'])
    expect(await gather(files.read('kyc/mer_1/A'))).toBe('one two')
    expect(await gather(files.read('kyc/mer_1/EMPTY'))).toBe('')
  })

  test('of five megabytes are read back unchanged', async () => {
    const content = Buffer.alloc(5 * 1024 * 1024, 'abcdefg')
    await files.write('kyc/mer_1/LARGE', pieces(content))
    expect(Buffer.concat(await all(files.read('kyc/mer_1/LARGE'))).equals(content)).toBe(true)
  })

  test('are written completely or not at all', async () => {
    await expect(files.write('kyc/mer_1/B', broken())).rejects.toThrow('the connection was cut')
    expect(store.calls).toEqual([])
    await expect(gather(files.read('kyc/mer_1/B'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('are listed in pages, without those of similar folders or of others, and removed', async () => {
    const names = Array.from({ length: 8 }, (_, n) => `kyc/mer_1/DOCUMENT-${n}`)
    for (const name of names) await files.write(name, pieces('x'))
    await files.write('kyc-not/mer_1/A', pieces('x'))
    store.objects.set('of/galla/kyc/of someone else', Buffer.from('x'))
    store.objects.set('of/other/kyc/mer_1/A', Buffer.from('x'))
    expect(await all(files.list('kyc'))).toEqual(names)
    for (const name of [...names, ...names]) await files.remove(name)
    expect(await all(files.list('kyc'))).toEqual([])
    expect(await all(files.list('nothing'))).toEqual([])
  })

  test.each(['busy', 'dropped'] as const)('are retried when the store is %s three times', async (fault) => {
    store.breaks(fault, 3)
    await files.write('kyc/mer_1/A', pieces('kept'))
    store.breaks(fault, 3)
    expect(await gather(files.read('kyc/mer_1/A'))).toBe('kept')
    store.breaks(fault, 3)
    expect(await all(files.list('kyc'))).toEqual(['kyc/mer_1/A'])
    store.breaks(fault, 3)
    await files.remove('kyc/mer_1/A')
    expect(store.objects.size).toBe(0)
  })

  test.each(['busy', 'dropped', 'refused', 'redirect'] as const)(
    'fail with a message that contains no secret when the store stays %s',
    async (fault) => {
      for (const call of [
        () => files.write('kyc/mer_1/A', pieces('lost')),
        () => gather(files.read('kyc/mer_1/A')),
        () => all(files.list('kyc')),
        () => files.remove('kyc/mer_1/A'),
      ]) {
        store.breaks(fault, 9)
        const error = await call().catch((thrown: unknown) => thrown)
        expect(error).toMatchObject({
          name: 'FilesError',
          message: expect.stringMatching(/^The store of FILES_URL/),
        })
        expect(inspect(error, { depth: 9 })).not.toMatch(/se\/cr\+et|AKIATEST|mer_1/)
      }
      expect(store.objects.size).toBe(0)
    },
  )

  test('are read again when a read is cut off, and never returned incomplete', async () => {
    await files.write('kyc/mer_1/A', pieces('whole'))
    store.breaks('cut', 3)
    expect(await gather(files.read('kyc/mer_1/A'))).toBe('whole')
    store.breaks('cut', 4)
    await expect(gather(files.read('kyc/mer_1/A'))).rejects.toThrow('did not answer when a file was read')
  })

  test('of any size are uploaded in parts that are retried, and read in ranges', async () => {
    const content = randomBytes(20 * 1024 * 1024 + 1)
    const write = files.write('kyc/mer_1/LARGE', pieces(content.subarray(0, 1000), content.subarray(1000)))
    store.breaks('dropped', 2)
    await write
    store.breaks('cut', 2)
    expect(Buffer.concat(await all(files.read('kyc/mer_1/LARGE'))).equals(content)).toBe(true)
    const exact = content.subarray(0, 16 * 1024 * 1024)
    await files.write('kyc/mer_1/EXACT', pieces(exact))
    expect(Buffer.concat(await all(files.read('kyc/mer_1/EXACT'))).equals(exact)).toBe(true)
    expect(store.uploads.size).toBe(0)
  })

  // The calls of an upload in two parts: its start, the parts, its end.
  test.each(['failing', 'cut', 'dropped', 'unanswered'] as const)(
    'are uploaded once and completely when one call of the upload is %s',
    async (fault) => {
      const content = randomBytes(8 * 1024 * 1024 + 1)
      for (let call = 0; call < 4; call += 1) {
        store.breaks(fault, 1, call)
        await files.write('kyc/mer_1/LARGE', pieces(content))
        expect([...store.objects.keys()]).toEqual(['of/galla/kyc/mer_1/LARGE'])
        expect(store.objects.get('of/galla/kyc/mer_1/LARGE')?.equals(content)).toBe(true)
        // Only the id of an upload whose start was not answered is unknown; the bucket's lifecycle rule ends it.
        expect(store.uploads.size).toBe(fault === 'unanswered' && call === 0 ? 1 : 0)
        store.uploads.clear()
        store.objects.clear()
      }
    },
  )

  test('whose upload breaks off leave neither an object nor an open upload', async () => {
    async function* breaking(): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(17 * 1024 * 1024)
      throw new Error('the disk is broken')
    }
    await expect(files.write('kyc/mer_1/LARGE', breaking())).rejects.toThrow('the disk is broken')
    expect([store.objects.size, store.uploads.size]).toEqual([0, 0])
  })

  test('cannot have a name outside their folder', async () => {
    for (const name of ['../secret', 'a/../b', '', 'a b', '/etc/passwd']) {
      expect(() => files.read(name)).toThrow(RangeError)
      await expect(files.write(name, pieces('x'))).rejects.toThrow(RangeError)
    }
    expect(store.calls).toEqual([])
  })

  test('are refused at the start for a wrong key, a wrong region or a missing bucket, while a silent store is waited for', async () => {
    expect(await files.answers()).toBe(true)
    for (const wrong of [
      { secretAccessKey: 'another' },
      { accessKeyId: 'SOMEONE' },
      { region: 'eu-west-1' },
      { bucketUrl: location.bucketUrl.replace('galla-files', 'no-such-bucket') },
    ])
      await expect(within(wrong).answers()).rejects.toThrow(
        /^The store of FILES_URL (answered 403|has no such bucket)/,
      )
    await expect(all(within({ bucketUrl: `${location.bucketUrl}-gone` }).list('kyc'))).rejects.toThrow(
      'no such bucket',
    )
    await expect(
      openFiles({ dataDir: '/nowhere', filesUrl: store.filesUrl.replace('ap-south-1', 'eu-west-1') }, silent),
    ).rejects.toThrow('The store of FILES_URL answered 403 when it was asked at the start')
    store.breaks('busy', 9)
    expect(await files.answers()).toBe(false)
    expect(await within({ bucketUrl: 'http://127.0.0.1:19/galla-files' }).answers()).toBe(false)
  })
})

describe('the setting of a store', () => {
  test('contains the host, the bucket, the folder and the region', () => {
    expect(parseS3Location('s3://KEY:a%2Fb%2Bc@s3.ap-south-1.amazonaws.com/galla')).toEqual({
      bucketUrl: 'https://s3.ap-south-1.amazonaws.com/galla',
      region: 'ap-south-1',
      prefix: '',
      accessKeyId: 'KEY',
      secretAccessKey: 'a/b+c',
    })
    expect(parseS3Location('s3://K:S@minio:9000/files/galla/one?tls=off&region=local')).toMatchObject({
      bucketUrl: 'http://minio:9000/files',
      region: 'local',
      prefix: 'galla/one/',
    })
  })

  test.each([
    's3://bucket',
    's3://KEY:SECRET@host',
    's3://KEY@host/bucket',
    's3://KEY:SECRET@host/B',
    's3://KEY:SECRET@host/bucket/a b',
    's3://KEY:SECRET@host/bucket?tls=maybe',
    's3://KEY:SECRET@host/bucket?regoin=x',
    's3://KEY:SECRET@host/bucket#x',
    's3://KEY:%ZZ@host/bucket',
    'https://KEY:SECRET@host/bucket',
  ])('is not %s', (text) => {
    expect(parseS3Location(text)).toBeUndefined()
  })
})
