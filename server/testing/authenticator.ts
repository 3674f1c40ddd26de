import { codeAt } from '../src/auth/two-factor/totp.ts'
import type { Clock } from '../src/platform/clock.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, as an authenticator app reads the key that was typed. */
export const bytesOfKey = (base32: string): Buffer => {
  const bits = [...base32].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

export interface Phone {
  /** What the app shows, when its clock is off by so many seconds. */
  code(offSeconds?: number): string
}

export const phoneWith = (clock: Clock, key: string): Phone => ({
  code: (offSeconds = 0) => codeAt(bytesOfKey(key), new Date(clock.now().getTime() + offSeconds * 1000)),
})
