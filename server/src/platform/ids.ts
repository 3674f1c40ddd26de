import { randomBytes } from 'node:crypto'

/** The one source of ids and secrets. Injected, so that tests get the same ones again. */
export interface Ids {
  /** 26 characters, sortable by time (to the millisecond), 80 random bits. */
  ulid(at: Date): string
  /** A secret in base64url, of 32 bytes by default. */
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

const timePart = (ms: number): string => {
  let text = ''
  for (let rest = ms, index = 0; index < TIME_CHARACTERS; index += 1) {
    text = ALPHABET.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text
}

/** Five bits a character; ten bytes make sixteen without a rest. */
const randomPart = (random: Uint8Array): string => {
  let text = ''
  let held = 0
  let bits = 0
  for (const byte of random) {
    held = (held << 8) | byte
    bits += 8
    for (; bits >= 5; bits -= 5) text += ALPHABET.charAt((held >> (bits - 5)) & 31)
    held &= (1 << bits) - 1
  }
  return text
}

/** https://github.com/ulid/spec: 10 characters of time, 16 of randomness. */
export const ulidFrom = (at: Date, random: Uint8Array): string => {
  const ms = at.getTime()
  if (!Number.isInteger(ms) || ms < 0 || ms > TIME_MS_MAX)
    throw new RangeError('time out of range for a ULID')
  if (random.length !== RANDOM_BYTES) throw new RangeError('a ULID takes 10 random bytes')
  return timePart(ms) + randomPart(random)
}

const NO_RANDOMNESS = new Uint8Array(RANDOM_BYTES)

/** The least ULID of an instant: all ids of that instant or later are greater, so a range of time is a range of ids. */
export const firstUlidAt = (at: Date): string => ulidFrom(new Date(Math.max(0, at.getTime())), NO_RANDOMNESS)

/** Returns the time of a ULID, to the millisecond. */
export const ulidTime = (ulid: string): Date => {
  let ms = 0
  for (const character of ulid.slice(0, TIME_CHARACTERS)) ms = ms * 32 + ALPHABET.indexOf(character)
  return new Date(ms)
}

/** Every request has an id. Asking the kernel for ten bytes each time was a tenth of the cost of a status poll. */
const pooledBytes = (poolBytes: number): ((count: number) => Uint8Array) => {
  let pool = Buffer.alloc(0)
  return (count) => {
    if (pool.length < count) pool = randomBytes(poolBytes)
    const taken = pool.subarray(0, count)
    pool = pool.subarray(count)
    return taken
  }
}

const forUlids = pooledBytes(RANDOM_BYTES * 512)

export const randomIds: Ids = {
  ulid: (at) => ulidFrom(at, forUlids(RANDOM_BYTES)),
  token: (bytes = TOKEN_BYTES) => randomBytes(bytes).toString('base64url'),
  bytes: (count) => randomBytes(count),
}
