import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isTest, readRepository } from '../structure/source.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const WALK = 'docs/spec-coverage.md'
const NOT_BUILT = 'not built yet'

interface Line {
  readonly says: string
  readonly places: readonly string[]
  readonly shown: readonly { readonly file: string; readonly name: string }[]
}

const lineOf = (row: string): Line => {
  const [says = '', places = '', shown = ''] = row.split('|').slice(1)
  return {
    says: says.trim(),
    places: [...places.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
    shown: [...shown.matchAll(/`([^`]+)`: "([^"]+)"/g)].map(([, file = '', name = '']) => ({ file, name })),
  }
}

const lines = readFileSync(join(ROOT, WALK), 'utf8')
  .split('\n')
  .filter((row) => row.startsWith('|') && !/^\| (?:Specification|-)/.test(row))
  .map(lineOf)

const { texts } = readRepository(ROOT)

/** The walk names a file by the end of its path, as long as is needed to mean one. */
const filesNamed = (end: string) => texts.filter(({ path }) => `/${path}`.endsWith(`/${end}`))

test('every file that spec-coverage.md names exists once', () => {
  const named = lines.flatMap(({ places, shown }) => [...places, ...shown.map(({ file }) => file)])
  expect(named.length).toBeGreaterThan(200)
  expect(named.filter((end) => filesNamed(end).length !== 1)).toEqual([])
})

test('every test that spec-coverage.md names is in its file', () => {
  const missing = lines
    .flatMap(({ shown }) => shown)
    .filter(({ file, name }) => {
      const [found] = filesNamed(file)
      return found === undefined || !isTest(found.path) || !found.text.replaceAll("\\'", "'").includes(name)
    })
  expect(missing).toEqual([])
})

test('every line of spec-coverage.md has a file and a test, or states that it has none', () => {
  expect(lines.length).toBeGreaterThan(100)
  const bare = lines.filter(
    ({ says, places, shown }) => !says.includes(NOT_BUILT) && (places.length === 0 || shown.length === 0),
  )
  expect(bare.map(({ says }) => says)).toEqual([])
})
