import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BANK_ADDRESS, creditText, SHOP_ADDRESS } from '../../testing/bank-mail.ts'
import { freePort } from '../../testing/free-port.ts'
import type { ShopMerchant } from '../../testing/shop.ts'
import { makeCertificates } from '../../testing/test-certificates.ts'
import { connected } from '../payment-accounts/connect-merchant-harness.ts'
import { type MailShop, openMailShop } from './bank-emails-harness.ts'

let mail: MailShop
let port = 0
let ca = ''
let folder = ''
beforeAll(async () => {
  port = await freePort()
  folder = mkdtempSync(join(tmpdir(), 'galla-mail-'))
  const files = makeCertificates(folder)
  ca = readFileSync(files.ca, 'utf8')
  mail = await openMailShop({
    EMAIL_RECEIVER: `smtp://alerts.example.com:${port}?cert=${files.cert}&key=${files.key}`,
  })
})
afterAll(async () => {
  await mail.close()
  rmSync(folder, { recursive: true })
})

const newAddress = async (merchant: ShopMerchant): Promise<string> => {
  const reply = await merchant.post('/user/rotate-email-address', { bankWritesTo: SHOP_ADDRESS })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data.address.address
}

/** Sends by a real client, encrypted; resolves with the server's code. */
const send = async (to: string | string[], raw: Buffer): Promise<number> => {
  const transport = createTransport({ host: 'localhost', port, requireTLS: true, tls: { ca } })
  try {
    const { response } = await transport.sendMail({ envelope: { from: 'forwarder@example.com', to }, raw })
    return Number(response.slice(0, 3))
  } catch (error) {
    return (error as { responseCode?: number }).responseCode ?? 0
  } finally {
    transport.close()
  }
}

test("an e-mail of the bank to the account's address settles the order", async () => {
  const merchant = await mail.shop.merchant()
  const address = await newAddress(merchant)
  expect(address).toMatch(/^alerts\+[0-9a-f]{40}@alerts\.example\.com$/)
  const orderId = await mail.order(merchant, '75.00')
  const raw = await mail.bank.write({ text: creditText('75.00', '612345678904') })
  expect(await send(address.toUpperCase(), raw)).toBe(250)
  expect(await mail.alerts(merchant)).toMatchObject([
    { channel: 'address', outcome: 'credit', sender: BANK_ADDRESS },
  ])
  await mail.record()
  expect(await mail.statusOf(merchant, orderId)).toBe('success')
  expect(await send(address, raw), 'the same again is taken and adds nothing').toBe(250)
  expect(await mail.alerts(merchant)).toHaveLength(1)
})

test('an e-mail of the bank is a heartbeat of the mailbox that forwards it, and one of another sender is not', async () => {
  const merchant = await mail.shop.merchant()
  await connected(merchant)
  const address = await newAddress(merchant)
  const sources = async () => (await merchant.get('/user/sources')).json().data
  expect(await send(address, await mail.bank.write({ domain: null, from: 'asha@example.org' }))).toBe(250)
  expect(await sources()).toEqual([])
  expect(await send(address, await mail.bank.write())).toBe(250)
  expect(await sources()).toMatchObject([
    { source: 'mailbox', lastMessageAt: mail.shop.clock.now().toISOString(), silence: null },
  ])
})

test('the same e-mail in the mailbox and at the address is listed once', async () => {
  const merchant = await mail.shop.merchant()
  const [address, imap] = [await newAddress(merchant), await mail.imap()]
  await mail.connect(merchant, imap)
  const raw = await mail.bank.write({ text: creditText('76.00', '612345678905') })
  expect(await send(address, raw)).toBe(250)
  imap.deliver(Buffer.concat([Buffer.from('Received: by mail.example\r\n'), raw]))
  await expect.poll(() => imap.commands.filter((command) => command.includes('BODY.PEEK[]'))).toHaveLength(1)
  const rest = await mail.bank.write({ text: creditText('77.00', '612345678906') })
  imap.deliver(rest)
  await expect.poll(() => mail.alerts(merchant)).toHaveLength(2)
})

test('only a current address is accepted as a recipient, and one for each message', async () => {
  const merchant = await mail.shop.merchant()
  const [old, raw] = [await newAddress(merchant), await mail.bank.write()]
  const address = await newAddress(merchant)
  for (const to of [
    old,
    'alerts@alerts.example.com',
    `alerts+${'0'.repeat(40)}@alerts.example.com`,
    address.replace('@alerts', '@other'),
  ])
    expect(await send(to, raw), to).toBe(550)
  expect(await mail.alerts(merchant)).toEqual([])
})

