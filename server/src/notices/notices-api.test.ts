import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { letterJob } from '../../testing/letter-job.ts'
import { openShop, type ShopMerchant } from '../../testing/shop.ts'
import { memberOf } from '../../testing/team.ts'
import { sql } from '../platform/database/database.ts'
import type { Email } from '../platform/mail/mail.ts'
import { emailNotice, mailNotice } from './email-notice.ts'
import { confirm, type NoticesBench, openNotices, paid } from './notices-harness.ts'

let bench: NoticesBench
let merchant: ShopMerchant
beforeAll(async () => {
  bench = await openNotices()
})
afterAll(() => bench.close())
beforeEach(async () => {
  merchant = await bench.shop.merchant()
})

const read = async (of = merchant) => (await of.get('/user/notices')).json().data
const subscription = async () => bench.push.subscribe((await read()).pushKey)

test('everything is wanted at first, but payments and questions not by e-mail', async () => {
  const { choices, targets, hasTelegram } = await read()
  const unwanted = choices.filter(({ isWanted }: { isWanted: boolean }) => !isWanted)
  expect(unwanted).toEqual([
    { kind: 'payment', way: 'email', isWanted: false },
    { kind: 'question', way: 'email', isWanted: false },
  ])
  expect([choices.length, targets, hasTelegram]).toEqual([21, [], true])
})

test('a browser is added once, with a label of our own words, and only by an owner who proved who they are', async () => {
  const body = { ...(await subscription()), language: 'en' }
  bench.shop.clock.advance({ minutes: 30 })
  const refused = await merchant.post('/user/notices/browsers', body)
  expect(refused.json().code).toBe('confirmation_required')
  await confirm(merchant)
  const [first, again] = [
    await merchant.post('/user/notices/browsers', body),
    await merchant.post('/user/notices/browsers', { ...body, language: 'hi' }),
  ]
  expect(again.json().data.targetId).toBe(first.json().data.targetId)
  expect((await read()).targets).toMatchObject([
    { way: 'push', label: 'Unknown device', problem: null, notifiedAt: null },
  ])
})

test('nothing that reaches a browser or a chat is stored in the clear', async () => {
  const endpoint = await bench.browser(merchant)
  await bench.chat(merchant, '987654321')
  const rows = await bench.shop.db.values<Buffer>(sql`
    select address_sealed || address_hash from notice_targets where merchant_id = ${merchant.merchantId}`)
  const stored = Buffer.concat(rows).toString('latin1')
  expect(stored).not.toContain(new URL(endpoint).pathname)
  expect(stored).not.toContain('987654321')
  expect(bench.shop.logged.join('\n')).not.toContain(new URL(endpoint).pathname)
})

test('a merchant has at most ten browsers and chats, also when many are added at once', async () => {
  await confirm(merchant)
  const bodies = await Promise.all(Array.from({ length: 14 }, subscription))
  const replies = await Promise.all(
    bodies.map((body) => merchant.post('/user/notices/browsers', { ...body, language: 'en' })),
  )
  const codes = replies.map((reply) => reply.json().code ?? 'added')
  expect(codes.filter((code) => code === 'too_many_notice_targets')).toHaveLength(4)
  expect((await read()).targets).toHaveLength(10)
})

test('no merchant sees, removes or tests what another one has', async () => {
  const endpoint = await bench.browser(merchant)
  const other = await bench.shop.merchant('Verma Books')
  const [{ id }] = (await read()).targets
  expect((await other.post(`/user/notices/targets/${id}/remove`)).statusCode).toBe(404)
  await other.post('/user/notices/test')
  await bench.run()
  expect((await read()).targets).toHaveLength(1)
  expect((await read(other)).targets).toEqual([])
  expect(bench.push.pushed.filter((pushed) => pushed.endpoint === endpoint)).toEqual([])
})

test('a test reaches each browser and chat, and the mailbox', async () => {
  const endpoint = await bench.browser(merchant)
  await bench.chat(merchant, '601', 'hi')
  expect((await merchant.post('/user/notices/test')).json().msg).toBe('Test sent')
  await bench.run()
  expect(bench.push.pushed.filter((pushed) => pushed.endpoint === endpoint)).toHaveLength(1)
  expect(bench.telegram.sent.find(({ chatId }) => chatId === '601')?.text).toContain('Galla आपको यहाँ बताएगा')
  const jobs = await bench.shop.db.values(sql`
    select payload from jobs where merchant_id = ${merchant.merchantId} and name = 'notice.mail'`)
  expect(jobs).toHaveLength(1)
})

