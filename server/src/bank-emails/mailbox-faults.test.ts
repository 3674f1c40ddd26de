import { afterAll, beforeAll, expect, test } from 'vitest'
import { creditText } from '../../testing/bank-mail.ts'
import type { FakeImap } from '../../testing/fake-imap.ts'
import { listLockWaits } from '../../testing/lock-waits.ts'
import type { ShopMerchant } from '../../testing/shop.ts'
import { sql } from '../platform/database/database.ts'
import { type MailShop, openMailShop } from './bank-emails-harness.ts'

let mail: MailShop
beforeAll(async () => {
  mail = await openMailShop()
})
afterAll(() => mail.close())

let utr = 620_000_000_000
/** A signed e-mail that reports another payment. */
const another = async () => {
  utr += 1
  return { utr: String(utr), source: await mail.bank.write({ text: creditText('75.00', String(utr)) }) }
}

const connected = async (): Promise<[ShopMerchant, FakeImap]> => {
  const [merchant, imap] = [await mail.shop.merchant(), await mail.imap()]
  await mail.connect(merchant, imap)
  await expect.poll(() => imap.commands.at(-1)).toBe('IDLE')
  return [merchant, imap]
}

/** The references of what was taken in, in the order of receipt. */
const takenUtrs = async (merchant: ShopMerchant): Promise<string[]> =>
  (await mail.alerts(merchant))
    .map(({ text }) => /number is (\d{12})/.exec(String(text))?.[1] ?? '')
    .toReversed()

/** Lets the sweep and the polls run until the mailbox is read again. */
const untilTaken = (merchant: ShopMerchant, utrs: readonly string[]) =>
  expect
    .poll(
      async () => {
        mail.shop.clock.advance({ seconds: 2 })
        return (await takenUtrs(merchant)).toSorted()
      },
      { timeout: 240_000 },
    )
    .toEqual([...utrs].toSorted())

test.each([
  ['the search', /^UID SEARCH/],
  ['the list of headers', /HEADER/],
  ['a message', /BODY\.PEEK\[\]/],
])(
  'a connection that breaks in the middle of %s loses nothing and records nothing twice',
  async (_what, cutAt) => {
    const [merchant, imap] = await connected()
    const mails = [await another(), await another(), await another()]
    imap.cutAt = cutAt
    for (const { source } of mails) imap.deliver(source)
    await untilTaken(
      merchant,
      mails.map((each) => each.utr),
    )
    expect(imap.cutAt, 'the connection was cut').toBeUndefined()
    expect(await mail.mailbox(merchant)).toMatchObject({ state: 'connected', problem: null })
  },
)

test('messages that the server sends in another order are all read', async () => {
  const [merchant, imap] = await connected()
  imap.order = (messages) => messages.toReversed()
  const mails = [await another(), await another(), await another()]
  for (const { source } of mails) imap.deliver(source)
  await untilTaken(
    merchant,
    mails.map((each) => each.utr),
  )
})

test('an e-mail that is in the folder twice is listed once', async () => {
  const [merchant, imap] = await connected()
  const { source, utr: one } = await another()
  const { source: last, utr: two } = await another()
  for (const each of [source, source, last]) imap.deliver(each)
  await untilTaken(merchant, [one, two])
})

test('after a new UIDVALIDITY nothing is lost or read twice, and old mail stays out', async () => {
  const [merchant, imap] = await connected()
  const [before, meanwhile] = [await another(), await another()]
  imap.deliver(before.source)
  await untilTaken(merchant, [before.utr])
  const old = new Date(mail.shop.clock.now().getTime() - 20 * 86_400_000)
  const ancient = { uid: 1, receivedAt: old, source: (await another()).source }
  const added = { uid: 1, receivedAt: mail.shop.clock.now(), source: meanwhile.source }
  imap.renumber([added, ancient, ...imap.messages])
  for (const socket of imap.connections) socket.destroy()
  await untilTaken(merchant, [before.utr, meanwhile.utr])
  const after = await another()
  imap.deliver(after.source)
  await untilTaken(merchant, [before.utr, meanwhile.utr, after.utr])
})

