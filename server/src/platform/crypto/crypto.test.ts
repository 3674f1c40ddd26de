import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppKeyError, loadAppKey } from './app-key.ts'
import {
  equalInConstantTime,
  hmacSha256,
  open,
  openText,
  seal,
  secretsFrom,
  sha256,
  UnsealError,
} from './crypto.ts'

const KEY = new Uint8Array(32).fill(7)
const PLACE = 'api_keys|secret|mer_1'

test('an encrypted value is decrypted with its key and associated data', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.string(), (plaintext, associatedData) => {
      expect(new Uint8Array(open(KEY, seal(KEY, plaintext, associatedData), associatedData))).toEqual(
        plaintext,
      )
    }),
  )
  expect(openText(KEY, seal(KEY, 'ₓ रुपये', PLACE), PLACE)).toBe('ₓ रुपये')
})

test('encrypting a value twice gives two different ciphertexts', () => {
  expect(seal(KEY, 'same', PLACE).equals(seal(KEY, 'same', PLACE))).toBe(false)
})

test('an encrypted value is not decrypted with another key or associated data, or if it is altered or truncated', () => {
  const sealed = seal(KEY, 'secret', PLACE)
  expect(() => open(new Uint8Array(32).fill(8), sealed, PLACE)).toThrow(UnsealError)
  expect(() => open(KEY, sealed, 'api_keys|secret|mer_2')).toThrow(UnsealError)
  for (let index = 0; index < sealed.length; index += 1) {
    const altered = Buffer.from(sealed)
    altered[index] = (altered[index] ?? 0) ^ 1
    expect(() => open(KEY, altered, PLACE)).toThrow(UnsealError)
    expect(() => open(KEY, sealed.subarray(0, index), PLACE)).toThrow(UnsealError)
  }
})

test('each purpose has its own key, and the same one every time', () => {
  const secrets = secretsFrom(KEY)
  expect(secrets.subkey('a')).toEqual(secretsFrom(KEY).subkey('a'))
  expect(secrets.subkey('a')).not.toEqual(secrets.subkey('b'))
  expect(secrets.subkey('a')).not.toEqual(KEY)
  expect(() => secretsFrom(new Uint8Array(16))).toThrow(RangeError)
})

test('hashes match the standards', () => {
  expect(sha256('abc').toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
  expect(hmacSha256('key', 'The quick brown fox jumps over the lazy dog').toString('hex')).toBe(
    'f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8',
  )
})

test('equalInConstantTime is true only for equal texts, of any lengths', () => {
  fc.assert(fc.property(fc.string(), fc.string(), (a, b) => equalInConstantTime(a, b) === (a === b)))
  expect(equalInConstantTime('', '')).toBe(true)
})

let dataDir = ''
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'galla-key-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

test('concurrent first starts create one key, readable by its owner only, and leave no other file', async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, () => loadAppKey({ appKey: undefined, dataDir })))
  const [first] = keys
  expect(first).toHaveLength(32)
  for (const key of keys) expect(key).toEqual(first)
  expect(await readdir(dataDir)).toEqual(['app.key'])
  const file = path.join(dataDir, 'app.key')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await readFile(file, 'utf8')).trim()).toBe(Buffer.from(first ?? []).toString('hex'))
})

test('the setting takes precedence over the file', async () => {
  expect(await loadAppKey({ appKey: KEY, dataDir })).toBe(KEY)
})

test('a damaged key file stops the start and is not replaced, because the old secrets need it', async () => {
  await writeFile(path.join(dataDir, 'app.key'), 'damaged')
  await expect(loadAppKey({ appKey: undefined, dataDir })).rejects.toThrow(AppKeyError)
  expect(await readFile(path.join(dataDir, 'app.key'), 'utf8')).toBe('damaged')
})
