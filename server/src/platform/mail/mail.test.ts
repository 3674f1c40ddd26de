import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { manualClock } from '../clock.ts'
import { randomIds } from '../ids.ts'
import { createMailer } from './mail.ts'

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
