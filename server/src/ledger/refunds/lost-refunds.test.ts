import { DAY_MS } from '@galla/contract/durations'
import { describe, expect, test } from 'vitest'
import { newUtr } from '../../../testing/ledger.ts'
import { expectVerified } from '../../../testing/verified.ts'
import { saveSource } from '../../payment-accounts/account-source-store.ts'
import { sql } from '../../platform/database/database.ts'
import { changeRefund } from './change-refunds.ts'
import {
  addTarget,
  crash,
  LATE,
  later,
  ledger,
  noticesOf,
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

test('a refund that its provider never ends is asked of the merchant in the end, who may then refund again', async () => {
  const { merchantId, name, read, say, start } = await refundedBy(RIGS.Razorpay, 49_900n)
  await addTarget(merchantId)
  await sweep()
  expect(await read()).toMatchObject([{ state: 'sent', isYours: false, providerId: expect.any(String) }])
  await expect(say({ kind: 'failed', reason: null })).rejects.toMatchObject({ code: 'refund_decided' })
  await ledger.db.run(sql`update refunds set tries = 249 where refund_id = ${name}`)
  await later(24 * 60)
  expect(await read()).toMatchObject([{ state: 'sent', isYours: true }])
  expect(await noticesOf(name)).toEqual([`refund ${name}`])
  await say({ kind: 'failed', reason: 'It never came' })
  await start(49_900n)
  expect(await read()).toMatchObject([{ state: 'failed' }, { state: 'requested' }])
})

describe('a provider that does not say that a name is taken once', () => {
  test('is never sent a name again: the merchant says what became of it', async () => {
    const { caller, creditId, merchantId, name, read, start } = await refundedBy(RIGS.PhonePe, 49_900n)
    await addTarget(merchantId)
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
    expect([postsOf(RIGS.PhonePe, name), await noticesOf(name)]).toEqual([0, [`refund ${name}`]])
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

  test.each(['cancelled', 'failed'] as const)(
    'what it sent although the merchant said %s counts, beside what was sent again by hand',
    async (said) => {
      const { creditId, merchantId, orderId, name, read, list, say, sendAgain } = await refundedBy(
        RIGS.PhonePe,
        49_900n,
      )
      await addTarget(merchantId)
      phonepe.breaks(LATE)
      await sweep()
      await later(15)
      expect(await read()).toMatchObject([{ state: 'requested', isYours: true }])
      if (said === 'failed') await say({ kind: 'sent', utr: newUtr() })
      await say({ kind: said, reason: null })
      await sendAgain(49_900n)
      await ledger.db.run(sql`
        insert into receipt_emails (merchant_id, order_id, sent_at) values (${merchantId}, ${orderId}, ${ledger.clock.now()})
        on conflict (merchant_id, order_id) do update set due_at = null, sent_at = ${ledger.clock.now()}`)
      phonepe.arrive()
      for (const minutes of [400, 400]) await later(minutes)
      expect(await list()).toMatchObject({
        left: 0,
        excess: 499,
        refunds: [
          { state: 'sent', isYours: false, isRevived: true, providerId: expect.any(String), reason: null },
          { state: 'sent', isRevived: false },
        ],
      })
      const receipt = sql`select due_at is not null from receipt_emails where order_id = ${orderId}`
      expect(await ledger.db.value(receipt)).toBe(true)
      await ledger.db.run(
        sql`update receipt_emails set due_at = null, sent_at = ${ledger.clock.now()} where order_id = ${orderId}`,
      )
      RIGS.PhonePe.bend(name, 'done', newUtr())
      await Promise.all([later(400), sweep(), sweep()])
      for (const minutes of [400, 4_000]) await later(minutes)
      expect((await read())[0]).toMatchObject({ state: 'confirmed', confirmedBy: 'provider' })
      expect(await ledger.db.value(receipt)).toBe(false)
      expect(await noticesOf(name)).toEqual([`refund ${name}`, `refund ${name} revived`])
      const events = await ledger.db.values<string>(sql`
        select event from webhook_events where payload::json -> 'data' ->> 'refundId' = ${name}`)
      expect(events.toSorted()).toEqual(
        said === 'failed'
          ? ['refund.confirmed', 'refund.failed', 'refund.requested', 'refund.sent', 'refund.sent']
          : ['refund.cancelled', 'refund.confirmed', 'refund.requested', 'refund.sent'],
      )
      expect(
        await ledger.db.one(
          sql`select state, refunding_paise as paise from credits where credit_id = ${creditId}`,
        ),
      ).toEqual({ state: 'refunded', paise: 99_800n })
      await expectVerified(ledger)
    },
  )

  test('what it refuses after the merchant cancelled it stays cancelled, and is asked about no more', async () => {
    const { name, read, say } = await refundedBy(RIGS.PhonePe)
    phonepe.breaks(LATE)
    await sweep()
    await later(15)
    await say({ kind: 'cancelled', reason: 'Not at PhonePe' })
    phonepe.arrive()
    RIGS.PhonePe.bend(name, 'failed', null)
    for (const minutes of [400, 400]) await later(minutes)
    expect(await read()).toMatchObject([{ state: 'cancelled', reason: 'Not at PhonePe', isRevived: false }])
    const due = sql`select due_at from refunds where refund_id = ${name}`
    expect(await ledger.db.value(due)).toBeNull()
  })

  test('nothing more is sent of a payment of which more goes back than was paid', async () => {
    const { merchantId, name, read, list, say, start } = await refundedBy(RIGS.PhonePe, 49_900n)
    phonepe.breaks(LATE)
    await sweep()
    await later(15)
    await say({ kind: 'cancelled', reason: null })
    await start(49_900n)
    const [, second] = await read()
    // The second waits while the first turns out to be sent.
    const tomorrow = new Date(ledger.clock.now().getTime() + DAY_MS)
    await ledger.db.run(sql`
      update refunds set due_at = ${tomorrow} where merchant_id = ${merchantId} and refund_id = ${second?.id ?? ''}`)
    phonepe.arrive()
    for (const minutes of [400, 400, 1_000]) await later(minutes)
    expect(await list()).toMatchObject({
      excess: 499,
      refunds: [{ state: 'sent' }, { state: 'requested', isYours: true }],
    })
    expect([postsOf(RIGS.PhonePe, name), postsOf(RIGS.PhonePe, second?.id)]).toEqual([1, 0])
    await changeRefund(ledger, { merchantId, mode: 'live' }, second?.id ?? '', {
      kind: 'cancelled',
      reason: null,
    })
    expect(await list()).toMatchObject({ excess: 0, left: 0 })
    await expectVerified(ledger)
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
    // Refunds of other tests are due as well.
    phonepe.breaks({ kind: 'status', status: 502 }, Number.POSITIVE_INFINITY)
    await sweep()
    phonepe.mend()
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

describe.each(Object.entries(RIGS))('%s', (_name, rig) => {
  test('a provider that does not answer for a day is not waited for: the merchant is asked, and nothing is sent after that', async () => {
    const { merchantId, name, read } = await refundedBy(rig)
    await addTarget(merchantId)
    await crash()
    rig.fake().breaks({ kind: 'status', status: 503 }, Number.POSITIVE_INFINITY)
    for (const minutes of [2, 15, 60, 600]) await later(minutes)
    expect(await read()).toMatchObject([{ isYours: false }])
    for (const minutes of [400, 400, 400]) await later(minutes)
    expect(await read()).toMatchObject([
      { state: 'requested', isYours: true, reason: expect.stringMatching(/503/) },
    ])
    rig.fake().mend()
    for (const minutes of [400, 400]) await later(minutes)
    expect(await read()).toMatchObject([{ state: 'requested', isYours: true }])
    expect([postsOf(rig, name), await noticesOf(name)]).toEqual([0, [`refund ${name}`]])
  })

  test('what the merchant said was sent is never sent again', async () => {
    const { name, read, say } = await refundedBy(rig)
    await crash()
    rig.fake().breaks({ kind: 'not_json' }, Number.POSITIVE_INFINITY)
    for (const minutes of [2, 15, 15]) await later(minutes)
    const utr = newUtr()
    await say({ kind: 'sent', utr })
    rig.fake().mend()
    for (const minutes of [400, 400]) await later(minutes)
    expect(await read()).toMatchObject([{ state: 'sent', isYours: true, utr }])
    expect(postsOf(rig, name)).toBe(0)
  })

  test('a process that was held up beyond its claim sends nothing', async () => {
    const { name, start, read } = await refundedBy(rig)
    await start(10_000n)
    // The first call of the batch takes longer than the claim of both.
    rig.fake().breaks({ kind: 'silent' })
    const held = sweep()
    await rig.fake().hanging()
    ledger.clock.advance({ ms: 61_000 })
    rig.fake().release()
    await held
    const names = (await read()).map(({ id }) => id)
    const sent = names.map((each) => postsOf(rig, each))
    expect(sent.toSorted()).toEqual([0, 1])
    await later(2)
    await later(15)
    expect((await read()).map(({ state }) => state)).toEqual(['sent', 'sent'])
    expect(rig.fake().refunds.has(name)).toBe(true)
  })
})

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
    await later(2)
    expect(await read()).toMatchObject([{ state: 'requested', isYours: false }])
    for (const minutes of [15, 60]) await later(minutes)
    expect(await read()).toMatchObject([{ state: 'requested', isYours: true }])
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
