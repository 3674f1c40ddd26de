import { randomBytes } from 'node:crypto'

/** The one source of randomness that names things. It is handed in at the top. */
export interface Ids {
  /** 26 characters, sortable by time (to the millisecond), 80 random bits. */
  ulid(at: Date): string
  /** A secret nobody guesses, base64url. 32 bytes unless told. */
  token(bytes?: number): string
  bytes(count: number): Uint8Array
}

/** Crockford's base 32: no I, L, O, U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME_CHARACTERS = 10
const RANDOM_BYTES = 10
const TOKEN_BYTES = 32
/** 48 bits of milliseconds: the year 10889. */
const TIME_MS_MAX = 2 ** 48 - 1

const base32 = (value: bigint, characters: number): string => {
  let text = ''
  let rest = value
  for (let index = 0; index < characters; index += 1) {
    text = ALPHABET.charAt(Number(rest & 31n)) + text
    rest >>= 5n
  }
  return text
}

/** https://github.com/ulid/spec: 10 characters of time, 16 of randomness. */
export const ulidFrom = (at: Date, random: Uint8Array): string => {
  const ms = at.getTime()
  if (!Number.isInteger(ms) || ms < 0 || ms > TIME_MS_MAX)
    throw new RangeError('time out of range for a ULID')
  if (random.length !== RANDOM_BYTES) throw new RangeError('a ULID takes 10 random bytes')
  const randomness = BigInt(`0x${Buffer.from(random).toString('hex')}`)
  return base32(BigInt(ms), TIME_CHARACTERS) + base32(randomness, 16)
}

export const randomIds: Ids = {
  ulid: (at) => ulidFrom(at, randomBytes(RANDOM_BYTES)),
  token: (bytes = TOKEN_BYTES) => randomBytes(bytes).toString('base64url'),
  bytes: (count) => randomBytes(count),
}
