import { equalInConstantTime, hmacSha256, type Secrets } from '../platform/crypto.ts'
import type { Ids } from '../platform/ids.ts'

/**
 * A cookie that a browser gets at its first login to an account. Its failures are counted apart from everybody else's, so
 * that a stranger who keeps failing on purpose never keeps the owner out of his own browser. It proves nothing else: the
 * password is asked as always. (OWASP: Slow Down Online Guessing Attacks with Device Cookies.)
 */
export const DEVICE_SECONDS = 365 * 24 * 60 * 60
const NONCE_BYTES = 16

const proofOf = (secrets: Secrets, email: string, nonce: string): string =>
  hmacSha256(secrets.subkey('known device'), `${nonce}\n${email}`).toString('base64url')

export const newDevice = (secrets: Secrets, ids: Ids, email: string): string => {
  const nonce = ids.token(NONCE_BYTES)
  return `${nonce}.${proofOf(secrets, email, nonce)}`
}

/** The device's own name, if this browser has logged in to this account before. */
export const deviceOf = (secrets: Secrets, cookie: string | undefined, email: string): string | undefined => {
  const [nonce, proof, ...more] = cookie?.split('.') ?? []
  if (nonce === undefined || proof === undefined || more.length > 0) return undefined
  return equalInConstantTime(proof, proofOf(secrets, email, nonce)) ? nonce : undefined
}
