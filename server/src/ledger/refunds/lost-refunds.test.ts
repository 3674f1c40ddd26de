import { describe, expect, test } from 'vitest'
import { newUtr } from '../../../testing/ledger.ts'
import { saveSource } from '../../payment-accounts/account-source-store.ts'
import { sql } from '../../platform/database/database.ts'
import { changeRefund } from './change-refunds.ts'
import {
  crash,
  later,
  ledger,
  paytm,
  phonepe,
  postsOf,
  RIGS,
  type Rig,
  refundedBy,
  sweep,
  takenOf,
  useProviders,
} from './provider-refunds-harness.ts'

useProviders()

describe('a provider that does not say that a name is taken once', () => {
  const noticesOf = (name: string) =>
    ledger.db.value<number>(sql`select count(*)::int from notices where event_key = ${`refund ${name}`}`)

  test('is never sent a name again: the merchant says what became of it', async () => {
    const { caller, creditId, merchantId, name, read, start } = await refundedBy(RIGS.PhonePe, 49_900n)
    await ledger.db.run(sql`
      insert into notice_targets (merchant_id, target_id, way, address_hash, address_sealed, label, language, created_at)
      values (${merchantId}, ${name}, 'telegram', ${Buffer.of(1)}, ${Buffer.of(1)}, 'x', 'en', ${ledger.clock.now()})`)
    await crash()
    await later(2)
    expect(await read()).toMatchObject([{ state: 'requested', isYours: false, reason: null }])
    const change = (kind: 'cancelled' | 'failed') =>
      changeRefund(ledger, caller, name, { kind, reason: null })
    await expect(change('cancelled')).rejects.toMatchObject({ code: 'refund_decided' })
    for (const minutes of [15, 60, 600]) await later(minutes)
    expect(await read()).toMatchObject([
      { state: 'requested', isYours: true, reason: expect.stringMatching(/Refund does not exist/) },
    ])
    expect([postsOf(RIGS.PhonePe, name), await noticesOf(name)]).toEqual([0, 1])
    await change('cancelled')
    await change('cancelled')
    await start(49_900n)
    await sweep()
    await later(600)
    const [, second] = await read()
    expect([second?.state, postsOf(RIGS.PhonePe, second?.id), postsOf(RIGS.PhonePe, name)]).toEqual([
      'sent',
      1,
      0,
    ])
    expect(await ledger.db.value<string>(sql`select state from credits where credit_id = ${creditId}`)).toBe(
      'refunded',
    )
  })

  test('counts when it knows the refund after all, whatever the merchant said', async () => {
    for (const typed of [null, newUtr()]) {
      const { caller, name, orderId, read } = await refundedBy(RIGS.PhonePe)
      await crash()
      await later(15)
      if (typed !== null) await changeRefund(ledger, caller, name, { kind: 'sent', utr: typed })
      phonepe.refunds.set(name, {
        originalMerchantOrderId: orderId,
        amount: 10_000,
        state: 'CONFIRMED',
        refundId: 'OMR1',
      })
      await later(600)
      expect(await read()).toMatchObject([
        { state: 'sent', isYours: false, reason: null, providerId: 'OMR1', utr: typed },
      ])
      const ended = changeRefund(ledger, caller, name, { kind: 'failed', reason: null })
      await expect(ended).rejects.toMatchObject({ code: 'refund_decided' })
      RIGS.PhonePe.bend(name, 'done', newUtr())
      await later(600)
      expect(await read()).toMatchObject([{ state: 'confirmed', confirmedBy: 'provider' }])
    }
  })

  test('a request that was certainly not taken is made later', async () => {
    const { name, read, merchantId } = await refundedBy(RIGS.PhonePe)
    // Another provider is connected, then no token is to be had, and then one is refused.
    const connect = (verification: Rig['verification']) =>
      ledger.db.transaction((tx) =>
        saveSource(
          tx,
          ledger.qr.secrets,
          { merchantId, accountId: 'acc_1' },
          verification,
          ledger.clock.now(),
        ),
      )
    await connect(RIGS.Paytm.verification)
    await sweep()
    await connect(RIGS.PhonePe.verification)
    ledger.clock.advance({ ms: 3_600_000 })
    phonepe.breaks({ kind: 'status', status: 502 }, 1)
    await sweep()
    expect([postsOf(RIGS.PhonePe, name), (await read())[0]?.state]).toEqual([0, 'requested'])
    phonepe.revokeTokens()
    await later(10)
    expect([takenOf(name), await read()]).toMatchObject([1, [{ state: 'sent', isYours: false }]])
  })

  test('two parts that it reports with the UTR of the payment are both confirmed', async () => {
    const { start, read, paid } = await refundedBy(RIGS.PhonePe)
    await start(20_000n)
    await sweep()
    for (const { id } of await read()) RIGS.PhonePe.bend(id, 'done', paid)
    await later(10)
    const [first, second] = await read()
    expect([first?.state, second?.state]).toEqual(['confirmed', 'confirmed'])
    expect([first?.utr, second?.utr].toSorted()).toEqual([paid, null])
  })
})

