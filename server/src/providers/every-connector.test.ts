import { fuzzRuns } from '@galla/upi/fuzz-harness'
import { parsePayLink } from '@galla/upi/link'
import { paise } from '@galla/upi/rupees'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Bound, type ConnectorRig, TRANSPORT_FAULTS } from '../../testing/connector-rig.ts'
import { CONNECTOR_RIGS } from '../../testing/connector-rigs.ts'
import { manualClock } from '../platform/clock.ts'
import { randomIds } from '../platform/ids.ts'
import type { CreateQrRequest, CreateQrResult } from './connector.ts'

const NOW = new Date('2026-11-21T04:00:00Z')
const REFERENCE = '01KAJ5N0G0ABCDEFGHJKMNPQRS'
const QUERY = { reference: REFERENCE, amount: paise(49900n), providerId: null }
const UTR = '632512345678'
const NETWORK = { totalTimeoutMs: 60_000, allowPrivate: true, bytes: randomIds.bytes, now: () => NOW }
const FUZZ_RUNS = 20

const WINDOW_MS = 900_000
let created = 0
const fail = (): never => {
  throw new Error('this connector creates no QR codes')
}

describe.each(Object.entries(CONNECTOR_RIGS))('%s', (_name, { makesQrs: isMaker, start }) => {
  let rig: ConnectorRig
  let connector: Bound
  const messages: string[] = []

  beforeAll(async () => {
    rig = await start(manualClock(NOW))
    connector = rig.connect(NETWORK)
  })
  afterAll(() => rig.fake.close())
  afterEach(() => {
    rig.fake.mend()
    rig.fake.bend(undefined)
    rig.fake.release()
  })

  const check = async (query = QUERY) => {
    const result = await connector.check(query)
    messages.push(result.message)
    return result
  }

  test('a payment is reported with its amount, bank reference and time', async () => {
    rig.pay(REFERENCE, QUERY.amount, UTR)
    expect(await check()).toMatchObject({
      kind: 'paid',
      payment: { amount: 49900n, utr: UTR, receivedAt: NOW },
    })
  })

  test('an unpaid or unknown order is unknown and no error', async () => {
    rig.leaveOpen(REFERENCE)
    expect(await check()).toMatchObject({ kind: 'unknown', error: null })
    const unknown = { ...QUERY, reference: 'NOBODY0MADE0THIS' }
    expect(await check(unknown)).toMatchObject({ kind: 'unknown', error: null })
  })

  test('another amount is reported as paid, not as requested', async () => {
    const reference = 'PAID0ANOTHER0AMOUNT'
    rig.pay(reference, paise(12345n), UTR)
    expect(await check({ ...QUERY, reference })).toMatchObject({
      kind: 'paid',
      payment: { amount: 12345n },
    })
  })

  test('the same payment is reported the same way twice; an older response afterwards is unknown', async () => {
    rig.pay(REFERENCE, QUERY.amount, UTR)
    expect(await check()).toEqual(await check())
    rig.leaveOpen(REFERENCE)
    expect(await check()).toMatchObject({ kind: 'unknown', error: null })
  })

  test('a success about something else, or in an undocumented form, is an invalid response', async () => {
    rig.pay(REFERENCE, QUERY.amount, UTR)
    const wrongly: Record<string, unknown> = {}
    for (const [what, bend] of Object.entries(rig.impostors)) {
      rig.fake.bend(bend)
      const result = await check()
      if (result.kind !== 'unknown' || result.error?.kind !== 'invalid_response') wrongly[what] = result
    }
    expect(wrongly).toEqual({})
  })

  test.each(TRANSPORT_FAULTS)(
    '%s fails no order, even when the payment succeeded',
    async (_what, fault, error, retryAfterSeconds) => {
      rig.pay(REFERENCE, QUERY.amount, UTR)
      await check()
      rig.fake.breaks(fault, Number.POSITIVE_INFINITY)
      expect(await check()).toMatchObject({ kind: 'unknown', error: { kind: error, retryAfterSeconds } })
      rig.fake.mend()
      expect(await check()).toMatchObject({ kind: 'paid' })
    },
  )

  test('a provider that never responds times out and fails no order', async () => {
    const hasty = rig.connect({ ...NETWORK, totalTimeoutMs: 50 })
    rig.fake.breaks({ kind: 'silent' }, Number.POSITIVE_INFINITY)
    expect(await hasty.check(QUERY)).toMatchObject({
      kind: 'unknown',
      message: 'The provider did not answer in time',
      error: { kind: 'down' },
    })
  })

  test('any response gives a result, and none is paid without the success status', async () => {
    rig.leaveOpen(REFERENCE)
    const word = fc.constantFrom(rig.successWord, REFERENCE, '499.00', 499, 49900, null, [], {})
    const change = fc.dictionary(
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...rig.fields) },
        { weight: 1, arbitrary: fc.string() },
      ),
      fc.oneof(word, fc.string(), fc.anything()),
    )
    await fc.assert(
      fc.asyncProperty(change, async (odd) => {
        let sent = ''
        rig.fake.bend((result) => {
          const bent = { ...result, ...odd }
          sent = text(bent)
          return JSON.parse(sent) as Record<string, unknown>
        })
        const result = await check()
        if (result.kind === 'paid') expect(sent).toContain(rig.successWord)
        expect(['paid', 'refused', 'unknown']).toContain(result.kind)
      }),
      { numRuns: fuzzRuns(FUZZ_RUNS) },
    )
  })

  test('a connection test checks an order that does not exist', async () => {
    expect(await connector.test('UNUSED1')).toMatchObject({ works: true })
    const refused = await rig.connect(NETWORK, 'wrong').test('UNUSED1')
    expect(refused.works).toBe(false)
    rig.fake.breaks({ kind: 'status', status: 502 }, Number.POSITIVE_INFINITY)
    const down = await connector.test('UNUSED1')
    expect(down).toEqual({ works: false, detail: 'The provider answered HTTP 502' })
    messages.push(refused.detail, down.detail)
  })

  describe.runIf(isMaker)('makes QR codes', () => {
    const newRequest = (over: Partial<CreateQrRequest> = {}): CreateQrRequest => {
      created += 1
      return {
        reference: `01KAJ5N0G0QRQRQRQRQRQR${String(created).padStart(4, '0')}`,
        amount: paise(49900n),
        note: 'School fees, term 2',
        closeAt: new Date(NOW.getTime() + WINDOW_MS),
        now: NOW,
        customer: { name: 'Asha Rao', email: 'asha@example.com', mobile: '9123456780' },
        ...over,
      }
    }
    const create = async (what: CreateQrRequest): Promise<CreateQrResult> => {
      const outcome = await (connector.create ?? fail)(what)
      if (outcome.kind !== 'created') messages.push(outcome.message)
      return outcome
    }
    const noticed = (notification: { headers: Record<string, string>; body: string }) => {
      const result = (connector.notification ?? fail)({
        headers: notification.headers,
        body: Buffer.from(notification.body),
      })
      messages.push(result.message)
      return result
    }

    test('with its own link for exactly the amount, and its payment is found by both names', async () => {
      const order = newRequest()
      const outcome = await create(order)
      if (outcome.kind !== 'created') throw new Error(outcome.message)
      expect(parsePayLink(outcome.qr.link)?.amount).toBe(order.amount)
      const query = { ...order, providerId: outcome.qr.providerId }
      expect(await connector.check(query)).toMatchObject({ kind: 'unknown', error: null })
      rig.pay(order.reference, order.amount, UTR)
      expect(await connector.check(query)).toMatchObject({ kind: 'paid', payment: { utr: UTR } })
    })

    test('also for a customer without a name, e-mail and mobile number', async () => {
      expect(await create(newRequest({ customer: { name: '', email: '', mobile: '' } }))).toMatchObject({
        kind: 'created',
      })
    })

    test('but none where it refuses, and none with a used name', async () => {
      expect(await create(newRequest({ amount: paise(99n) }))).toMatchObject({ kind: 'refused' })
      if (rig.maker?.mayBeMadeTwice) return
      const order = newRequest()
      await create(order)
      // The first one has to be closed before it is paid.
      expect(await create(order)).toMatchObject({ kind: 'unknown' })
    })

    test.each(TRANSPORT_FAULTS)(
      'but none when %s cuts it off, and knows whether one may be left',
      async (_what, fault) => {
        await connector.check(QUERY)
        rig.fake.breaks(fault, Number.POSITIVE_INFINITY)
        const wasRefused = fault.kind === 'status' && fault.status < 500
        expect(await create(newRequest())).toMatchObject({ kind: wasRefused ? 'refused' : 'unknown' })
      },
    )

    test('but passes on no unsafe link', async () => {
      const wrongly: Record<string, unknown> = {}
      for (const [what, bend] of Object.entries(rig.maker?.badLinks ?? {})) {
        rig.fake.bend(bend)
        const outcome = await create(newRequest())
        if (outcome.kind !== 'unknown') wrongly[what] = outcome
      }
      expect(wrongly).toEqual({})
    })

    test('and closes one that was paid, closed or never created', async () => {
      const close = (reference: string) =>
        (connector.close ?? fail)({ reference, providerId: null, requestedAt: NOW })
      expect(await close('NOBODY0MADE0THIS')).toMatchObject({ kind: 'closed' })
      rig.pay(REFERENCE, QUERY.amount, UTR)
      expect(await close(REFERENCE)).toMatchObject({ kind: 'closed' })
      expect(await close(REFERENCE)).toMatchObject({ kind: 'closed' })
      rig.fake.breaks({ kind: 'status', status: 503, retryAfter: '9' }, Number.POSITIVE_INFINITY)
      expect(await close(REFERENCE)).toMatchObject({
        kind: 'unknown',
        error: { kind: 'down', retryAfterSeconds: 9 },
      })
    })

    test('and its notifications name the order, the same each time they are sent', () => {
      rig.pay(REFERENCE, QUERY.amount, UTR)
      const notification = rig.maker?.notification(REFERENCE) ?? fail()
      const first = noticed(notification)
      expect(first).toMatchObject({ kind: 'signed', about: { reference: REFERENCE } })
      expect(noticed(notification)).toEqual(first)
      rig.pay('ANOTHER0ORDER', QUERY.amount, UTR)
      const other = noticed(rig.maker?.notification('ANOTHER0ORDER') ?? fail())
      expect(other.kind === 'signed' && first.kind === 'signed' && other.eventId === first.eventId).toBe(
        false,
      )
    })

    test('and an unsigned notification is forged', () => {
      rig.pay(REFERENCE, QUERY.amount, UTR)
      const notification = rig.maker?.notification(REFERENCE) ?? fail()
      const believed = Object.entries(rig.maker?.forgeries ?? {}).filter(
        ([, forge]) => noticed(forge(notification)).kind !== 'forged',
      )
      expect(believed.map(([what]) => what)).toEqual([])
    })

    test('and a signed notification about something else is about no payment', () => {
      rig.pay(REFERENCE, QUERY.amount, UTR)
      for (const send of rig.maker?.otherwise ?? [])
        expect(noticed(send(REFERENCE))).toMatchObject({ kind: 'signed', about: null, payment: null })
    })
  })

  test('no message contains a secret', () => {
    for (const secret of rig.secrets) expect(messages.join('\n')).not.toContain(secret)
    expect(messages.every((message) => message.length <= 160)).toBe(true)
  })
})

/** What JSON can't hold (a bigint, a symbol, a circle) no provider can send. */
const text = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part))
