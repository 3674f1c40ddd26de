import { hmacSha256, type Secrets } from '../../platform/crypto/crypto.ts'
import type { Ids } from '../../platform/ids.ts'

export const RECOVERY_CODES = 10
const CHARACTERS = 10
/** Crockford's alphabet, without look-alike characters. 50 bits a code. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const READ_AS: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' }

/** "7K2QD-M0XWT" */
const newCode = (ids: Ids): string => {
  const text = [...ids.bytes(CHARACTERS)].map((byte) => ALPHABET.charAt(byte & 31)).join('')
  return `${text.slice(0, CHARACTERS / 2)}-${text.slice(CHARACTERS / 2)}`
}

export const newRecoveryCodes = (ids: Ids): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => newCode(ids))

/** Normalizes a typed recovery code; undefined when it cannot be one. */
export const recoveryCodeFrom = (typed: string): string | undefined => {
  const plain = typed
    .replace(/[\s-]/g, '')
    .toUpperCase()
    .replace(/[OIL]/g, (found) => READ_AS[found] ?? found)
  return /^[0-9A-HJKMNP-TV-Z]{10}$/.test(plain) ? plain : undefined
}

export const recoveryHash = (secrets: Secrets, merchantId: string, code: string): Buffer =>
  hmacSha256(secrets.subkey('recovery codes'), `${merchantId}\n${recoveryCodeFrom(code) ?? ''}`)
