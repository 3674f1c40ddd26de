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
/** The first byte of everything sealed; another way of sealing would get another. */
const VERSION = 1
const ALGORITHM = 'aes-256-gcm'

/** What was sealed was altered, was sealed with another key, or belongs to another place. */
export class UnsealError extends Error {
  override name = 'UnsealError'
}

/**
 * AES-256-GCM: version, nonce, ciphertext, tag. `aad` names the place it is kept in (table, column, row), so that a sealed value
 * that is moved to another row cannot be opened there.
 */
export const seal = (key: Bytes, plaintext: Data, aad: string): Buffer => {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(aad, 'utf8'))
  const body = typeof plaintext === 'string' ? Buffer.from(plaintext, 'utf8') : plaintext
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.update(body), cipher.final(), cipher.getAuthTag()])
}

export const open = (key: Bytes, sealed: Bytes, aad: string): Buffer => {
  if (sealed.length < 1 + NONCE_BYTES + TAG_BYTES || sealed[0] !== VERSION)
    throw new UnsealError('not a sealed value')
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(aad, 'utf8'))
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

/** `open` for what was sealed as text. */
export const openText = (key: Bytes, sealed: Bytes, aad: string): string =>
  open(key, sealed, aad).toString('utf8')

export const sha256 = (data: Data): Buffer => createHash('sha256').update(data).digest()

export const hmacSha256 = (key: Data, data: Data): Buffer => createHmac('sha256', key).update(data).digest()

/** Takes the same time wherever the two differ, and whatever their lengths. */
export const equalInConstantTime = (left: Data, right: Data): boolean =>
  timingSafeEqual(sha256(left), sha256(right))

/** One key for each purpose, derived from the app key: what one part leaks opens nothing of another. */
export interface Secrets {
  /** 32 bytes, the same for the same purpose. */
  subkey(purpose: string): Bytes
}

export const secretsFrom = (appKey: Bytes): Secrets => {
  if (appKey.length !== KEY_BYTES) throw new RangeError('the app key is 32 bytes')
  const derived = new Map<string, Bytes>()
  return {
    subkey(purpose) {
      const known = derived.get(purpose)
      if (known !== undefined) return known
      const key = new Uint8Array(hkdfSync('sha256', appKey, new Uint8Array(), `galla ${purpose}`, KEY_BYTES))
      derived.set(purpose, key)
      return key
    },
  }
}
