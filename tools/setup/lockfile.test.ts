import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

interface LockedPackage {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly optional?: boolean
  readonly dev?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
}

/**
 * Native builds of development tools for platforms other than 64-bit Linux, whose hashes the registry that the lockfile was written
 * against does not serve.
 */
const WITHOUT_INTEGRITY = /(?:^|\/)node_modules\/(?:@biomejs\/cli|@oxc-parser\/binding)-[a-z0-9-]+$/
const WITHOUT_INTEGRITY_MAX = 38

const lockfile = fileURLToPath(new URL('../../package-lock.json', import.meta.url))
const packages = Object.entries(
  JSON.parse(readFileSync(lockfile, 'utf8')).packages as Record<string, LockedPackage>,
).filter(([path, { link }]) => path.includes('node_modules/') && link !== true)

test('every package that runs in production is locked by its hash', () => {
  const unlocked = packages.filter(([, { dev, integrity }]) => dev !== true && integrity === undefined)
  expect(packages.length).toBeGreaterThan(200)
  expect(unlocked.map(([path]) => path)).toEqual([])
})

test('only native development tools of other platforms are locked without a hash', () => {
  const unlocked = packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
  const unexplained = unlocked.filter(
    ([path, { optional, dev, os, cpu }]) =>
      !WITHOUT_INTEGRITY.test(path) || !optional || !dev || os === undefined || cpu === undefined,
  )
  expect(unexplained.map(([path]) => path)).toEqual([])
  expect(unlocked.length).toBeLessThanOrEqual(WITHOUT_INTEGRITY_MAX)
})

test('the lockfile names no download address', () => {
  const named = packages.filter(([, { resolved }]) => resolved !== undefined)
  expect(named.map(([path]) => path)).toEqual([])
})
