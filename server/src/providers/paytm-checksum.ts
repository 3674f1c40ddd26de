import { createCipheriv, createDecipheriv } from 'node:crypto'
import { equalInConstantTime, sha256 } from '../platform/crypto/crypto.ts'

/** Paytm's own constant; their scheme is a keyed checksum, not encryption. */
const INITIAL_VECTOR = '@@@@&&&&####$$$$'
const ALGORITHM = 'aes-128-cbc'
const SALT_CHARACTERS = 4
const DIGEST_CHARACTERS = 64

const digestOf = (text: string, salt: string): string => sha256(`${text}|${salt}`).toString('hex') + salt

/** Any four characters; three random bytes make four of base64url. */
export const paytmSalt = (bytes: (count: number) => Uint8Array): string =>
  Buffer.from(bytes(3)).toString('base64url')

/** The `signature` of a request or reply of Paytm's v3 APIs, over the exact text of its `body`. The key has 16 bytes. */
export const signPaytm = (key: string, text: string, salt: string): string => {
  const cipher = createCipheriv(ALGORITHM, Buffer.from(key, 'latin1'), INITIAL_VECTOR)
  return Buffer.concat([cipher.update(digestOf(text, salt), 'utf8'), cipher.final()]).toString('base64')
}

/** False for anything but a signature of this text with this key. */
export const isSignedByPaytm = (key: string, text: string, signature: string): boolean => {
  const decoded = decrypted(key, signature)
  if (decoded?.length !== DIGEST_CHARACTERS + SALT_CHARACTERS) return false
  return equalInConstantTime(decoded, digestOf(text, decoded.slice(-SALT_CHARACTERS)))
}

const decrypted = (key: string, signature: string): string | undefined => {
  try {
    const decipher = createDecipheriv(ALGORITHM, Buffer.from(key, 'latin1'), INITIAL_VECTOR)
    return Buffer.concat([decipher.update(signature, 'base64'), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
