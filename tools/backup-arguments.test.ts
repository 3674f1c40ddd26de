import { expect, test } from 'vitest'
import { getPassphrase, readCommand } from './backup-arguments.ts'

test('a restore accepts the name of a stored backup unchanged', () => {
  expect(readCommand(['archives/galla-1.tar.age']).file).toBe('archives/galla-1.tar.age')
})

test('a backup to a file is refused without a passphrase', () => {
  expect(() => getPassphrase(undefined, undefined)).toThrow('--passphrase-file FILE')
  expect(getPassphrase('a given passphrase', undefined)).toBe('a given passphrase')
})

test.each([
  ['--help'],
  ['-h'],
  ['--latest'],
  ['--to', 'latest'],
  ['a.tar.age', 'b.tar.age'],
  ['--passphrase-file'],
])('a command with %s and other arguments only prints its usage', (...args) => {
  expect(() => readCommand(args)).toThrow('Usage: backup|restore FILE')
})
