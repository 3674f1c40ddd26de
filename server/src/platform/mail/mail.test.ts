import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeSmtp } from '../../../testing/fake-smtp.ts'
import { manualClock } from '../clock.ts'
import { randomIds } from '../ids.ts'
import { loggedError } from '../log.ts'
import { createMailer } from './mail.ts'
import { mailProblem } from './mail-problem.ts'

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'galla-mail-'))
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const mailer = (smtpUrl?: string) =>
  createMailer({
    settings: { smtpUrl, mailFrom: undefined, dataDir, publicUrl: new URL('https://pay.example.com') },
    clock: manualClock(new Date('2026-11-21T04:00:00Z')),
    ids: randomIds,
  })

const letter = {
  to: 'asha@example.com',
  subject: 'गल्ला: a test',
  text: 'One line.',
  html: '<p>One line.</p>',
}

test('without a mail server an e-mail is a file that only its owner can read', async () => {
  await mailer().send(letter)
  const [name] = readdirSync(join(dataDir, 'outbox'))
  const file = join(dataDir, 'outbox', name ?? '')
  expect(name).toMatch(/^[0-9A-Z]{26}\.eml$/)
  expect(statSync(file).mode & 0o077).toBe(0)
  const text = readFileSync(file, 'utf8')
  expect(text).toMatch(/^To: asha@example\.com$/m)
  expect(text).toMatch(/^From: Galla <no-reply@pay\.example\.com>$/m)
  expect(text).toContain('One line.')
})

test('the text of an e-mail cannot add headers', async () => {
  await mailer().send({ ...letter, subject: 'a\r\nBcc: thief@example.com' })
  const texts = readdirSync(join(dataDir, 'outbox')).map((name) =>
    readFileSync(join(dataDir, 'outbox', name), 'utf8'),
  )
  expect(texts.join('\n')).not.toMatch(/^Bcc:/m)
})

test('an e-mail that the server refuses fails, so that the queue retries it', async () => {
  const server = createServer((socket) => socket.end('554 no service\r\n')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await expect(mailer(`smtp://127.0.0.1:${port}`).send(letter)).rejects.toThrow()
  server.close()
})

test('a mail server hears the host of PUBLIC_URL', async () => {
  const server = await startFakeSmtp()
  await mailer(`smtp://127.0.0.1:${server.port}`).send(letter)
  expect(server.lines.map(({ line }) => line)).toContain('EHLO pay.example.com')
  await server.close()
})

/** A mail server that refuses at one command, or at once. */
const refusing = async (at: string, reply: string) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write(at === '' ? `${reply}\r\n` : '220 hello\r\n')
    socket.on('data', (data) =>
      socket.write(at !== '' && String(data).startsWith(at) ? `${reply}\r\n` : '250 ok\r\n'),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const error = await mailer(`smtp://127.0.0.1:${port}`)
    .send(letter)
    .catch((caught: unknown) => caught)
  server.close()
  return error
}

test.each([
  ['', '554 5.7.1 Host listed at example.org'],
  ['MAIL FROM', '530 5.7.0 Must issue a STARTTLS command first'],
  ['RCPT TO', '550 5.1.1 No such user'],
])('a refusal at "%s" is logged and explained with its code and words', async (at, reply) => {
  const error = await refusing(at, reply)
  expect(loggedError(error)).toMatchObject({ reply })
  expect(mailProblem(error)).toContain(`The mail server refuses: "${reply}".`)
  expect(mailProblem(error)).not.toMatch(/reached|respond/)
})

test('addresses and keys in the words of a mail server are not logged', async () => {
  const error = await refusing(
    'RCPT TO',
    `550 <asha@example.com>: call +919876543210 ${'k'.repeat(50)} please`,
  )
  expect(loggedError(error)).toMatchObject({ reply: '550 … call … … please' })
})

test('a mail server that cannot be reached is not called one that refuses', async () => {
  const error = await mailer('smtp://127.0.0.1:1')
    .send(letter)
    .catch((caught: unknown) => caught)
  expect(loggedError(error)).not.toHaveProperty('reply')
  expect(mailProblem(error)).toBe(
    'Nothing listens at the host and port of SMTP_URL. Correct them, or start the mail server.',
  )
})
