import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../server/testing/free-port.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const COMMAND = 'deploy/bin/galla'
const commands =
  / {2}(doctor [^)]+)\)/.exec(readFileSync(join(ROOT, COMMAND), 'utf8'))?.[1]?.split(' | ') ?? []

let release = ''
/** A release whose programs print their arguments, and a link to its command. */
beforeAll(() => {
  release = mkdtempSync(join(tmpdir(), 'galla-command-'))
  for (const folder of ['deploy/bin', 'node_modules/node-any/bin', 'server/src', 'tools'])
    mkdirSync(join(release, folder), { recursive: true })
  copyFileSync(join(ROOT, COMMAND), join(release, COMMAND))
  symlinkSync(process.execPath, join(release, 'node_modules/node-any/bin/node'))
  for (const program of ['server/src/main', ...commands.map((name) => `tools/${name}`)])
    writeFileSync(
      join(release, `${program}.ts`),
      `console.log(${JSON.stringify(program)}, ...process.argv.slice(2))`,
    )
  symlinkSync(join(release, COMMAND), join(release, 'galla'))
})
afterAll(() => rmSync(release, { recursive: true }))

const galla = (args: readonly string[], env: Record<string, string> = {}) => {
  const { status, stdout, stderr } = spawnSync(join(release, 'galla'), args, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return { status, printed: `${stdout}${stderr}`.trim() }
}

test('no package for integrators has a command of the same name', () => {
  const { bin } = JSON.parse(readFileSync(join(ROOT, 'sdk/package.json'), 'utf8'))
  expect(Object.keys(bin)).toEqual(['galla-sdk'])
})

test('galla without a command starts the server', () => {
  expect(galla([])).toEqual({ status: 0, printed: 'server/src/main' })
  expect(galla(['start', '--now'])).toEqual({ status: 0, printed: 'server/src/main --now' })
})

test('galla runs the tool of each command with unchanged arguments', () => {
  expect(commands).toContain('restore')
  for (const name of commands) {
    expect(existsSync(join(ROOT, `tools/${name}.ts`)), name).toBe(true)
    expect(galla([name, 'a b', '*'])).toEqual({ status: 0, printed: `tools/${name} a b *` })
  }
})

test('galla lists every command and fails for an unknown one', () => {
  const usage = ['start', 'health', ...commands].join(' | ')
  expect(galla(['remove'])).toEqual({ status: 2, printed: `galla ${usage}` })
})

test('galla health fails when nothing listens', async () => {
  expect(galla(['health'], { PORT: String(await freePort()) })).toEqual({ status: 1, printed: 'not ready' })
})
