import { expect, test } from 'vitest'
import { findConnectProblem } from './connect-problem.ts'
import { connectClient } from './one-off-connection.ts'

const problemOf = (url: string) =>
  connectClient(url, 'galla test').then(
    () => 'connected',
    (error: unknown) => findConnectProblem(error),
  )

test('a server that is not there is a sentence with the name of the setting', async () => {
  // No server listens on port 1. localhost has two addresses, and both refuse.
  expect(await problemOf('postgres://nobody@127.0.0.1:1/galla')).toContain('host and port of DATABASE_URL')
  expect(await problemOf('postgres://nobody@localhost:1/galla')).toContain('host and port of DATABASE_URL')
  expect(await problemOf('postgres://nobody@%2Fno%2Fsuch%2Ffolder/galla')).toContain('socket in DATABASE_URL')
})

test('an error that has nothing to do with connecting is left as it is', () => {
  expect(findConnectProblem(new TypeError('a bug'))).toBeUndefined()
  expect(
    findConnectProblem(Object.assign(new Error('no file'), { code: 'ENOENT', syscall: 'open' })),
  ).toBeUndefined()
})
