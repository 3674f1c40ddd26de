import { fuzzRuns } from '@galla/upi/fuzz-harness'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { creditFor, newUtr } from '../../../testing/ledger.ts'
import { sql } from '../../platform/database/database.ts'
import { recordCredit } from '../record-credit.ts'
import { startRefund } from './change-refunds.ts'
import {
  addTarget,
  crash,
  LATE,
  later,
  ledger,
  noticesOf,
  phonepe,
  postsOf,
  RIGS,
  refundedBy,
  sweep,
  takenOf,
  useProviders,
} from './provider-refunds-harness.ts'

useProviders()

describe.each(Object.entries(RIGS))('%s', (_name, rig) => {
  const refunded = (amount?: bigint) => refundedBy(rig, amount)
  const posts = () => postsOf(rig)
  const statesOf = async (read: () => Promise<{ state: string }[]>) =>
    (await read()).map(({ state }) => state)

  test('a refund is sent once, by whichever process, and the provider confirms it with its UTR', async () => {
    const { name, read, creditId } = await refunded()
    // The events of one moment have ids of no order.
    ledger.clock.advance({ seconds: 1 })
    const before = posts()
    await Promise.all([sweep(), sweep(), sweep()])
    expect(await read()).toMatchObject([{ state: 'sent', providerId: expect.any(String), utr: null }])
    await later(2)
    expect(await statesOf(read)).toEqual(['sent'])
    const utr = newUtr()
    rig.bend(name, 'done', utr)
    await later(10)
    expect(await read()).toMatchObject([{ state: 'confirmed', confirmedBy: 'provider', utr }])
    await later(600)
    expect(posts() - before).toBe(1)
    const events = await ledger.db.values<string>(sql`
      select event from webhook_events where payload::json -> 'data' ->> 'creditId' = ${creditId} order by event_id`)
    expect(events).toEqual(['refund.requested', 'refund.sent', 'refund.confirmed'])
  })

  test.each([
    ['no reply', { kind: 'cut' }],
    ['an error of its server', { kind: 'status', status: 502 }],
    ['half a reply', { kind: 'half' }],
  ] as const)(
    'a refund that was taken with %s is asked for by its name, and never sent again',
    async (_what, fault) => {
      const { read } = await refunded()
      const before = posts()
      rig.fake().breaks(fault, 1)
      await sweep()
      expect(await statesOf(read)).toEqual(['requested'])
      await later(2)
      expect(await statesOf(read)).toEqual(['sent'])
      await later(60)
      expect(posts() - before).toBe(1)
    },
  )

  test.runIf(rig !== RIGS.PhonePe)(
    'a refund that never reached the provider is sent again under its name, once it can be lost no more',
    async () => {
      const { name, read } = await refunded()
      await crash()
      const before = posts()
      await later(2)
      expect([posts() - before, await statesOf(read)]).toEqual([0, ['requested']])
      await later(15)
      expect([posts() - before, await statesOf(read)]).toEqual([1, ['sent']])
      expect(rig.fake().refunds.has(name)).toBe(true)
    },
  )

  test('what the provider refuses fails with its reason and may be refunded again, also later', async () => {
    const { creditId, read, start, name } = await refunded(49_900n)
    await sweep()
    const stateOf = () =>
      ledger.db.value<string>(sql`select state from credits where credit_id = ${creditId}`)
    expect(await stateOf()).toBe('refunded')
    rig.bend(name, 'failed', null)
    await later(5)
    expect([await statesOf(read), await stateOf()]).toEqual([['failed'], 'matched'])
    // The provider still counts the refund that failed.
    await start(49_900n)
    await sweep()
    const [, second] = await read()
    expect([second?.state, second?.reason]).toEqual(['failed', expect.stringMatching(/greater/)])
  })

  test('an answer that is not documented changes nothing', async () => {
    const { name, read } = await refunded()
    await sweep()
    rig.bend(name, 'odd', newUtr())
    await later(5)
    expect(await statesOf(read)).toEqual(['sent'])
  })
})

