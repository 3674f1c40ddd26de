import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeImap, startFakeImap } from '../../../testing/fake-imap.ts'
import { makeCertificates } from '../../../testing/test-certificates.ts'
import { MailboxError } from '../mailbox-problem.ts'
import { openMailbox } from './connect-mail-server.ts'
import { createMailReader, type MailReader } from './mail-reader.ts'

const SETTINGS = { allowPrivate: true, tls: true }

let imap: FakeImap
let reader: MailReader
let ca = ''
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'galla-imap-'))
  const files = makeCertificates(folder)
  ca = readFileSync(files.ca, 'utf8')
  const tls = { cert: readFileSync(files.cert), key: readFileSync(files.key) }
  rmSync(folder, { recursive: true })
  imap = await startFakeImap({ now: () => new Date(), tls })
  reader = createMailReader({ findTxt: async () => [], onError: () => undefined })
})
afterAll(() => {
  reader.stop()
  return imap.close()
})

const login = (over: object = {}) => ({
  host: 'localhost',
  port: imap.port,
  username: 'shop@example.com',
  password: imap.password,
  folder: 'INBOX',
  ...over,
})

const problemOf = async (over: object, settings = SETTINGS): Promise<string> => {
  try {
    const { mail } = await openMailbox(login(over), { reader, imap: settings })
    mail.close()
    return 'opened'
  } catch (error) {
    return error instanceof MailboxError ? error.problem : String(error)
  }
}

test('a server is read over TLS if its certificate is valid for its name', async () => {
  expect(await problemOf({})).toBe('tls_failed')
  expect(imap.commands, 'nothing was said to it').toEqual([])
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, ca])
  try {
    expect(await problemOf({})).toBe('opened')
    expect(await problemOf({ host: '127.0.0.1' }), 'the certificate is of localhost').toBe('tls_failed')
    expect(await problemOf({ password: 'another' })).toBe('wrong_password')
    imap.loginRefusal = 'NO [UNAVAILABLE] Try again later'
    expect(await problemOf({ password: 'another' })).toBe('unavailable')
    imap.loginRefusal = 'NO Invalid credentials'
    expect(await problemOf({ password: 'another' })).toBe('wrong_password')
    expect(await problemOf({ folder: 'Nowhere' })).toBe('no_folder')
  } finally {
    setDefaultCACertificates(before)
  }
})

test.each([
  ['a private address', { host: '10.0.0.1', port: 993 }, 'private_address'],
  ['this machine', { host: 'localhost', port: 993 }, 'private_address'],
  ['a cloud’s metadata', { host: '169.254.169.254', port: 993 }, 'private_address'],
  ['another port', { host: '8.8.8.8', port: 25 }, 'connect_failed'],
])('production does not connect to %s', async (_what, over, problem) => {
  expect(await problemOf(over, { allowPrivate: false, tls: true })).toBe(problem)
})

test.each([
  ['a line without an end', `* OK ${'x'.repeat(3_000_000)}`],
  ['a literal of a gigabyte', '* OK {1000000000}\r\n'],
  ['no IMAP', 'HTTP/1.1 200 OK\r\n\r\n'],
])('the connection to a server that sends %s is closed', async (_what, sent) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', () => undefined)
    socket.end(sent)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  expect(['unusable', 'connection_lost']).toContain(
    await problemOf({ host: '127.0.0.1', port }, { allowPrivate: true, tls: false }),
  )
  server.close()
})
