import { expect, test } from 'vitest'
import { readCommand } from './backup-arguments.ts'

test('a restore takes the name of a stored backup as it is', () => {
  expect(readCommand(['archives/galla-1.tar.gz.age']).file).toBe('archives/galla-1.tar.gz.age')
  expect(readCommand(['--to', 'latest', 'point-in-time/7/base-1']).file).toBe('point-in-time/7/base-1')
})

test('the moment of a restore has a zone, or is the latest', () => {
  expect(readCommand(['--to', '2026-11-23T10:15+05:30']).to).toEqual(new Date('2026-11-23T04:45:00Z'))
  expect(readCommand(['--to', 'latest']).to).toBe('latest')
  expect(() => readCommand(['--to', '2026-11-23T10:15'])).toThrow('with a time zone')
})

test.each([['--help'], ['-h'], ['--latest'], ['a.tar.gz', 'b.tar.gz'], ['--passphrase-file']])(
  'a command that is asked for %s and more does nothing but say how it is used',
  (...args) => {
    expect(() => readCommand(args)).toThrow('Usage: backup|restore FILE')
  },
)
