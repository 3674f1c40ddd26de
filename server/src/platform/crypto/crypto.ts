import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

type Bytes = Uint8Array
type Data = string | Bytes

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** The first byte of every ciphertext; another format would get another version. */
const VERSION = 1
const ALGORITHM = 'aes-256-gcm'

/** The ciphertext was altered, was encrypted with another key, or belongs to another row. */
export class UnsealError extends Error {
  override name = 'UnsealError'
}

/**
 * Encrypts with AES-256-GCM into version, nonce, ciphertext, tag. The associated data names the table, column and row, so that a ciphertext
 * that is moved to another row cannot be decrypted there.
 */
export const seal = (key: Bytes, plaintext: Data, associatedData: string): Buffer => {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(associatedData, 'utf8'))
  const body = typeof plaintext === 'string' ? Buffer.from(plaintext, 'utf8') : plaintext
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.update(body), cipher.final(), cipher.getAuthTag()])
}

export const open = (key: Bytes, sealed: Bytes, associatedData: string): Buffer => {
  if (sealed.length < 1 + NONCE_BYTES + TAG_BYTES || sealed[0] !== VERSION)
    throw new UnsealError('not a sealed value')
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(associatedData, 'utf8'))
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
  try {
    return Buffer.concat([
      decipher.update(sealed.subarray(1 + NONCE_BYTES, sealed.length - TAG_BYTES)),
      decipher.final(),
    ])
  } catch (error) {
    throw new UnsealError('the sealed value cannot be opened here', { cause: error })
  }
}

/** Decrypts text. */
export const openText = (key: Bytes, sealed: Bytes, associatedData: string): string =>
  open(key, sealed, associatedData).toString('utf8')

export const sha256 = (data: Data): Buffer => createHash('sha256').update(data).digest()

export const hmacSha256 = (key: Data, data: Data): Buffer => createHmac('sha256', key).update(data).digest()

/** Compares in constant time, whatever the lengths. */
export const equalInConstantTime = (left: Data, right: Data): boolean =>
  timingSafeEqual(sha256(left), sha256(right))

/** Derives one key per purpose from the data key: a leaked subkey opens nothing of another part. */
export interface Secrets {
  /** 32 bytes, the same for the same purpose. */
  subkey(purpose: string): Bytes
}

export const secretsFrom = (dataKey: Bytes): Secrets => {
  if (dataKey.length !== KEY_BYTES) throw new RangeError('the data key is 32 bytes')
  const derived = new Map<string, Bytes>()
  return {
    subkey(purpose) {
      const known = derived.get(purpose)
      if (known !== undefined) return known
      const key = new Uint8Array(hkdfSync('sha256', dataKey, new Uint8Array(), `galla ${purpose}`, KEY_BYTES))
      derived.set(purpose, key)
      return key
    },
  }
}
