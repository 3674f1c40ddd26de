import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/**
 * The 100,000 most common passwords of at least eight characters, as a Bloom filter of 256 kB: each of them is found, and of all
 * others about one in 24,000 is taken for one of them. Made by `tools/weak-passwords/build-weak-passwords.ts`, which says from what.
 */
const FILE = new URL('./weak-passwords.bloom', import.meta.url)

export const FILTER_BYTES = 2 ** 18
const BITS_MASK = FILTER_BYTES * 8 - 1
const PROBES = 14

/** Normalizes a password: upper or lower case, wide letters, and surrounding spaces make no password stronger. */
export const passwordForm = (password: string): string => password.normalize('NFKC').trim().toLowerCase()

/** Returns the filter bits of a password. */
export const bitsOf = (password: string): number[] => {
  const digest = createHash('sha256').update(passwordForm(password)).digest()
  const [start, step] = [digest.readUInt32LE(0), digest.readUInt32LE(4) | 1]
  return Array.from({ length: PROBES }, (_, n) => (start + Math.imul(n, step)) & BITS_MASK)
}

let filter: Buffer | undefined

export const isWeakPassword = (password: string): boolean => {
  filter ??= readFileSync(FILE)
  const bits = filter
  return bitsOf(password).every((bit) => ((bits[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0)
}
