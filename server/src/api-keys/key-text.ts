import type { Mode } from '@galla/contract/orders/order-status'
import { sha256 } from '../platform/crypto/crypto.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_BYTES = 32
/** 62^43 is more than 2^256, 62^6 more than 2^32. */
const SECRET_CHARACTERS = 43
const CHECKSUM_CHARACTERS = 6
const CHECKSUM_BYTES = 4
const KEY = /^key_(test|live)_[0-9A-Za-z]{49}$/

const base62 = (bytes: Uint8Array, characters: number): string => {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (let index = 0; index < characters; index += 1) {
    text = ALPHABET.charAt(Number(rest % 62n)) + text
    rest /= 62n
  }
  return text
}

const checksum = (text: string): string =>
  base62(sha256(text).subarray(0, CHECKSUM_BYTES), CHECKSUM_CHARACTERS)

/**
 * Generates a key: `key_test_` or `key_live_`, 256 random bits and a checksum; letters and digits only, so that a double click selects all
 * of it.
 */
export const keyTextFrom = (mode: Mode, secret: Uint8Array): string => {
  if (secret.length !== SECRET_BYTES) throw new RangeError('a key is made of 32 bytes')
  const text = `key_${mode}_${base62(secret, SECRET_CHARACTERS)}`
  return text + checksum(text)
}

const SHOWN_CHARACTERS = 4

/** Shortens a key: enough to recognize it, useless for calls. */
export const maskedKey = (text: string): string => {
  const start = text.indexOf('_', text.indexOf('_') + 1) + 1 + SHOWN_CHARACTERS
  return `${text.slice(0, start)}${'\u2022'.repeat(8)}${text.slice(-SHOWN_CHARACTERS)}`
}

/** Returns the mode of a well-formed key; a typing error or a truncated copy is detected without the database. */
export const modeOfKeyText = (text: string): Mode | undefined => {
  const mode = KEY.exec(text)?.[1]
  if (text.slice(-CHECKSUM_CHARACTERS) !== checksum(text.slice(0, -CHECKSUM_CHARACTERS))) return undefined
  return mode === 'test' || mode === 'live' ? mode : undefined
}