test.each([['PhonePe'], ['Paytm']] as const)(
  'less than %s refunds is refused before anything is sent',
  async (of) => {
    const { start, read } = await refundedBy(RIGS[of])
    await expect(start(99n)).rejects.toMatchObject({ errors: [{ field: 'amount' }] })
    expect(await read()).toHaveLength(1)
  },
)

describe('Paytm', () => {
  test.each([
    ['no signature', () => paytm.forge(() => undefined)],
    [
      'a wrong signature',
      () => paytm.forge((signature) => signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))),
    ],
    ['another order', () => paytm.bend((body) => ({ ...body, orderId: 'ANOTHER' }))],
    ['another refund', () => paytm.bend((body) => ({ ...body, refId: 'ANOTHER' }))],
    ['another amount', () => paytm.bend((body) => ({ ...body, refundAmount: '99.00' }))],
    ['another merchant', () => paytm.bend((body) => ({ ...body, mid: 'ANOTHER' }))],
  ])('an answer with %s changes nothing', async (_what, break_) => {
    const { name, read } = await refundedBy(RIGS.Paytm)
    break_()
    await sweep()
    RIGS.Paytm.bend(name, 'done', newUtr())
    for (const minutes of [2, 15, 60]) await later(minutes)
    expect(await read()).toMatchObject([{ state: 'requested', isYours: false }])
    paytm.bend(undefined)
    paytm.forge(undefined)
    await later(600)
    expect(await read()).toMatchObject([{ state: 'confirmed' }])
    expect(postsOf(RIGS.Paytm, name)).toBe(1)
  })

  test.each(['617', '628', '629', '501', '703'])(
    'a failure %s that is no refusal is asked about',
    async (resultCode) => {
      const { name, read } = await refundedBy(RIGS.Paytm)
      const resultInfo = { resultStatus: 'TXN_FAILURE', resultCode, resultMsg: 'x' }
      paytm.bend((body) => ({ ...body, resultInfo }))
      await sweep()
      expect(await read()).toMatchObject([{ state: 'requested' }])
      paytm.bend(undefined)
      await later(2)
      expect(await read()).toMatchObject([{ state: 'sent' }])
      expect(postsOf(RIGS.Paytm, name)).toBe(1)
    },
  )

  test('a status call that fails itself ends nothing', async () => {
    const { read } = await refundedBy(RIGS.Paytm)
    await crash()
    const resultInfo = { resultStatus: 'TXN_FAILURE', resultCode: '600', resultMsg: 'Invalid refund request' }
    paytm.bend((body) => ({ ...body, resultInfo }))
    await later(2)
    expect(await read()).toMatchObject([{ state: 'requested' }])
  })
})
