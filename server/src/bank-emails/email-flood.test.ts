import { afterAll, beforeAll, expect, test } from 'vitest'
import { BANK_ADDRESS, creditText, SHOP_ADDRESS } from '../../testing/bank-mail.ts'
import { sql } from '../platform/database/database.ts'
import { randomIds } from '../platform/ids.ts'
import { type MailShop, openMailShop } from './bank-emails-harness.ts'
import { countNotListed, insertEmailAlerts, LISTED_MAX } from './email-store.ts'

let mail: MailShop
beforeAll(async () => {
  mail = await openMailShop()
})
afterAll(() => mail.close())

/** In a bank's name; with a claimed signature it has to be fetched and checked. */
const forged = (n: number, claims = ''): Buffer =>
  Buffer.from(
    `${claims}From: ${BANK_ADDRESS}\r\nTo: ${SHOP_ADDRESS}\r\nMessage-ID: <${n}@x>\r\nSubject: ${n}\r\n\r\nPay`,
  )
const CLAIMS =
  'DKIM-Signature: v=1; a=rsa-sha256; d=hdfcbank.net; s=x; h=From:To:Subject:Date; bh=AAAA; b=AAAA\r\n'

const fetched = ({ commands }: { readonly commands: readonly string[] }): number =>
  commands.filter((command) => command.includes('BODY.PEEK[]')).length

test('forged e-mails are listed up to a daily limit and then counted, and a payment that follows them is recorded', async () => {
  const [merchant, imap] = [await mail.shop.merchant(), await mail.imap()]
  await mail.connect(merchant, imap)
  const credit = await mail.bank.write({ text: creditText('75.00', '640000000001') })
  await mail.shop.restart(() => {
    for (let n = 0; n < 1_000; n += 1) imap.deliver(forged(n))
    imap.deliver(credit)
  })
  const source = async () => (await merchant.get('/user/bank-email')).json().data
  await expect.poll(async () => (await source()).notListed).toBe(1_000 - LISTED_MAX.refused)
  const outcomes = async () =>
    (
      await mail.shop.db.pool.query(
        'select outcome, count(*)::int as n from alerts where merchant_id = $1 group by outcome order by outcome',
        [merchant.merchantId],
      )
    ).rows
  await expect.poll(outcomes).toEqual([
    { outcome: 'credit', n: 1 },
    { outcome: 'unread', n: LISTED_MAX.refused },
  ])
  expect(fetched(imap), 'without a claimed signature nothing is fetched').toBe(1)
  const { rows: accounts } = await mail.shop.db.pool.query<{ account_id: string }>(
    'select account_id from bank_email_days where merchant_id = $1',
    [merchant.merchantId],
  )
  const key = { merchantId: merchant.merchantId, accountId: accounts[0]?.account_id ?? '' }
  const tomorrow = new Date(mail.shop.clock.now().getTime() + 86_400_000)
  expect(await countNotListed(mail.shop.db, key, tomorrow), 'the next day starts at zero').toBe(0)
})

test('processes whose clocks differ at midnight count the e-mails of one day', async () => {
  const { merchantId } = await mail.shop.merchant()
  const { db } = mail.shop
  const accountId = await db.value<string>(sql`
    select account_id from accounts where merchant_id = ${merchantId} limit 1`)
  await db.run(sql`
    insert into bank_email_days (merchant_id, account_id, day, refused)
    values (${merchantId}, ${accountId}, '2026-11-22', ${LISTED_MAX.refused})`)
  let added = 0
  const addAt = (time: string) => {
    added += 1
    const at = new Date(time)
    const bytes = Buffer.alloc(32, added)
    const alert = { receivedAt: at, occurredAt: at, dedupKey: bytes, sealed: bytes, needsSweep: false }
    const unread = { outcome: 'unread', outcomeIfKept: 'unread', isRefused: true } as const
    return db.transaction((tx) =>
      insertEmailAlerts(tx, { merchantId, accountId }, 'mailbox', [
        { ...alert, ...unread, alertId: randomIds.ulid(at) },
      ]),
    )
  }
  expect(await addAt('2026-11-21T23:59:59.999+05:30')).toEqual([])
  expect(await addAt('2026-11-22T00:00:00+05:30')).toEqual([])
  expect(await addAt('2026-11-23T00:00:00+05:30')).toMatchObject([{ isPending: false }])
  // A clock that was two days ahead does not stop the listing until then.
  expect(await addAt('2026-11-21T12:00:00+05:30')).toMatchObject([{ isPending: false }])
})

test('a flooded mailbox waits while others are read', async () => {
  const [merchant, imap] = [await mail.shop.merchant(), await mail.imap()]
  await mail.connect(merchant, imap)
  const credit = await mail.bank.write({ text: creditText('76.00', '640000000002') })
  await mail.shop.restart(() => {
    for (let n = 0; n < 600; n += 1) imap.deliver(forged(n, CLAIMS))
    imap.deliver(credit)
  })
  await expect.poll(() => fetched(imap)).toBe(500)
  await expect.poll(() => imap.commands.at(-1)).toBe('IDLE')
  imap.deliver(forged(600, CLAIMS))
  const [other, quiet] = [await mail.shop.merchant(), await mail.imap()]
  await mail.connect(other, quiet)
  quiet.deliver(await mail.bank.write({ text: creditText('77.00', '640000000003') }))
  await expect.poll(async () => (await mail.alerts(other)).length).toBe(1)
  expect(fetched(imap), 'what arrives meanwhile does not wake it').toBe(500)
  mail.shop.clock.advance({ seconds: 60 })
  const hasCredit = async () =>
    (await merchant.get('/user/alerts?outcome=credit')).json().pagination.total === 1
  await expect.poll(hasCredit).toBe(true)
})
