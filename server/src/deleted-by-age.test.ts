import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDER_BODY } from '../testing/order-body.ts'
import { lettersIn } from '../testing/outbox.ts'
import { openShop, type Shop } from '../testing/shop.ts'
import { deleteOldKeys } from './api-keys/further-keys.ts'
import { openCounter } from './counters/counters-harness.ts'
import { deleteOldCounters } from './counters/manage-counters.ts'
import { sql } from './platform/database/database.ts'
import { randomIds } from './platform/ids.ts'
import { createMailer } from './platform/mail/mail.ts'
import { deleteOldLetters } from './platform/mail/outbox.ts'
import { readSettings } from './platform/settings.ts'
import { createLink, FIXED } from './reusable-links/link-harness.ts'
import { deleteOldLinks } from './reusable-links/manage-reusable-links.ts'
import { deleteNotificationsByAge } from './status-checks/receive-provider-notification.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop?.close())

const deleteOutbox = ({ clock, dataDir }: Shop) => deleteOldLetters({ clock, settings: { dataDir } })

/** Also as a second process would, beside the sweeps of the app. */
const sweepAll = async (): Promise<void> => {
  const sweeps = [deleteOldKeys, deleteOldCounters, deleteOldLinks, deleteNotificationsByAge, deleteOutbox]
  const runAll = async (sweep: (typeof sweeps)[number]): Promise<void> => {
    while ((await sweep(shop)).more);
  }
  await Promise.all([...sweeps, ...sweeps].map(runAll))
}

test('closed counters and links, ended keys and notifications go after 90 days, unless an order names them', async () => {
  const merchant = await shop.merchant()
  const { merchantId } = merchant
  const order = await merchant.post('/user/generate-payment-link', {
    client_txn_id: 'NAMED-1',
    ...ORDER_BODY,
  })
  const orderId: string = order.json().data.order_id

  const [sold, unused, open] = [
    await openCounter(shop, merchant, 'Sold'),
    await openCounter(shop, merchant, 'Unused'),
    await openCounter(shop, merchant, 'Open'),
  ]
  await shop.db.run(sql`
    insert into counter_orders (merchant_id, order_id, counter_id, added_at, is_sale)
    values (${merchantId}, ${orderId}, ${sold.counterId}, ${shop.clock.now()}, true)`)
  for (const { counterId } of [sold, unused])
    expect((await merchant.post(`/user/counters/${counterId}/close`)).statusCode).toBe(200)

  const [paid, never, running] = [
    await createLink(merchant, FIXED),
    await createLink(merchant, FIXED),
    await createLink(merchant, FIXED),
  ]
  await shop.db.run(sql`
    insert into reusable_link_orders (merchant_id, order_id, code, created_at, form_hash, address_hash, items, answers)
    values (${merchantId}, ${orderId}, ${paid}, ${shop.clock.now()}, sha256('form'), sha256('address'), '[]', '[]')`)
  for (const code of [paid, never])
    expect((await merchant.put(`/user/reusable-links/${code}`, { isClosed: true })).statusCode).toBe(200)

  const key = await merchant.post('/user/api-keys', {
    name: 'Old till',
    scopes: ['orders:create'],
    mode: 'test',
  })
  expect(key.statusCode, key.body).toBe(200)
  const keyId: string = key.json().data.id
  expect((await merchant.post(`/user/api-keys/${keyId}/revoke`)).statusCode).toBe(200)
  const keys = await shop.db.value<number>(
    sql`select count(*)::int from api_keys where merchant_id = ${merchantId}`,
  )
  await shop.db.run(sql`
    insert into provider_notifications (merchant_id, account_id, source, event_id, received_at, message)
    select merchant_id, account_id, 'paytm-v3', 'evt_' || n, ${shop.clock.now()}, 'unrelated'
    from accounts, generate_series(1, 1200) n where merchant_id = ${merchantId}`)

  const counts = () =>
    shop.db.one(sql`
      select
        (select array_agg(name order by name) from counters where merchant_id = ${merchantId}) as counters,
        (select array_agg(code order by code) from reusable_links where merchant_id = ${merchantId}) as links,
        (select count(*)::int from api_keys where merchant_id = ${merchantId}) as keys,
        (select count(*)::int from provider_notifications where merchant_id = ${merchantId}) as notifications`)
  const all = {
    counters: ['Open', 'Sold', 'Unused'],
    links: [paid, never, running].toSorted(),
    keys,
    notifications: 1200,
  }
  await shop.restart(() => shop.clock.advance({ days: 89 }))
  await sweepAll()
  expect(await counts()).toEqual(all)
  await shop.restart(() => shop.clock.advance({ days: 2 }))
  await sweepAll()
  await expect.poll(counts).toEqual({
    counters: ['Open', 'Sold'],
    links: [paid, running].toSorted(),
    keys: keys - 1,
    notifications: 0,
  })
  expect(open.counterId).not.toBe(unused.counterId)

  const again = await shop.logInAgain(merchant)
  const listed = (await again.get('/user/reusable-links')).json().data
  expect(JSON.stringify(listed)).toContain(paid)
  expect((await again.get(`/user/transactions/${orderId}`)).statusCode).toBe(200)
})

test('letters in the outbox go after 30 days, and so does what a crash left of one', async () => {
  const { clock, dataDir } = shop
  const settings = readSettings({ DATA_DIR: dataDir })
  const outbox = join(dataDir, 'outbox')
  const write = (subject: string) =>
    createMailer({ settings, clock, ids: randomIds }).send({
      to: 'asha@example.com',
      subject,
      text: 'Hello',
      html: '<p>Hello</p>',
    })
  // Beside them lie the letters of the app's own jobs.
  const left = () =>
    readdirSync(outbox)
      .filter((name) => name.endsWith('.part') || name === 'notes.txt')
      .concat(lettersIn(dataDir).flatMap((letter) => /^Subject: (?:Old|New)$/m.exec(letter)?.[0] ?? []))
  await write('Old')
  const part = `${randomIds.ulid(clock.now())}.eml.part`
  writeFileSync(join(outbox, part), 'To: as')
  writeFileSync(join(outbox, 'notes.txt'), "the operator's own")
  await shop.restart(() => clock.advance({ days: 29 }))
  await write('New')
  await sweepAll()
  // The app may be writing a letter of its own.
  const kept = [part, 'Subject: New', 'Subject: Old', 'notes.txt'].toSorted()
  await expect.poll(() => left().toSorted()).toEqual(kept)
  await shop.restart(() => clock.advance({ days: 2 }))
  await expect.poll(() => left().toSorted()).toEqual(['Subject: New', 'notes.txt'])
})