test('a subscription with a wrong key or URL is refused, and the field is named', async () => {
  await confirm(merchant)
  const right = { ...(await subscription()), language: 'en' }
  for (const [field, value] of [
    ['endpoint', 'ftp://push.example.com/1'],
    ['endpoint', 'javascript:alert(1)'],
    ['endpoint', `https://push.example.com/${'x'.repeat(5_000)}`],
    ['p256dh', Buffer.alloc(65, 4).toString('base64url')],
    ['p256dh', 'x'],
    ['auth', '!'.repeat(22)],
    ['auth', ''],
    ['language', 'fr'],
  ]) {
    const reply = await merchant.post('/user/notices/browsers', { ...right, [String(field)]: value })
    expect(reply.statusCode, String(value).slice(0, 60)).toBe(400)
    expect(reply.json().errors[0].field).toBe(field)
  }
})

test('in production a push goes only to a public https address, and what it answers is not shown', async () => {
  const shop = await openShop({ ALLOW_PRIVATE_WEBHOOKS: 'off' })
  const owner = await shop.merchant()
  await confirm(owner)
  const keys = { p256dh: (await subscription()).p256dh, auth: 'BTBZMqHH6r4Tts7J_aSIgg', language: 'en' }
  for (const endpoint of ['http://push.example.com/1', 'https://push.example.com:8443/1']) {
    const reply = await owner.post('/user/notices/browsers', { ...keys, endpoint })
    expect(reply.json().errors, endpoint).toMatchObject([{ field: 'endpoint' }])
  }
  const hidden = [
    'https://127.0.0.1/a',
    'https://localhost/a',
    'https://[::1]/a',
    'https://169.254.169.254/a',
  ]
  for (const endpoint of hidden) await owner.post('/user/notices/browsers', { ...keys, endpoint })
  await owner.post('/user/notices/test')
  const problems = async () =>
    (await owner.get('/user/notices')).json().data.targets.map(({ problem }: { problem: string }) => problem)
  await expect
    .poll(async () => {
      shop.clock.advance({ ms: 500 })
      return problems()
    })
    .toEqual(hidden.map(() => 'private_address'))
  await shop.close()
})

test('an e-mail of a payment is sent only if chosen, and one of a silent source unless it is not', async () => {
  const sent: Email[] = []
  const mailer = { send: async (email: Email) => void sent.push(email) }
  const { db, clock } = bench.shop
  const deps = { ...letterJob('notice.mail'), db, clock, mailer, publicUrl: new URL('http://localhost:3000') }
  const { merchantId } = merchant
  const payment = { merchantId, notice: paid(49_900, 'INV-1') }
  const news = { subject: 'Silent', paragraphs: [], action: { label: 'x', path: '/' }, footnote: '' }
  const choose = (kind: string, isWanted: boolean) =>
    merchant.post('/user/notices/choices', { kind, way: 'email', isWanted })
  await mailNotice(deps, payment)
  await emailNotice(deps, 'source', merchantId, () => news)
  expect(sent.map(({ subject }) => subject)).toEqual(['Silent'])
  await choose('payment', true)
  await choose('source', false)
  await mailNotice(deps, payment)
  await emailNotice(deps, 'source', merchantId, () => news)
  expect(sent.map(({ subject }) => subject)).toEqual(['Silent', '₹499.00 received'])
  expect(sent[1]?.text).toContain('Order INV-1')
})

test('logging out everywhere ends what others may have added, of this merchant only', async () => {
  const neighbour = await bench.shop.merchant()
  for (const owner of [merchant, neighbour]) {
    await confirm(owner)
    const body = { ...bench.push.subscribe((await read(owner)).pushKey), language: 'en' }
    expect((await owner.post('/user/notices/browsers', body)).statusCode).toBe(200)
  }
  expect((await merchant.post('/auth/sessions/logout-others')).statusCode).toBe(200)
  expect([(await read()).targets.length, (await read(neighbour)).targets.length]).toEqual([0, 1])
})

test('a browser or a link to Telegram that is on its way while its maker is removed is none', async () => {
  for (let round = 0; round < 4; round += 1) {
    const owner = await bench.shop.merchant()
    const maker = await memberOf(bench.shop, owner, 'owner')
    const { members } = (await owner.get('/user/team')).json().data
    const { id } = members.find(({ email }: { email: string }) => email === maker.email)
    const { pushKey } = await read(owner)
    const subscriptions = Array.from({ length: 4 }, () => bench.push.subscribe(pushKey))
    const [removed] = await Promise.all([
      owner.post(`/user/team/members/${id}/remove`),
      ...subscriptions.map((each) => maker.post('/user/notices/browsers', { ...each, language: 'en' })),
      maker.post('/user/notices/telegram-link', { language: 'en' }),
    ])
    expect(removed.statusCode, removed.body).toBe(200)
    const left = await bench.shop.db.values<string>(sql`
      select 'browser' from notice_targets where merchant_id = ${owner.merchantId}
      union all select 'link' from telegram_links where merchant_id = ${owner.merchantId}`)
    expect(left).toEqual([])
  }
})