test('an e-mail that the bank did not sign is listed with the reason', async () => {
  const merchant = await mail.shop.merchant()
  const address = await newAddress(merchant)
  expect(await send(address, await mail.bank.write({ domain: null }))).toBe(250)
  const subject = '(#123456789) Gmail Forwarding Confirmation'
  expect(
    await send(
      address,
      await mail.bank.write({ from: 'forwarding-noreply@google.com', subject, domain: null }),
    ),
  ).toBe(250)
  const rows = await mail.alerts(merchant)
  expect(rows.map(({ refusal }) => refusal).toSorted()).toEqual([
    'The sender is not a known address of a bank.',
    'The signature of this email is missing or wrong.',
  ])
  // The code that the merchant has to enter at Gmail.
  expect(rows.map(({ title }) => title)).toContain(subject)
})

test('messages that are too large are refused and counted with the reason, and one that cannot be checked now gets a temporary failure', async () => {
  const merchant = await mail.shop.merchant()
  const address = await newAddress(merchant)
  const large = await mail.bank.write({ text: 'x'.repeat(300_000) })
  const replies = await Promise.all(Array.from({ length: 8 }, () => send(address, large)))
  expect(replies).toEqual(Array.from({ length: 8 }, () => 552))
  expect((await merchant.get('/user/alert-source')).json().data.refused).toMatchObject([
    { reason: 'too_large', messages: 8 },
  ])
  const raw = await mail.bank.write()
  mail.dns.isBroken = true
  expect(await send(address, raw)).toBe(451)
  expect(await mail.alerts(merchant)).toEqual([])
  mail.dns.isBroken = false
  expect(await send(address, raw)).toBe(250)
  expect(await mail.alerts(merchant)).toHaveLength(1)
})

test('a sender can open at most ten connections', async () => {
  const sockets = Array.from({ length: 11 }, () => connect(port, '127.0.0.1'))
  const greetings: string[] = []
  for (const socket of sockets) socket.on('data', (data) => greetings.push(String(data).slice(0, 3)))
  await expect.poll(() => greetings.toSorted()).toEqual([...Array.from({ length: 10 }, () => '220'), '421'])
  for (const socket of sockets) socket.destroy()
})

/** Opens a connection from an own address of this machine, and resolves with its first reply. */
const greet = (localAddress: string) => {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  let isClosed = false
  socket
    .on('error', () => undefined)
    .once('close', () => {
      isClosed = true
    })
  const greeting = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
  return { socket, greeting, isClosed: () => isClosed }
}

test.runIf(process.platform === 'linux')(
  'a hundred idle connections of strangers give way to a bank, and one that sends to an address of ours stays',
  async () => {
    const merchant = await mail.shop.merchant()
    const address = await newAddress(merchant)
    const known = greet('127.0.0.200')
    await known.greeting
    const said: string[] = []
    known.socket.on('data', (data) => said.push(String(data)))
    known.socket.write(`EHLO a\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<${address}>\r\n`)
    await expect.poll(() => said.join('')).toMatch(/250 .*\r\n250 .*\r\n$/)
    const strangers = Array.from({ length: 99 }, (_each, n) => greet(`127.0.1.${Math.floor(n / 10) + 1}`))
    await Promise.all(strangers.map(({ greeting }) => greeting))
    const raw = await mail.bank.write({ text: creditText('78.00', '612345678908') })
    expect(await send(address, raw)).toBe(250)
    await expect.poll(() => strangers.filter(({ isClosed }) => isClosed()).length).toBeGreaterThanOrEqual(1)
    expect(known.isClosed()).toBe(false)
    for (const { socket } of [known, ...strangers]) socket.destroy()
  },
)

test('a connection ends after a hundred commands without an e-mail', async () => {
  const { socket, greeting, isClosed } = greet('127.0.0.1')
  await greeting
  let said = ''
  socket.on('data', (data) => {
    said += String(data)
  })
  socket.write(`EHLO a\r\n${'MAIL FROM:<a@b.example>\r\nRSET\r\n'.repeat(100)}`)
  await expect.poll(isClosed).toBe(true)
  expect(said).toMatch(/421 .*Too many commands/)
  expect(said.split('\r\n').filter((line) => line.startsWith('250')).length).toBeLessThanOrEqual(110)
})

test('a connection lasts five minutes', async () => {
  const socket = connect(port, '127.0.0.1')
  let isGreeted = false
  let isClosed = false
  socket
    .on('error', () => undefined)
    .once('close', () => {
      isClosed = true
    })
  socket.once('data', () => {
    isGreeted = true
  })
  await expect.poll(() => isGreeted).toBe(true)
  mail.shop.clock.advance({ minutes: 5 })
  await expect.poll(() => isClosed).toBe(true)
})

test('an installation without a mail receiver offers no address', async () => {
  const other = await openMailShop()
  const merchant = await other.shop.merchant()
  expect((await merchant.get('/user/bank-email')).json().data).toMatchObject({
    receives: false,
    address: null,
  })
  const reply = await merchant.post('/user/rotate-email-address', { bankWritesTo: SHOP_ADDRESS })
  expect(reply.statusCode).toBe(404)
  await other.close()
})
