import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Shop } from '../../testing/shop.ts'
import {
  accountsOf,
  CONNECTED,
  connect,
  connected,
  FORM,
  newOrder,
  payPageOf,
} from './connect-merchant-harness.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'galla-connect-'))
let shop: Shop
beforeAll(async () => {
  shop = await openShop({ DATA_DIR: dataDir })
})
afterAll(async () => {
  await shop.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const lettersTo = (email: string): string[] => {
  const outbox = join(dataDir, 'outbox')
  if (!existsSync(outbox)) return []
  return readdirSync(outbox)
    .filter((file) => file.endsWith('.eml'))
    .map((file) => readFileSync(join(outbox, file), 'utf8'))
    .filter((letter) => letter.includes(`To: ${email}`))
}

const payPage = (orderId: string) => payPageOf(shop, orderId)

describe('connecting a merchant account', () => {
  test('shows it, switches the session to live mode, and directs new orders to it', async () => {
    const merchant = await shop.merchant()
    const before = await merchant.post('/user/get-merchant')
    expect([before.statusCode, before.json()]).toEqual([
      404,
      {
        success: false,
        msg: 'No merchant account connected',
        code: 'no_account',
        requestId: expect.any(String),
      },
    ])

    const data = await connected(merchant, { merchantUpiId: ' SharmaTea@YBL ' })
    expect(data).toEqual({ ...CONNECTED, connectedAt: shop.clock.now().toISOString() })
    expect((await merchant.post('/user/get-merchant')).json().data).toEqual(data)
    expect((await merchant.get('/auth/session')).json().data.mode).toBe('live')

    const page = await payPage(await newOrder(merchant))
    expect(page).toContain('sharmatea')
    expect(page).toContain('pn=Sharma%20Tea%20House')
    expect(page).not.toContain('gallatest')

    const key = (await merchant.post('/user/get-api-details')).json().data.apiKey
    const created = await shop.call({
      method: 'POST',
      url: '/api/v1/order/create-order',
      headers: { authorization: `Bearer ${key}` },
      payload: {
        client_txn_id: 'BY-KEY',
        amount: '10.00',
        p_info: 'Tea',
        customer_name: 'Asha Rao',
        customer_email: 'asha@example.com',
        customer_mobile: '9876543210',
        redirect_url: 'https://shop.example/done',
      },
    })
    expect(created.json().data.upi_id_hash).toBe(createHash('sha256').update('sharmatea@ybl').digest('hex'))
  })

  test.each([
    ['merchantProvider', '', 'Payment provider is required'],
    ['merchantProvider', 'simulator', 'Payment provider is required'],
    ['merchantName', '  ', 'Merchant name is required'],
    ['merchantId', '', 'Merchant ID is required'],
    ['merchantUpiId', '', 'UPI ID is required'],
    ['merchantUpiId', 'sharma', 'Please enter a valid UPI ID'],
    ['merchantUpiId', 'sharma tea@ybl', 'Please enter a valid UPI ID'],
    ['merchantUpiId', 'sharma@ybl.com', 'Please enter a valid UPI ID'],
    ['merchantUpiId', 'mer_1@gallatest', 'Please enter a valid UPI ID'],
  ])('refuses %s = "%s" with a message, and changes nothing', async (field, value, msg) => {
    const merchant = await shop.merchant()
    const reply = await connect(merchant, { [field]: value })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors).toEqual([{ field, msg }])
    expect(await accountsOf(shop, merchant.merchantId)).toEqual([])
    expect((await merchant.get('/auth/session')).json().data.mode).toBe('test')
  })

  test('requires a session and our own origin', async () => {
    const merchant = await shop.merchant()
    const call = (headers: Record<string, string>) =>
      shop.call({ method: 'POST', url: '/api/v1/user/connect-merchant', payload: FORM, headers })
    expect((await call({})).statusCode).toBe(401)
    const foreign = { cookie: merchant.cookie, origin: 'https://evil.example' }
    expect((await call(foreign)).statusCode).toBe(403)
    expect(await accountsOf(shop, merchant.merchantId)).toEqual([])
  })

  test('keeps the test account, so that a test QR cannot take money', async () => {
    const merchant = await shop.merchant()
    await connected(merchant)
    await merchant.post('/user/mode', { mode: 'test' })
    const page = await payPage(await newOrder(merchant))
    expect(page).toContain(`${merchant.merchantId}@gallatest`)
    expect(page).not.toContain('sharmatea')
  })
})

describe('connecting again', () => {
  test('replaces the account for new orders only', async () => {
    const merchant = await shop.merchant()
    await connected(merchant)
    const old = await newOrder(merchant)
    await connected(merchant, { merchantUpiId: 'second@okaxis', merchantName: 'Second Shop' })
    const next = await newOrder(merchant)
    expect(await payPage(old)).toContain('sharmatea')
    expect(await payPage(old)).toContain('pn=Sharma%20Tea%20House')
    expect(await payPage(next)).toContain('second')
    expect(await payPage(next)).not.toContain('sharmatea')
    expect((await accountsOf(shop, merchant.merchantId)).map((row) => [row.upi_id, row.is_current])).toEqual([
      ['second@okaxis', true],
      ['sharmatea@ybl', false],
    ])
  })

  test('with the same UPI ID reactivates the same account under its new name', async () => {
    const merchant = await shop.merchant()
    const first = await connected(merchant)
    const [account] = await accountsOf(shop, merchant.merchantId)
    shop.clock.advance({ hours: 1 })
    const renamed = await connected(merchant, { merchantName: 'Sharma & Sons', isPersonalUpi: true })
    expect(renamed).toEqual({
      ...CONNECTED,
      merchantName: 'Sharma & Sons',
      kind: 'personal',
      isPersonalUpi: true,
      connectedAt: first.connectedAt,
    })
    await connected(merchant, { merchantUpiId: 'second@okaxis' })
    shop.clock.advance({ hours: 1 })
    const back = await connected(merchant, { merchantUpiId: 'SHARMATEA@ybl' })
    expect(back.connectedAt).toBe(shop.clock.now().toISOString())
    const rows = await accountsOf(shop, merchant.merchantId)
    expect(rows).toHaveLength(2)
    expect(rows.filter((row) => row.is_current)).toEqual([account])
  })

  test('concurrently leaves one current account, and each UPI ID once', async () => {
    const merchant = await shop.merchant()
    const upiIds = ['a1@ybl', 'b2@ybl', 'c3@ybl']
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, n) => connect(merchant, { merchantUpiId: upiIds[n % 3] })),
    )
    expect(replies.map((reply) => reply.statusCode)).toEqual(Array.from({ length: 12 }, () => 200))
    const rows = await accountsOf(shop, merchant.merchantId)
    expect(rows.map((row) => row.upi_id).sort()).toEqual(upiIds)
    const current = rows.filter((row) => row.is_current)
    expect(current).toHaveLength(1)
    expect((await merchant.post('/user/get-merchant')).json().data.merchantUpiId).toBe(current[0]?.upi_id)
  })

  test('while orders are created assigns each order to one of the two accounts, and no call fails', async () => {
    const merchant = await shop.merchant()
    await connected(merchant, { merchantUpiId: 'a1@ybl' })
    const orders = Array.from({ length: 20 }, () => newOrder(merchant))
    const again = Array.from({ length: 6 }, (_, n) =>
      connected(merchant, { merchantUpiId: n % 2 === 0 ? 'b2@ybl' : 'a1@ybl' }),
    )
    const made = await Promise.all(orders)
    await Promise.all(again)
    expect(new Set(made).size).toBe(20)
    const { rows } = await shop.db.pool.query(
      `select distinct a.upi_id from orders o join accounts a using (merchant_id, account_id) where o.merchant_id = $1`,
      [merchant.merchantId],
    )
    for (const { upi_id } of rows as { upi_id: string }[]) expect(['a1@ybl', 'b2@ybl']).toContain(upi_id)
  })

  test('sends an email only when the payee changed', async () => {
    const merchant = await shop.merchant()
    await connected(merchant)
    await connected(merchant, { merchantName: 'Other name' })
    await connected(merchant, { merchantUpiId: 'second@okaxis' })
    const subjects = () =>
      lettersTo(merchant.email).map((letter) => /^Subject: (.*)$/m.exec(letter)?.[1]?.trim())
    await expect
      .poll(() => subjects().sort())
      .toEqual([
        'Welcome to Galla',
        'Your live payments now go to second@okaxis',
        'Your live payments now go to sharmatea@ybl',
      ])
  })

  test('sends an email when the keys of a provider that makes the QR codes are connected', async () => {
    const merchant = await shop.merchant()
    await connected(merchant)
    const keys = { clientId: 'SU26', clientSecret: 'a3f1c2d4-5b6e-4f70-8a91-b2c3d4e5f607' }
    const verification = { source: 'phonepe-v2', credentials: keys }
    await connected(merchant, { verification })
    const subjects = () =>
      lettersTo(merchant.email).map((letter) => /^Subject: (.*)$/m.exec(letter)?.[1]?.trim())
    await expect
      .poll(() => subjects().sort())
      .toEqual([
        'PhonePe Payment Gateway now collects your live payments',
        'Welcome to Galla',
        'Your live payments now go to sharmatea@ybl',
      ])
    // The name alone changes nothing about where the money goes.
    await connected(merchant, { merchantName: 'Other name' })
    await connected(merchant, { verification, merchantUpiId: 'second@okaxis' })
    await expect
      .poll(() =>
        lettersTo(merchant.email)
          .filter((letter) => letter.includes('second@okaxis'))
          .join(),
      )
      .toContain('PhonePe Payment Gateway')
    expect(subjects()).toHaveLength(4)
  })
})

describe('merchants are isolated from each other', () => {
  test('two merchants can connect the same UPI ID, each as their own account', async () => {
    const [first, second] = [await shop.merchant(), await shop.merchant()]
    await connected(first, { merchantName: 'First' })
    await connected(second, { merchantName: 'Second' })
    expect((await first.post('/user/get-merchant')).json().data.merchantName).toBe('First')
    expect((await second.post('/user/get-merchant')).json().data.merchantName).toBe('Second')
    await connected(second, { merchantUpiId: 'elsewhere@ybl' })
    expect((await accountsOf(shop, first.merchantId)).map((row) => [row.upi_id, row.is_current])).toEqual([
      ['sharmatea@ybl', true],
    ])
    const page = await payPage(await newOrder(first))
    expect(page).toContain('sharmatea')
  })

  test('connecting switches no other session to live mode', async () => {
    const [first, second] = [await shop.merchant(), await shop.merchant()]
    await connected(first)
    expect((await second.get('/auth/session')).json().data.mode).toBe('test')
  })
})
