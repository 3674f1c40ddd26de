import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { creditText } from '../../testing/bank-mail.ts'
import { type HostileImap, type HostileImapOptions, startHostileImap } from '../../testing/hostile-imap.ts'
import type { ShopMerchant } from '../../testing/shop.ts'
import { type MailShop, openMailShop } from './bank-emails-harness.ts'

let mail: MailShop
let hostile: HostileImap | undefined
beforeAll(async () => {
  mail = await openMailShop()
})
afterAll(() => mail.close())
afterEach(() => hostile?.close())

let utr = 640_000_000_000
const nextCredit = (): Promise<Buffer> => {
  utr += 1
  return mail.bank.write({ text: creditText('75.00', String(utr)) })
}

const attackers = async (options: HostileImapOptions): Promise<[ShopMerchant, HostileImap]> => {
  hostile = await startHostileImap(options)
  return [await mail.shop.merchant(), hostile]
}
const connect = async (merchant: ShopMerchant, server: HostileImap): Promise<void> => {
  const reply = await merchant.post('/user/connect-mailbox', mail.formOf(server))
  expect(reply.statusCode, reply.body).toBe(200)
}

/** The longest time for which the process answered nobody. */
const STALLED_MS_MAX = 1_000
const MEGABYTE = 'x'.repeat(1_000_000)

test.each<[string, HostileImapOptions, RegExp]>([
  ['endless EXISTS', { at: 'IDLE', send: '* 9 EXISTS\r\n' }, /more than/],
  ['endless greetings', { at: 'greeting', send: '* OK hello\r\n' }, /more than/],
  ['endless FETCH', { at: 'UID SEARCH', send: '* 1 FETCH (UID 1 FLAGS (a b c))\r\n' }, /more than/],
  ['endless EXPUNGE', { at: 'IDLE', send: '* 1 EXPUNGE\r\n' }, /more than/],
  ['"+" without end', { at: 'UID SEARCH', send: '+ more\r\n' }, /more than/],
  [
    'endless literals',
    { at: 'IDLE', send: `* 1 FETCH (X {200000}\r\n${'x'.repeat(200_000)})\r\n` },
    /more than/,
  ],
  ['a line without end', { at: 'IDLE', send: MEGABYTE }, /more than|cannot read|lost/],
  [
    'a literal of a gigabyte',
    { at: 'IDLE', send: '* 1 FETCH (X {1000000000}\r\n', times: 1 },
    /cannot read|lost/,
  ],
])(
  'a mail server that sends %s delays nobody, and is tried later and later, also after a restart',
  async (_what, options, problem) => {
    const [other, imap] = [await mail.shop.merchant(), await mail.imap()]
    await mail.connect(other, imap)
    const [merchant, server] = await attackers(options)
    const loop = monitorEventLoopDelay()
    loop.enable()
    await connect(merchant, server)
    const failing = expect
      .poll(() => mail.mailbox(merchant))
      .toMatchObject({ problem: expect.stringMatching(problem), nextAttemptAt: expect.any(String) })
    imap.deliver(await nextCredit())
    await expect.poll(async () => (await mail.alerts(other)).length).toBe(1)
    await failing
    expect(loop.max / 1e6).toBeLessThan(STALLED_MS_MAX)
    const connected = server.connected
    await mail.shop.restart(() => undefined)
    imap.deliver(await nextCredit())
    await expect.poll(async () => (await mail.alerts(other)).length).toBe(2)
    expect(server.connected, 'its time has not come').toBe(connected)
    expect(server.connections.size).toBe(0)
  },
)

test.each(['EXAMINE', 'IDLE'] as const)(
  'huge ranges of VANISHED in the reply to %s cost nothing, in a mailbox and in a test of one',
  async (at) => {
    const [other, imap] = [await mail.shop.merchant(), await mail.imap()]
    await mail.connect(other, imap)
    const [merchant, server] = await attackers({ at, send: '* VANISHED 1:4294967295\r\n', times: 50 })
    const loop = monitorEventLoopDelay()
    loop.enable()
    const reply = await merchant.post('/user/test-mailbox', mail.formOf(server))
    expect(reply.json().data).toMatchObject({ works: true })
    await mail.connect(merchant, server)
    imap.deliver(await nextCredit())
    await expect.poll(async () => (await mail.alerts(other)).length).toBe(1)
    expect(loop.max / 1e6).toBeLessThan(STALLED_MS_MAX)
    expect(await mail.mailbox(merchant)).toMatchObject({ state: 'connected' })
  },
)

test('a mailbox that attacks after each login waits longer each time', async () => {
  const [merchant, server] = await attackers({ at: 'IDLE', send: '* 9 EXISTS\r\n' })
  await connect(merchant, server)
  const waits: number[] = []
  for (let n = 1; n <= 3; n += 1) {
    await expect.poll(() => [server.connected, server.connections.size]).toEqual([n, 0])
    await expect.poll(() => mail.mailbox(merchant)).toMatchObject({ state: 'failing' })
    const { nextAttemptAt } = (await mail.mailbox(merchant)) as { nextAttemptAt: string }
    waits.push(Math.round((Date.parse(nextAttemptAt) - mail.shop.clock.now().getTime()) / 1_000))
    mail.shop.clock.advance({ seconds: (waits.at(-1) ?? 0) + 2 })
  }
  expect(waits).toEqual([60, 120, 240])
})

test('a test of a hostile mailbox disturbs no mailbox, and tells what is wrong', async () => {
  const [other, imap] = [await mail.shop.merchant(), await mail.imap()]
  await mail.connect(other, imap)
  const [merchant, server] = await attackers({ at: 'EXAMINE', send: '* 9 EXISTS\r\n' })
  const loop = monitorEventLoopDelay()
  loop.enable()
  const reply = await merchant.post('/user/test-mailbox', mail.formOf(server))
  expect(reply.json().data).toMatchObject({ works: false, detail: expect.stringMatching(/more than/) })
  expect(loop.max / 1e6).toBeLessThan(STALLED_MS_MAX)
  expect(imap.commands.filter((command) => command.startsWith('AUTHENTICATE'))).toHaveLength(1)
})

test('a server that drips an endless greeting delays nobody', async () => {
  const [other, imap] = [await mail.shop.merchant(), await mail.imap()]
  await mail.connect(other, imap)
  const [merchant, server] = await attackers({ at: 'greeting', send: '*', everyMs: 100 })
  await connect(merchant, server)
  imap.deliver(await nextCredit())
  await expect.poll(async () => (await mail.alerts(other)).length).toBe(1)
  await expect
    .poll(() => mail.mailbox(merchant))
    .toMatchObject({ state: 'failing', problem: expect.stringMatching(/too long/) })
})
