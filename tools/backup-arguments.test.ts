import { expect, test } from 'vitest'
import { readCommand } from './backup-arguments.ts'

test('a restore accepts the name of a stored backup unchanged', () => {
  expect(readCommand(['archives/galla-1.tar.gz.age']).file).toBe('archives/galla-1.tar.gz.age')
  expect(readCommand(['--to', 'latest', 'point-in-time/7/base-1']).file).toBe('point-in-time/7/base-1')
})

test('the time of a restore has a zone, or is "latest"', () => {
  expect(readCommand(['--to', '2026-11-23T10:15+05:30']).to).toEqual(new Date('2026-11-23T04:45:00Z'))
  expect(readCommand(['--to', 'latest']).to).toBe('latest')
  expect(() => readCommand(['--to', '2026-11-23T10:15'])).toThrow('with a time zone')
})

test.each([['--help'], ['-h'], ['--latest'], ['a.tar.gz', 'b.tar.gz'], ['--passphrase-file']])(
  'a command with %s and other arguments only prints its usage',
  (...args) => {
    expect(() => readCommand(args)).toThrow('Usage: backup|restore FILE')
  },
)
