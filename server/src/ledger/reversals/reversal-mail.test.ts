import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addMerchant,
  creditFor,
  type Ledger,
  newUtr,
  openLedger,
  orderForm,
} from '../../../testing/ledger.ts'
import { letterJob } from '../../../testing/letter-job.ts'
import { sql } from '../../platform/database/database.ts'
import type { Email } from '../../platform/mail/mail.ts'
import { recordCredit } from '../record-credit.ts'
import { openReversalCases, REVERSAL_MAIL_JOB, recordReversals } from './record-reversals.ts'
import type { ReportedReversal } from './reported-reversal.ts'
import { mailReversals } from './reversal-mail.ts'

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

const paidOrder = async (merchant: Awaited<ReturnType<typeof addMerchant>>) => {
  const order = await ledger.create(merchant, orderForm())
  const utr = newUtr()
  await recordCredit(ledger, creditFor(ledger, order, { utr }))
  return { ...order, utr }
}

const reverse = async ({ merchantId, utr }: { readonly merchantId: string; readonly utr: string }) => {
  const report: ReportedReversal = {
    merchantId,
    accountId: 'acc_1',
    utr,
    sourceKey: utr,
    orderId: null,
    amount: null,
    words: null,
    source: 'statement',
    at: ledger.clock.now(),
  }
  await ledger.db.transaction(async (tx) => {
    await recordReversals(tx, ledger, [report])
    await openReversalCases(tx, ledger, [report], [])
  })
}

const jobsOf = (merchantId: string): Promise<unknown[]> =>
  ledger.db.values<unknown>(sql`
    select payload from jobs where merchant_id = ${merchantId} and name = ${REVERSAL_MAIL_JOB}`)

const mailed = async (payload: unknown): Promise<Email[]> => {
  const sent: Email[] = []
  const mailer = { send: async (email: Email) => void sent.push(email) }
  await mailReversals(
    { ...ledger, ...letterJob(), mailer, publicUrl: new URL('https://galla.example') },
    payload,
  )
  return sent
}

test('mailReversals lists the reversed payments of live orders in one email', async () => {
  const merchant = await addMerchant(ledger.db, 'live')
  const [first, second] = [await paidOrder(merchant), await paidOrder(merchant)]
  await reverse(first)
  await reverse(second)
  await reverse(second)
  const jobs = await jobsOf(merchant.merchantId)
  expect(jobs).toHaveLength(1)
  const [email, ...others] = await mailed(jobs[0])
  expect(others).toEqual([])
  expect(email?.subject).toBe('The bank took back 2 payments')
  for (const { utr } of [first, second]) expect(email?.text).toContain(utr)
  expect(email?.text).toContain('https://galla.example/dashboard/reconciliation?tab=reversed')
})

test('mailReversals leaves out reversals that are decided or of test orders', async () => {
  const merchant = await addMerchant(ledger.db, 'live')
  await reverse(await paidOrder(merchant))
  const { merchantId } = merchant
  await ledger.db.run(sql`
    update reversals set decision = 'accepted', decided_at = now() where merchant_id = ${merchantId}`)
  const [payload] = await jobsOf(merchantId)
  expect(await mailed(payload)).toEqual([])
  const tester = await addMerchant(ledger.db)
  await reverse(await paidOrder(tester))
  expect(await jobsOf(tester.merchantId)).toEqual([])
})
