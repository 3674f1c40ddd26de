import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { BOT_TOKEN } from '../../testing/fake-telegram.ts'
import type { ShopMerchant } from '../../testing/shop.ts'
import { secretsFrom } from '../platform/crypto/crypto.ts'
import { randomIds } from '../platform/ids.ts'
import { readSettings } from '../platform/settings.ts'
import { createLinkReader } from './link-telegram.ts'
import { confirm, type NoticesBench, openNotices } from './notices-harness.ts'

let bench: NoticesBench
let merchant: ShopMerchant
beforeAll(async () => {
  bench = await openNotices()
})
afterAll(() => bench.close())
beforeEach(async () => {
  merchant = await bench.shop.merchant()
  await confirm(merchant)
})

const reader = () => {
  const settings = readSettings({ TELEGRAM_BOT_TOKEN: BOT_TOKEN, TELEGRAM_URL: bench.telegram.url })
  const { db, clock } = bench.shop
  return createLinkReader({
    db,
    clock,
    settings,
    ids: randomIds,
    secrets: secretsFrom(new Uint8Array(32).fill(7)),
  })
}
const open = async (of = merchant) => {
  const reply = await of.post('/user/notices/telegram-link', { language: 'hi' })
  expect(reply.statusCode, reply.body).toBe(200)
  const url = new URL(reply.json().data.url)
  expect(url.origin + url.pathname).toBe('https://t.me/galla_test_bot')
  return url.searchParams.get('start') ?? ''
}
const chats = async (of = merchant) =>
  (await of.get('/user/notices')).json().data.targets.map(({ label }: { label: string }) => label)

test('a chat that sends the code is added once, and is greeted', async () => {
  const code = await open()
  bench.telegram.write(701, `/start ${code}`)
  const [one, other] = [reader(), reader()]
  await Promise.all([one(), other()])
  await one()
  expect(await chats()).toEqual(['Asha'])
  await bench.run()
  expect(bench.telegram.sent.filter(({ chatId }) => chatId === '701').map(({ text }) => text)).toEqual([
    expect.stringContaining('Galla आपको यहाँ बताएगा'),
  ])
  bench.telegram.write(702, `/start ${code}`)
  await open()
  await one()
  expect(await chats()).toEqual(['Asha'])
})

test('a wrong code, a code in a group, and one after ten minutes add nothing', async () => {
  const read = reader()
  const code = await open()
  bench.telegram.write(703, '/start AAAAAAAAAAAAAAAAAAAAAA')
  bench.telegram.write(704, `/start ${code}`, 'group')
  bench.telegram.write(705, `say /start ${code}`)
  await read()
  expect(await chats()).toEqual([])
  bench.shop.clock.advance({ minutes: 11 })
  bench.telegram.write(706, `/start ${code}`)
  await read()
  expect(await chats()).toEqual([])
})

test('the bot is read only while a dialog is open', async () => {
  const read = reader()
  await merchant.post('/user/notices/telegram-link/close')
  const before = bench.telegram.asked()
  await read()
  expect(bench.telegram.asked()).toBe(before)
  await open()
  await read()
  expect(bench.telegram.asked()).toBe(before + 1)
  await merchant.post('/user/notices/telegram-link/close')
  await read()
  expect(bench.telegram.asked()).toBe(before + 1)
})

test('a flood of messages to the bot delays a code by rounds, and what was read is not read again', async () => {
  const read = reader()
  const code = await open()
  for (let n = 0; n < 250; n += 1) bench.telegram.write(800, `hello ${n}`)
  bench.telegram.write(707, `/start ${code}`)
  for (const more of [true, true, false]) expect(await read()).toEqual({ more })
  expect(await chats()).toEqual(['Asha'])
})

test('a code belongs to the merchant who opened it', async () => {
  const other = await bench.shop.merchant('Verma Books')
  await confirm(other)
  const [code] = [await open(), await open(other)]
  bench.telegram.write(708, `/start ${code}`)
  await reader()()
  expect([await chats(), await chats(other)]).toEqual([['Asha'], []])
})

test('a code ends with the other logins, as the chats do: a stranger may have opened it', async () => {
  const code = await open()
  expect((await merchant.post('/auth/sessions/logout-others')).statusCode).toBe(200)
  bench.telegram.write(709, `/start ${code}`)
  // The bot is read while any dialog is open.
  const other = await bench.shop.merchant('Verma Books')
  await confirm(other)
  await open(other)
  await reader()()
  expect(await chats()).toEqual([])
})

test.each(['cut', 'half', 'huge', 'not_json', 'redirect'] as const)(
  'an answer of Telegram that is %s is an error of the link, never of Galla',
  async (kind) => {
    bench.telegram.breaks({ kind })
    const reply = await merchant.post('/user/notices/telegram-link', { language: 'en' })
    expect(reply.json().code ?? 'linked').toBe(kind === 'huge' ? 'linked' : 'telegram_failed')
    await open()
    bench.telegram.breaks({ kind })
    await reader()()
    bench.telegram.mend()
  },
)
