import { type Ids, ulidFrom } from '../../server/src/platform/ids.ts'

/** Random choices, the same for the same seed. */
export interface Random {
  /** In [0, 1). */
  fraction(): number
  /** A whole number, both ends included. */
  between(least: number, most: number): number
  pick<T>(from: readonly [T, ...T[]]): T
  /** Picks by weight. The weights need not sum to one. */
  weighted<T>(from: readonly [readonly [number, T], ...(readonly [number, T])[]]): T
  bytes(count: number): Uint8Array
}

const WORD = 2 ** 32

/** The generator sfc32, started with the seed. Never for secrets. */
const generator = (seed: number): (() => number) => {
  let [a, b, c, counter] = [seed >>> 0, 0x9e3779b9, 0x243f6a88, 1]
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }
  for (let turns = 0; turns < 12; turns += 1) next()
  return next
}

export const randomFrom = (seed: number): Random => {
  const next = generator(seed)
  const fraction = (): number => next() / WORD
  const between = (least: number, most: number): number => least + Math.floor(fraction() * (most - least + 1))
  return {
    fraction,
    between,
    pick: (from) => from[between(0, from.length - 1)] ?? from[0],
    weighted(from) {
      let rest = fraction() * from.reduce((sum, [weight]) => sum + weight, 0)
      for (const [weight, value] of from) {
        rest -= weight
        if (rest < 0) return value
      }
      return from[0][1]
    },
    bytes: (count) => Uint8Array.from({ length: count }, () => between(0, 255)),
  }
}

/** Ids from the seed; secrets come from the machine's own randomness. */
export const idsFrom = (random: Random, secret: Ids): Ids => ({
  ulid: (at) => ulidFrom(at, random.bytes(10)),
  token: secret.token,
  bytes: (count) => random.bytes(count),
})
