import { DAY_MS } from '@galla/contract/durations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, type Ledger, openLedger, orderForm } from '../../testing/ledger.ts'
import { letterJob } from '../../testing/letter-job.ts'
import { addNoticeTarget, noticesOf } from '../../testing/notice-target.ts'
import { sql } from '../platform/database/database.ts'
import type { Email } from '../platform/mail/mail.ts'
import { findDuePlanWarnings, sendPlanWarning } from './send-plan-warning.ts'
import { insertPurchase, saveStarted } from './subscription-store.ts'

let ledger: Ledger
let seller: Awaited<ReturnType<typeof addMerchant>>
beforeAll(async () => {
  ledger = await openLedger()
  seller = await addMerchant(ledger.db)
})
afterAll(() => ledger.close())

const inDays = (days: number): Date => new Date(ledger.clock.now().getTime() + days * DAY_MS)

/** A plan of 1,000 requests that was bought and runs. */
const startPlan = async (merchantId: string, days: number): Promise<string> => {
  const { db, clock } = ledger
  const { orderId } = await ledger.create(seller, orderForm())
  await db.transaction(async (tx) => {
    await insertPurchase(tx, {
      merchantId,
      orderId,
      platformMerchantId: seller.merchantId,
      planName: 'premium',
      billingCycle: '28days',
      cycleDays: 28,
      pricePaise: 239_900n,
      qrRequests: 1000,
      createdAt: clock.now(),
    })
    await tx.run(
      sql`insert into quotas (merchant_id, trial_left) values (${merchantId}, 25) on conflict do nothing`,
    )
    const started = {
      change: 'started',
      startedAt: clock.now(),
      expiresAt: inDays(days),
      carried: 0,
      qrLeft: 1000,
    } as const
    await saveStarted(tx, merchantId, orderId, started, clock.now())
  })
  return orderId
}

const leave = (merchantId: string, left: number) =>
  ledger.db.run(sql`update quotas set plan_left = ${left} where merchant_id = ${merchantId}`)

/** Sweeps, and gives what it left in the queue for this merchant. */
const warned = async (merchantId: string): Promise<string[]> => {
  await findDuePlanWarnings(ledger)
  return left(merchantId)
}

const left = async (merchantId: string): Promise<string[]> => {
  const jobs = await ledger.db.rows<{ payload: { kind: string } }>(sql`
    select payload from jobs where merchant_id = ${merchantId} order by created_at`)
  return jobs.map(({ payload }) => payload.kind)
}

const lettersOf = async (payload: object): Promise<Email[]> => {
  const letters: Email[] = []
  const mailer = {
    send: async (letter: Email) => {
      letters.push(letter)
    },
  }
  await sendPlanWarning(
    { ...ledger, ...letterJob(), mailer, publicUrl: new URL('https://galla.example') },
    payload,
  )
  return letters
}

test('a shop that needs no plan is not warned of the end of one', async () => {
  const { merchantId } = await addMerchant(ledger.db)
  await startPlan(merchantId, 1)
  await ledger.db.run(sql`update merchants set is_metered = false where merchant_id = ${merchantId}`)
  expect(await warned(merchantId)).toEqual([])
})

test('each warning is queued once per purchase, however often the sweep runs, also at once', async () => {
  const { merchantId } = await addMerchant(ledger.db)
  await addNoticeTarget(ledger.db, merchantId)
  await startPlan(merchantId, 8)
  expect(await warned(merchantId)).toEqual([])
  ledger.clock.advance({ days: 1 })
  await Promise.all([1, 2, 3, 4].map(() => findDuePlanWarnings(ledger)))
  expect(await warned(merchantId)).toEqual(['days_7'])
  await leave(merchantId, 201)
  expect(await warned(merchantId)).toEqual(['days_7'])
  await leave(merchantId, 200)
  expect(await warned(merchantId)).toEqual(['days_7', 'quota_80'])
  await leave(merchantId, 0)
  expect(await warned(merchantId)).toEqual(['days_7', 'quota_80', 'quota_100'])
  ledger.clock.advance({ days: 6 })
  expect(await warned(merchantId)).toEqual(['days_7', 'quota_80', 'quota_100', 'days_1'])

  await startPlan(merchantId, 7)
  expect((await warned(merchantId)).slice(4)).toEqual(['days_7'])
  expect(await noticesOf(ledger.db, merchantId)).toHaveLength(5)
})

test('the more urgent one of two due warnings is sent, and an ended plan gets none', async () => {
  const [late, ended] = [await addMerchant(ledger.db), await addMerchant(ledger.db)]
  await startPlan(late.merchantId, 0.5)
  await leave(late.merchantId, 0)
  await startPlan(ended.merchantId, 0)
  expect(await warned(late.merchantId)).toEqual(['days_1', 'quota_100'])
  expect(await left(ended.merchantId)).toEqual([])
})

test('all merchants are warned, even more than one sweep takes', async () => {
  const merchants = []
  for (let n = 0; n < 210; n += 1) {
    const { merchantId } = await addMerchant(ledger.db)
    await startPlan(merchantId, 7)
    merchants.push(merchantId)
  }
  expect(await findDuePlanWarnings(ledger)).toEqual({ more: true })
  expect(await findDuePlanWarnings(ledger)).toEqual({ more: false })
  for (const merchantId of merchants) expect(await left(merchantId)).toEqual(['days_7'])
})

test('sendPlanWarning uses current numbers, and sends nothing for a renewed or ended plan', async () => {
  const { merchantId } = await addMerchant(ledger.db)
  const orderId = await startPlan(merchantId, 6.5)
  await leave(merchantId, 125)
  const days = { merchantId, orderId, kind: 'days_7' }
  const [letter, ...more] = await lettersOf(days)
  expect(more).toEqual([])
  expect(letter).toMatchObject({
    to: `${merchantId}@example.com`,
    subject: 'Your Enterprise plan ends in 7 days',
  })
  expect(letter?.text).toContain('125 of 1,000 QR requests are left')
  expect(letter?.text).toContain('https://galla.example/dashboard/manage-subscription')
  expect(letter?.html).toContain('Renew the plan')
  expect(await lettersOf({ merchantId, orderId, kind: 'quota_80' })).toMatchObject([
    { subject: '87% of your QR requests are used' },
  ])
  await leave(merchantId, 0)
  expect(await lettersOf({ merchantId, orderId, kind: 'quota_100' })).toMatchObject([
    { subject: 'Your QR requests are used up' },
  ])

  const again = await startPlan(merchantId, 30)
  expect(await lettersOf(days)).toEqual([])
  ledger.clock.advance({ days: 30 })
  expect(await lettersOf({ ...days, orderId: again })).toEqual([])
})
