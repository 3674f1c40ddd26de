import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '../../testing/shop.ts'
import { randomIds } from '../platform/ids.ts'
import { renderEmail } from '../platform/mail/email-template.ts'
import { createMailer } from '../platform/mail/mail.ts'
import { readSettings } from '../platform/settings.ts'

const PUBLIC_URL = 'http://localhost:3000'
const closing: (() => Promise<void>)[] = []
let shop: Shop

const open = async (environment: Record<string, string> = {}): Promise<Shop> => {
  const opened = await openShop({ ROLE: 'web', ...environment })
  closing.push(() => opened.close())
  return opened
}

const write = (to: Shop, subject: string, text: string) => {
  const settings = readSettings({ DATA_DIR: to.dataDir, PUBLIC_URL })
  const mailer = createMailer({ settings, clock: to.clock, ids: randomIds })
  const action = { label: 'Open', url: `${PUBLIC_URL}/reset-password?token=a_b-c=3D` }
  return mailer.send(
    renderEmail({
      to: 'asha@example.com',
      subject,
      greeting: 'Hello,',
      paragraphs: [text],
      action,
      footnote: 'End.',
    }),
  )
}

const list = (from: Shop, over: { remoteAddress?: string; headers?: Record<string, string> } = {}) =>
  from.call({
    method: 'GET',
    url: '/api/v1/simulator/outbox',
    headers: { host: 'localhost:3000' },
    ...over,
  })

beforeAll(async () => {
  shop = await open()
})
afterAll(async () => {
  for (const close of closing) await close()
})

test('e-mails are shown as they were sent, newest first, in any script', async () => {
  expect((await list(shop)).json().data).toEqual([])
  const hindi = `गल्ला से नमस्ते, ${'यह एक लंबी पंक्ति है '.repeat(12)}<b>&amp;=41</b>`
  const long = 'Plain, long and = odd: '.repeat(20).trim()
  await write(shop, 'One', long)
  shop.clock.advance({ seconds: 1 })
  await write(shop, 'आपका पासवर्ड बदल गया है, यह एक लंबा विषय है जो कई पंक्तियों में जाता है', hindi)
  const { data } = (await list(shop)).json()
  expect(data.map(({ subject }: { subject: string }) => subject.slice(0, 4))).toEqual(['आपका', 'One'])
  expect(data[0]).toMatchObject({ to: 'asha@example.com', at: shop.clock.now().toISOString() })
  const whole = (text: string) =>
    ['Hello,', text, `${PUBLIC_URL}/reset-password?token=a_b-c=3D`, 'End.'].join('\n\n')
  expect(data[0].text).toBe(whole(hindi.trim()))
  expect(data[1].text).toBe(whole(long))
})

test.each([
  ['another machine', { remoteAddress: '192.168.1.7' }],
  ['a name that was pointed at this machine', { headers: { host: 'evil.example:3000' } }],
  ['a proxy', { headers: { host: 'localhost:3000', 'x-forwarded-for': '203.0.113.9' } }],
])('%s sees no e-mail', async (_, over) => {
  await write(shop, 'Secret', 'Text')
  expect((await list(shop, over)).json()).toMatchObject({ success: true, data: null })
})

test.each([
  { NODE_ENV: 'production', PUBLIC_URL: 'https://pay.example.com' },
  { SANDBOX: 'off' },
  { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'galla@example.com' },
])('with %j the outbox does not exist', async (environment) => {
  const other = await open(environment)
  await write(other, 'Secret', 'Text')
  expect((await list(other)).json().data).toBeNull()
})