test('a payment that no provider reported is not refunded by one', async () => {
  const merchantId = await ledger.merchantWith(RIGS.Cashfree.verification)
  const orderId = await ledger.order(merchantId)
  const recorded = await recordCredit(
    ledger,
    creditFor(ledger, { merchantId, orderId }, { source: 'statement' }),
  )
  const form = { way: 'provider', requestId: 'request-x' } as const
  await expect(
    startRefund(ledger, { merchantId, mode: 'live' }, recorded.creditId, form),
  ).rejects.toMatchObject({
    code: 'no_verification',
  })
})

const FAULTS = [
  LATE,
  { kind: 'cut' },
  { kind: 'half' },
  { kind: 'not_json' },
  { kind: 'status', status: 502 },
  { kind: 'status', status: 429 },
] as const
const anyStep = fc.oneof(
  fc.record({ kind: fc.constant('sweep' as const), processes: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('wait' as const), minutes: fc.constantFrom(1, 2, 9, 11, 60) }),
  fc.record({
    kind: fc.constant('fault' as const),
    fault: fc.constantFrom(...FAULTS),
    times: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ kind: fc.constantFrom('crash', 'revoke', 'arrive', 'cancel', 'again') }),
)

test.each(Object.entries(RIGS))(
  '%s refunds once, in any order of faults, crashes and processes',
  async (of, rig) => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 12 }), async (steps) => {
        const { name, creditId, merchantId, orderId, read, list, say, sendAgain } = await refundedBy(
          rig,
          30_000n,
        )
        await addTarget(merchantId)
        let again = 0n
        const acts = {
          crash,
          revoke: phonepe.revokeTokens,
          arrive: () => rig.fake().arrive(),
          // The merchant can say so only when asked.
          cancel: () => say({ kind: 'cancelled', reason: null }).catch(() => undefined),
          async again() {
            if ((await read())[0]?.state !== 'cancelled' || again > 0n) return
            again = 30_000n
            await sendAgain(again)
          },
        }
        const others = rig.fake().refunds.size
        for (const step of steps) {
          if (step.kind === 'wait') ledger.clock.advance({ ms: step.minutes * 60_000 })
          if (step.kind === 'fault') rig.fake().breaks(step.fault, step.times)
          await acts[step.kind as keyof typeof acts]?.()
          if (step.kind === 'sweep') await Promise.all(Array.from({ length: step.processes }, sweep))
        }
        rig.fake().mend()
        rig.fake().arrive()
        for (const minutes of [15, 60, 400, 400]) await later(minutes)
        const [refund] = await read()
        const isTaken = rig.fake().refunds.has(name)
        const isEnded = refund?.state === 'cancelled'
        const { isRevived = false } = refund ?? {}
        expect({ orderId, ...refund }).toMatchObject({
          state: isTaken ? 'sent' : isEnded ? 'cancelled' : 'requested',
          // Where the provider has none, the merchant is asked.
          isYours: !isTaken,
        })
        expect(rig.fake().refunds.size - others).toBe(isTaken ? 1 : 0)
        if (of === 'PhonePe') expect(takenOf(name)).toBe(isTaken ? 1 : 0)
        const gone = (isTaken ? 30_000n : isEnded ? 0n : 30_000n) + again
        expect(
          await ledger.db.one(
            sql`select state, refunding_paise as gone from credits where credit_id = ${creditId}`,
          ),
        ).toEqual({ state: isTaken && again > 0n ? 'refunded' : 'matched', gone })
        expect((await list()).excess).toBe(gone > 49_900n ? Number(gone - 49_900n) / 100 : 0)
        const notices = await noticesOf(name)
        expect(notices.includes(`refund ${name} revived`)).toBe(isRevived)
        expect(notices.includes(`refund ${name}`) || (isTaken && !isRevived)).toBe(true)
        expect(notices.length).toBe(new Set(notices).size)
        const events = await ledger.db.values<string>(sql`
          select event from webhook_events where payload::json -> 'data' ->> 'refundId' = ${name}`)
        expect(events.toSorted()).toEqual([
          ...(isEnded || isRevived ? ['refund.cancelled'] : []),
          'refund.requested',
          ...(isTaken ? ['refund.sent'] : []),
        ])
      }),
      { numRuns: fuzzRuns(6) },
    )
  },
)
