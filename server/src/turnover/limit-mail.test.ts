import { istDayOf } from '@galla/contract/ist'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ledger, openLedger } from '../../testing/ledger.ts'
import { letterJob } from '../../testing/letter-job.ts'
import { addNoticeTarget, noticesOf } from '../../testing/notice-target.ts'
import { sql } from '../platform/database/database.ts'
import { followReceipts } from './follow-receipts.ts'
import { LIMIT_MAIL_JOB, type LimitMail, mailLimit } from './limit-mail.ts'
import { addAccountOfKind, receive } from './turnover-harness.ts'

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

const mails = async (merchantId: string): Promise<string[]> =>
  (
    await ledger.db.rows<{ payload: LimitMail }>(sql`
      select payload from jobs where merchant_id = ${merchantId} and name = ${LIMIT_MAIL_JOB} order by created_at`)
  ).map(({ payload: { name, period, level } }) => `${name} ${period} ${level}`)

test('followReceipts queues one email at 80% of a limit and one above it, and again in the next month', async () => {
  const merchantId = await addAccountOfKind(ledger, 'small_merchant')
  const receiveAndFollow = async (rupees: number) => {
    await receive(ledger, merchantId, rupees)
    // Two processes do the work of one.
    await Promise.all([followReceipts(ledger), followReceipts(ledger)])
    return mails(merchantId)
  }
  await addNoticeTarget(ledger.db, merchantId)
  const near = ['p2pm_month 2026-11-01 near']
  const above = [...near, 'p2pm_month 2026-11-01 above']
  expect(await receiveAndFollow(79_999.99)).toEqual([])
  expect(await receiveAndFollow(0.01)).toEqual(near)
  expect(await receiveAndFollow(20_000)).toEqual(near)
  expect(await receiveAndFollow(0.01)).toEqual(above)
  expect(await receiveAndFollow(500)).toEqual(above)
  ledger.clock.advance({ hours: 24 * 12 })
  expect(await receiveAndFollow(80_000)).toEqual([...above, 'p2pm_month 2026-12-01 near'])
  const notices = (await noticesOf(ledger.db, merchantId)).filter(({ kind }) => kind === 'limit')
  expect(notices.map(({ level }) => level)).toEqual(['near', 'above', 'near'])
})

test('followReceipts warns of last month and the year when payments are reported late, and of no older month', async () => {
  const merchantId = await addAccountOfKind(ledger, 'small_merchant')
  const daysAgo = (days: number) => new Date(ledger.clock.now().getTime() - days * 86_400_000)
  await receive(ledger, merchantId, 80_000, { receivedAt: daysAgo(30) })
  await receive(ledger, merchantId, 80_000, { receivedAt: daysAgo(90) })
  await followReceipts(ledger)
  const [lastMonth] = istDayOf(daysAgo(30)).split(/-\d\d$/)
  const monthMail = `p2pm_month ${lastMonth}-01 near`
  expect(await mails(merchantId)).toEqual([monthMail])
  await receive(ledger, merchantId, 1_600_000, { receivedAt: daysAgo(60) })
  await followReceipts(ledger)
  expect(await mails(merchantId)).toEqual([monthMail, 'gst_services 2026-04-01 near'])
})

test('followReceipts queues one email for a jump over a limit, and one for each GST threshold', async () => {
  const merchantId = await addAccountOfKind(ledger, 'verified_merchant')
  await receive(ledger, merchantId, 20_00_000.01)
  await followReceipts(ledger)
  expect(await mails(merchantId)).toEqual(['gst_services 2026-04-01 above'])
  await receive(ledger, merchantId, 12_00_000)
  await followReceipts(ledger)
  expect(await mails(merchantId)).toEqual(['gst_services 2026-04-01 above', 'gst_goods 2026-04-01 near'])
})

test.each([
  ['p2pm_month', '2026-11-01', 'the monthly UPI limit of a small merchant', 'in November 2026'],
  [
    'gst_services',
    '2026-04-01',
    'the GST threshold for services in a financial year',
    'in the financial year 2026-27',
  ],
  [
    'gst_goods',
    '2099-04-01',
    'the GST threshold for goods in a financial year',
    'in the financial year 2099-00',
  ],
] as const)(
  'the email about %s from %s names the amounts, their period and what is not counted',
  async (name, period, what, when) => {
    const merchantId = await addAccountOfKind(ledger, 'small_merchant')
    const sent: { subject: string; text: string; messageId?: string }[] = []
    await mailLimit(
      {
        ...ledger,
        ...letterJob(),
        mailer: { send: async (letter) => void sent.push(letter) },
        publicUrl: new URL('https://galla.example'),
      },
      { merchantId, name, period, level: 'near', limitPaise: '10000000', receivedPaise: '8000001' },
    )
    expect(sent[0]?.subject).toBe(`You are near ${what}`)
    expect(sent[0]?.text).toContain(`You received ₹80,000.01 ${when}. The limit is ₹1,00,000.00.`)
    expect(sent[0]?.text).toContain('without cash and accounts that are not connected')
    expect(sent[0]?.messageId).toContain(`limit.${name}.${period}.near`)
  },
)
