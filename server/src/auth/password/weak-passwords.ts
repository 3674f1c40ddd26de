import { readFileSync } from 'node:fs'
import { isInFilter, passwordForm } from '@galla/contract/auth/password-advice'
import { sha256 } from '../../platform/crypto/crypto.ts'

/**
 * The 100,000 most common passwords of at least eight characters, as a Bloom filter of 256 kB: each of them is found, and of all
 * others about one in 24,000 is taken for one of them. Made by `tools/weak-passwords/build-weak-passwords.ts`, which says from what.
 */
const FILE = new URL('./weak-passwords.bloom', import.meta.url)

let filter: Buffer | undefined

export const isWeakPassword = (password: string): boolean => {
  filter ??= readFileSync(FILE)
  return isInFilter(filter, sha256(passwordForm(password)))
}