test('a message is recorded once after a crash between reading and commit', async () => {
  const [merchant, imap] = await connected()
  const { source, utr: one } = await another()
  const client = await mail.shop.db.pool.connect()
  await client.query('begin')
  await client.query('select from bank_mailboxes where merchant_id = $1 for update', [merchant.merchantId])
  imap.deliver(source)
  // On another connection: a transaction sees one state of this view.
  const waiting = async () =>
    (await listLockWaits(mail.shop.db)).filter(({ query }) => /update.*bank_mailboxes/i.test(query))
  await expect.poll(waiting).toHaveLength(1)
  // Of a distributed database the session that asked for what waits on another server.
  const ended = await mail.shop.db.rows(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where state = 'active' and query like '%update bank_mailboxes%' and datname = current_database() and pid <> pg_backend_pid()`)
  expect(ended).toHaveLength(1)
  await client.query('rollback')
  client.release()
  await untilTaken(merchant, [one])
})

test('e-mails that arrived while the program was stopped are read after the start', async () => {
  const [merchant, imap] = await connected()
  const mails = [await another(), await another()]
  await mail.shop.restart(() => {
    for (const { source } of mails) imap.deliver(source)
  })
  await untilTaken(
    merchant,
    mails.map((each) => each.utr),
  )
})

test('a server without IDLE is polled', async () => {
  const [merchant, imap] = [await mail.shop.merchant(), await mail.imap({ withoutIdle: true })]
  await mail.connect(merchant, imap)
  const { source, utr: one } = await another()
  imap.deliver(source)
  await untilTaken(merchant, [one])
  expect(imap.commands).not.toContain('IDLE')
})

test('a wrong password is shown and not retried for an hour, and a new one is tried at once', async () => {
  const [merchant, imap] = [await mail.shop.merchant(), await mail.imap()]
  await merchant.post('/user/connect-mailbox', mail.formOf(imap, { password: 'my usual one' }))
  await expect
    .poll(() => mail.mailbox(merchant))
    .toMatchObject({
      state: 'failing',
      problem: expect.stringContaining('Enter the app password again'),
    })
  const logins = () => imap.commands.filter((command) => command.startsWith('AUTHENTICATE')).length
  const before = logins()
  for (let minute = 0; minute < 59; minute += 1) mail.shop.clock.advance({ minutes: 1 })
  await merchant.post('/user/confirm-identity', { password: 'correct horse battery' })
  await mail.connect(merchant, imap)
  expect(logins()).toBe(before + 1)
})

test('an e-mail whose signature cannot be checked waits for DNS', async () => {
  const [merchant, imap] = await connected()
  mail.dns.isBroken = true
  const { source, utr: one } = await another()
  imap.deliver(source)
  await expect
    .poll(() => mail.mailbox(merchant))
    .toMatchObject({
      state: 'failing',
      problem: expect.stringContaining('name server'),
    })
  expect(await mail.alerts(merchant)).toEqual([])
  mail.dns.isBroken = false
  await untilTaken(merchant, [one])
})

test('e-mails before one whose signature cannot be checked are recorded', async () => {
  const [merchant, imap] = await connected()
  const { source, utr: one } = await another()
  const unchecked = await mail.bank.write({ from: 'alerts@hdfcbank.bank.in', domain: 'hdfcbank.bank.in' })
  mail.dns.broken.add('mail2026._domainkey.hdfcbank.bank.in')
  await mail.shop.restart(() => {
    imap.deliver(source)
    imap.deliver(unchecked)
  })
  await untilTaken(merchant, [one])
  mail.dns.broken.clear()
})

test('a folder of 100,000 messages is connected and read without being downloaded', async () => {
  const [merchant, imap] = [await mail.shop.merchant(), await mail.imap()]
  const source = Buffer.from('From: a@bank.example\r\nSubject: x\r\n\r\nx')
  const at = mail.shop.clock.now()
  for (let uid = 1; uid <= 100_000; uid += 1) imap.messages.push({ uid, source, receivedAt: at })
  await mail.connect(merchant, imap)
  await expect.poll(() => imap.commands.at(-1)).toBe('IDLE')
  const { source: credit, utr: one } = await another()
  imap.deliver(credit)
  await untilTaken(merchant, [one])
  expect(imap.sent).toBeLessThan(20_000)
})

test('ten thousand unrelated messages that match the search are examined in batches, without their bodies', async () => {
  const [merchant, imap] = await connected()
  const source = Buffer.from('From: a@bank.example\r\nSubject: x\r\n\r\nx')
  const { source: credit, utr: one } = await another()
  const at = mail.shop.clock.now()
  await mail.shop.restart(() => {
    for (let uid = 1; uid <= 10_000; uid += 1) imap.messages.push({ uid, source, receivedAt: at })
    imap.deliver(credit)
  })
  await untilTaken(merchant, [one])
  const bodies = imap.commands.filter((command) => command.includes('BODY.PEEK[]'))
  expect(bodies).toEqual(['UID FETCH 10001 (UID BODY.PEEK[]<0.262145>)'])
  for (const command of imap.commands.filter((each) => each.includes('HEADER')))
    expect(command.length, 'headers are asked for in small batches').toBeLessThan(2_000)
})

test('an e-mail that is larger than its server says is listed, and the next one is read', async () => {
  const [merchant, imap] = await connected()
  imap.deliver(await mail.bank.write({ text: 'x'.repeat(300_000) }), { sizeSaid: 1_000 })
  const { source } = await another()
  imap.deliver(source)
  await expect.poll(async () => (await mail.alerts(merchant)).length).toBe(2)
  const refusals = (await mail.alerts(merchant)).map(({ refusal }) => refusal)
  expect(refusals).toContain('This email is too large.')
})

test('a large e-mail, a look-alike and a forgery are listed with their reasons', async () => {
  const [merchant, imap] = await connected()
  imap.deliver(await mail.bank.write({ text: 'x'.repeat(300_000) }))
  imap.deliver(await mail.bank.write({ from: 'HDFC <alerts@hdfcbank.net.evil.example>' }))
  imap.deliver(await mail.bank.write({ domain: null }))
  imap.deliver(await mail.bank.write({ from: 'friend@example.com', domain: null }))
  const { source, utr: one } = await another()
  imap.deliver(source)
  await expect.poll(async () => (await mail.alerts(merchant)).length).toBe(4)
  const listed = (await mail.alerts(merchant)).map(({ outcome, refusal }) => [outcome, refusal])
  // They came in one moment, so their order in the list is by chance.
  expect(listed.toSorted()).toEqual([
    ['credit', null],
    ['ignored', 'The sender is not a known address of a bank.'],
    ['unread', 'The signature of this email is missing or wrong.'],
    ['unread', 'This email is too large.'],
  ])
  expect(await takenUtrs(merchant)).toContain(one)
})
