import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { ReadableStream as NodeStream } from 'node:stream/web'
import { promisify } from 'node:util'
import type { Identity, Recipient } from 'age-encryption'
import { ArchiveError } from './tar.ts'

export interface AgeKey {
  readonly passphrase: string
  readonly workFactor?: number | undefined
}

const LABEL = 'age-encryption.org/v1/scrypt'
const SALT_BYTES = 16
const KEY_BYTES = 32
const TAG_BYTES = 16
/** One guess takes about a third of a second and 128 MB. */
const WORK_FACTOR = 17
const WORK_FACTOR_MAX = 20
const NONCE = Buffer.alloc(12)
/** Loaded with the first backup: a start does not wait for it. */
const age = () => import('age-encryption')
const derive = promisify<string, Uint8Array, number, object, Buffer>(scrypt)

/** Uses the thread pool, where the library's own derivation would stop the process for a second. */
const deriveKey = (passphrase: string, salt: Uint8Array, workFactor: number): Promise<Buffer> =>
  derive(passphrase, Buffer.concat([Buffer.from(LABEL), salt]), KEY_BYTES, {
    N: 2 ** workFactor,
    r: 8,
    p: 1,
    maxmem: 2 ** workFactor * 1_024 + 2 ** 20,
  })

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replaceAll('=', '')

/** The scrypt recipient of the age format (https://age-encryption.org/v1). */
const passphraseRecipient = (passphrase: string, workFactor: number): Recipient => ({
  async wrapFileKey(fileKey) {
    const salt = randomBytes(SALT_BYTES)
    const cipher = createCipheriv('chacha20-poly1305', await deriveKey(passphrase, salt, workFactor), NONCE, {
      authTagLength: TAG_BYTES,
    })
    const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()])
    const { Stanza } = await age()
    return [new Stanza(['scrypt', base64(salt), String(workFactor)], body)]
  },
})

const passphraseIdentity = (passphrase: string): Identity => ({
  async unwrapFileKey(stanzas) {
    const [stanza, ...more] = stanzas
    const [kind, salt = '', workFactor = ''] = stanza?.args ?? []
    if (stanza === undefined || more.length > 0 || kind !== 'scrypt') return null
    if (!/^[1-9]\d?$/.test(workFactor) || Number(workFactor) > WORK_FACTOR_MAX) return null
    const key = await deriveKey(passphrase, Buffer.from(salt, 'base64'), Number(workFactor))
    const decipher = createDecipheriv('chacha20-poly1305', key, NONCE, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(stanza.body.subarray(-TAG_BYTES))
    try {
      return Buffer.concat([decipher.update(stanza.body.subarray(0, -TAG_BYTES)), decipher.final()])
    } catch {
      return null
    }
  },
})

const webStream = (content: AsyncIterable<Uint8Array>) =>
  NodeStream.from(content) as ReadableStream<Uint8Array>

/** Encrypts a stream in the age format, which the `age` tool opens too. */
export async function* encryptAge(
  content: AsyncIterable<Uint8Array>,
  key: AgeKey,
): AsyncGenerator<Uint8Array> {
  const { Encrypter } = await age()
  const encrypter = new Encrypter()
  encrypter.addRecipient(passphraseRecipient(key.passphrase, key.workFactor ?? WORK_FACTOR))
  yield* await encrypter.encrypt(webStream(content))
}

/** Decrypts a stream; throws an ArchiveError when the key is wrong, or a byte was altered or is missing. */
export async function* decryptAge(
  content: AsyncIterable<Uint8Array>,
  key: AgeKey,
): AsyncGenerator<Uint8Array> {
  const { Decrypter } = await age()
  const decrypter = new Decrypter()
  decrypter.addIdentity(passphraseIdentity(key.passphrase))
  let failed: unknown
  const source = webStream(noting(content, (error) => (failed = error)))
  try {
    yield* await decrypter.decrypt(source)
  } catch (error) {
    if (failed !== undefined) throw failed
    throw new ArchiveError(describe(error))
  }
}

/** Tells a failure of the source from one of the decryption. */
async function* noting(
  content: AsyncIterable<Uint8Array>,
  onError: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* content
  } catch (error) {
    onError(error)
    throw error
  }
}

const describe = (error: unknown): string =>
  error instanceof Error && error.message.includes('no identity matched')
    ? 'The passphrase is wrong for this backup'
    : 'The backup was truncated or altered, or it is not from Galla'
