import { randomBytes } from 'node:crypto'
import { Decrypter, Encrypter } from 'age-encryption'
import { expect, test } from 'vitest'
import { type AgeKey, decryptAge, encryptAge } from './age-encryption.ts'

const KEY = { passphrase: 'a passphrase of the operator', workFactor: 10 }

async function* pieces(...contents: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* contents
}
const gather = async (content: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const found: Uint8Array[] = []
  for await (const piece of content) found.push(piece)
  return Buffer.concat(found)
}
const encrypt = (content: Uint8Array, key: AgeKey = KEY) => gather(encryptAge(pieces(content), key))
const decrypt = (content: Uint8Array, key: AgeKey = KEY) => gather(decryptAge(pieces(content), key))

test.each([0, 1, 64 * 1024, 300_001])('content of %i bytes is decrypted unchanged', async (bytes) => {
  const content = randomBytes(bytes)
  expect((await decrypt(await encrypt(content))).equals(content)).toBe(true)
})

test('encryption with a passphrase is compatible with other programs', async () => {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(KEY.passphrase)
  expect(await decrypter.decrypt(await encrypt(Buffer.from('kept')), 'text')).toBe('kept')
  const encrypter = new Encrypter()
  encrypter.setPassphrase(KEY.passphrase)
  encrypter.setScryptWorkFactor(12)
  expect(String(await decrypt(await encrypter.encrypt('kept')))).toBe('kept')
})

test('a wrong passphrase, an altered byte and a missing end are refused', async () => {
  const encrypted = await encrypt(randomBytes(100_000))
  await expect(decrypt(encrypted, { passphrase: 'not the passphrase' })).rejects.toThrow(
    'The passphrase is wrong for this backup',
  )
  const altered = Buffer.from(encrypted)
  altered[50_000] = (altered[50_000] ?? 0) ^ 1
  for (const wrong of [altered, encrypted.subarray(0, 70_000), Buffer.from('no backup'), Buffer.alloc(0)])
    await expect(decrypt(wrong)).rejects.toThrow(
      'The backup was truncated or altered, or it is not from Galla',
    )
})

test('a passphrase with too expensive parameters is refused', async () => {
  const encrypted = await encrypt(Buffer.from('kept'), { passphrase: KEY.passphrase })
  const slow = Buffer.from(encrypted.toString('latin1').replace(/(-> scrypt \S+) 17/, '$1 40'), 'latin1')
  await expect(decrypt(slow)).rejects.toThrow('is wrong for this backup')
})

test('a disk error is not reported as an invalid backup', async () => {
  const encrypted = await encrypt(randomBytes(100_000))
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield encrypted.subarray(0, 50_000)
    throw new Error('the disk is broken')
  }
  await expect(gather(decryptAge(failing(), KEY))).rejects.toThrow('the disk is broken')
})
