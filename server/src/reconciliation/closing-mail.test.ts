import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, type Ledger, openLedger } from '../../testing/ledger.ts'
import { letterJob } from '../../testing/letter-job.ts'
import { recordCredit } from '../ledger/record-credit.ts'
import { sql } from '../platform/database/database.ts'
import type { Email } from '../platform/mail/mail.ts'
import { mailClosing, queueClosingMails } from './closing-mail.ts'
import { updateClosingMail } from './closing-mail-store.ts'

/** 9:30 in India. Each test has a different morning, and closes the day before it. */
let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

let utrs = 640_000_000_000
const merchantOf = async (mode: 'live' | 'test' = 'live') => {
  const { merchantId } = await addMerchant(ledger.db, mode)
  return merchantId
}
const accountOf = (merchantId: string): Promise<string> =>
  ledger.db.value<string>(sql`select account_id from accounts where merchant_id = ${merchantId} limit 1`)

const receive = async (merchantId: string, hoursAgo: number) => {
  utrs += 1
  await recordCredit(ledger, {
    merchantId,
    accountId: await accountOf(merchantId),
    source: 'statement',
    rail: 'upi',
    sourceKey: `row ${utrs}`,
    utr: String(utrs),
    amount: 12_345n as never,
    receivedAt: new Date(ledger.clock.now().getTime() - hoursAgo * 3_600_000),
    reference: null,
    payerUpiId: null,
    payerName: null,
  })
}

const left = async (): Promise<{ merchantId: string; day: string }[]> =>
  (
    await ledger.db.rows<{ payload: { merchantId: string; day: string } }>(sql`
      select payload from jobs order by created_at, merchant_id`)
  ).map(({ payload }) => payload)
const forget = () => ledger.db.run(sql`delete from jobs`)

const mailing = (send: (letter: Email) => Promise<void>) => ({
  ...ledger,
  ...letterJob(),
  mailer: { send },
  publicUrl: new URL('https://galla.example'),
})

test('queueClosingMails queues one email for each merchant who received live money yesterday, whichever process sweeps', async () => {
  const [paid, quiet, off, test] = [
    await merchantOf(),
    await merchantOf(),
    await merchantOf(),
    await merchantOf('test'),
  ]
  for (const merchantId of [paid, off, test]) await receive(merchantId, 12)
  await receive(quiet, 1)
  await updateClosingMail(ledger.db, off, false)
  while ((await queueClosingMails(ledger, 2)).more);
  await Promise.all([1, 2, 3].map(() => queueClosingMails(ledger, 2)))
  const day = (await left())[0]?.day
  expect(await left()).toEqual([{ merchantId: paid, day }])
  await forget()
  expect(await queueClosingMails(ledger)).toEqual({ more: false })
  expect(await left()).toEqual([])
  ledger.clock.advance({ days: 1 })
  while ((await queueClosingMails(ledger, 2)).more);
  expect((await left()).map(({ merchantId }) => merchantId)).toEqual([quiet])
  await forget()
})

test('an interrupted sweep queues nothing and keeps its position', async () => {
  ledger.clock.advance({ days: 1 })
  const merchantId = await merchantOf()
  await receive(merchantId, 12)
  const dying = {
    ...ledger,
    db: {
      ...ledger.db,
      transaction: async (work: Parameters<typeof ledger.db.transaction>[0]) =>
        ledger.db.transaction(async (tx) => {
          await work(tx)
          throw new Error('the power went')
        }),
    } as typeof ledger.db,
  }
  await expect(queueClosingMails(dying)).rejects.toThrow('the power went')
  expect(await left()).toEqual([])
  await queueClosingMails(ledger)
  expect((await left()).map((job) => job.merchantId)).toEqual([merchantId])
  await forget()
})

test('queueClosingMails queues nothing before six in India', async () => {
  ledger.clock.advance({ days: 1, hours: 20 })
  const merchantId = await merchantOf()
  await receive(merchantId, 6)
  await queueClosingMails(ledger)
  expect(await left()).toEqual([])
  ledger.clock.advance({ minutes: 30 })
  await queueClosingMails(ledger)
  expect(await left()).toHaveLength(1)
  await forget()
})

test('mailClosing tries again until the email is sent, and sends it once', async () => {
  ledger.clock.advance({ days: 1 })
  const merchantId = await merchantOf()
  await receive(merchantId, 12)
  await queueClosingMails(ledger)
  const [payload] = await left()
  const letters: Email[] = []
  await expect(
    mailClosing(
      mailing(async () => {
        throw new Error('no server')
      }),
      payload,
    ),
  ).rejects.toThrow()
  const deps = mailing(async (letter) => void letters.push(letter))
  await mailClosing(deps, payload)
  await mailClosing(deps, payload)
  expect(letters).toHaveLength(1)
  const [letter] = letters
  expect(letter?.subject).toMatch(/^₹123\.45 received on /)
  expect(letter?.text).toContain('1 payment of that day needs your decision in Reconciliation.')
  expect(letter?.text).toContain(
    `https://galla.example/dashboard/reconciliation/closing?date=${payload?.day}`,
  )
  expect(letter?.messageId).toBe(`<closing-${payload?.day}.${merchantId}@galla.example>`)
  await forget()
})

test('mailClosing sends a second copy with the same message id if it dies before recording the first', async () => {
  ledger.clock.advance({ days: 1 })
  const merchantId = await merchantOf()
  await receive(merchantId, 12)
  await queueClosingMails(ledger)
  const [payload] = await left()
  const ids: (string | undefined)[] = []
  const dying = mailing(async (letter) => {
    ids.push(letter.messageId)
    throw new Error('killed after the server took it')
  })
  await expect(mailClosing(dying, payload)).rejects.toThrow()
  await mailClosing(
    mailing(async (letter) => void ids.push(letter.messageId)),
    payload,
  )
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})
