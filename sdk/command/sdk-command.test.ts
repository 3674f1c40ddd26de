import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const COMMAND = fileURLToPath(new URL('sdk-command.ts', import.meta.url))
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

const galla = (...given: string[]) => {
  const env = { ...process.env, GALLA_URL: '', GALLA_API_KEY: '' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...given], {
    encoding: 'utf8',
    env,
  })
  return { status, stdout, stderr }
}

test('galla-sdk --version prints the version of the package and needs no key', () => {
  const printed = { status: 0, stdout: `${version}\n`, stderr: '' }
  expect(galla('--version')).toEqual(printed)
  expect(galla('-v')).toEqual(printed)
  expect(galla('trigger', '--version')).toEqual(printed)
})

test('every form of help prints the usage and ends with 0', () => {
  const help = galla('--help')
  expect(help).toMatchObject({ status: 0, stderr: '' })
  expect(help.stdout).toContain('galla-sdk listen --forward')
  for (const asked of [[], ['help'], ['-h'], ['help', 'listen'], ['trigger', '--help']])
    expect(galla(...asked)).toEqual(help)
})

test.each([
  [['lisen'], 'Unknown command: lisen'],
  [['help', 'lisen'], 'Unknown command: lisen'],
  [['trigger', '--ammount', '1'], "Unknown option '--ammount'"],
  [['trigger', 'order.success'], '--key or GALLA_API_KEY is missing'],
])(
  'an invalid command ends with 2 and prints the reason and the usage to stderr: galla-sdk %j',
  (given, why) => {
    const { status, stdout, stderr } = galla(...given)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain(`galla-sdk: ${why}`)
    expect(stderr).toContain('galla-sdk listen --forward')
  },
)
