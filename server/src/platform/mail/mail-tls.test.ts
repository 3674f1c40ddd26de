import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeSmtp, startFakeSmtp } from '../../../testing/fake-smtp.ts'
import { makeCertificates, type TestCertificates } from '../../../testing/test-certificates.ts'
import { manualClock } from '../clock.ts'
import { randomIds } from '../ids.ts'
import { createMailer } from './mail.ts'

const LETTER = { to: 'asha@example.com', subject: 'A test', text: 'One line.', html: '<p>One line.</p>' }

let folder: string
let certificates: TestCertificates
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'galla-mail-tls-'))
  certificates = makeCertificates(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const send = (server: FakeSmtp, smtpTlsRequired: boolean, options: Record<string, string> = {}) => {
  const url = new URL(`smtp://shop:secret@localhost:${server.port}`)
  for (const [name, value] of Object.entries(options)) url.searchParams.set(name, value)
  const settings = {
    smtpUrl: url.href,
    smtpTlsRequired,
    mailFrom: undefined,
    dataDir: folder,
    publicUrl: new URL('https://pay.example.com'),
  }
  return createMailer({
    settings,
    clock: manualClock(new Date('2026-11-21T04:00:00Z')),
    ids: randomIds,
  }).send(LETTER)
}

const said = ({ lines }: FakeSmtp, encrypted: boolean): string =>
  lines
    .filter((line) => line.encrypted === encrypted)
    .map(({ line }) => line)
    .join('\n')
const PRIVATE = /AUTH|MAIL FROM|RCPT|DATA|One line/i

describe('a connection that requires TLS', () => {
  test('sends neither the password nor the e-mail to a server without STARTTLS', async () => {
    const server = await startFakeSmtp()
    await expect(send(server, true)).rejects.toThrow()
    await expect(send(server, true, { requireTLS: 'false' })).rejects.toThrow()
    expect(said(server, false)).not.toMatch(PRIVATE)
    await server.close()
  })

  test('sends neither to a server with an untrusted certificate', async () => {
    const server = await startFakeSmtp(certificates)
    await expect(send(server, true)).rejects.toThrow(/certificate/i)
    expect(said(server, false) + said(server, true)).not.toMatch(PRIVATE)
    await server.close()
  })

  test('sends the e-mail encrypted to a server with a trusted certificate', async () => {
    const server = await startFakeSmtp(certificates)
    await send(server, true, { 'tls.ca': readFileSync(certificates.ca, 'utf8') })
    expect(said(server, true)).toContain('One line.')
    expect(said(server, false)).not.toMatch(PRIVATE)
    await server.close()
  })
})

test('a connection that does not require TLS sends the e-mail to a server without STARTTLS', async () => {
  const server = await startFakeSmtp()
  await send(server, false)
  expect(said(server, false)).toContain('One line.')
  await server.close()
})
