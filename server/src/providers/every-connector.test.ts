import { parsePayLink } from '@galla/upi/link'
import { paise } from '@galla/upi/rupees'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Bound, type ConnectorRig, TRANSPORT_FAULTS } from '../../testing/connector-rig.ts'
import { CONNECTOR_RIGS } from '../../testing/connector-rigs.ts'
import { manualClock } from '../platform/clock.ts'
import { randomIds } from '../platform/ids.ts'
import type { Made, Wanted } from './connector.ts'

const NOW = new Date('2026-11-21T04:00:00Z')
const REFERENCE = '01KAJ5N0G0ABCDEFGHJKMNPQRS'
const QUESTION = { reference: REFERENCE, amount: paise(49900n), providerId: null }
const UTR = '632512345678'
const NETWORK = { totalTimeoutMs: 2_000, allowPrivate: true, bytes: randomIds.bytes, now: () => NOW }
const FUZZ_RUNS = 60

const WINDOW_MS = 900_000
let made = 0
const fail = (): never => {
  throw new Error('this connector makes no QR codes')
}

describe.each(Object.entries(CONNECTOR_RIGS))('%s', (_name, { makesQrs: isMaker, start }) => {
  let rig: ConnectorRig
  let connector: Bound
  const heard: string[] = []

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

  const check = async (question = QUESTION) => {
    const answer = await connector.check(question)
    heard.push(answer.said)
    return answer
  }

  test('a payment is told with its amount, bank reference and time', async () => {
    rig.pay(REFERENCE, QUESTION.amount, UTR)
    expect(await check()).toMatchObject({
      kind: 'paid',
      payment: { amount: 49900n, utr: UTR, receivedAt: NOW },
    })
  })

  test('an order that nobody paid yet, or that nobody knows, is unknown and no trouble', async () => {
    rig.leaveOpen(REFERENCE)
    expect(await check()).toMatchObject({ kind: 'unknown', trouble: null })
    const unknown = { ...QUESTION, reference: 'NOBODY0MADE0THIS' }
    expect(await check(unknown)).toMatchObject({ kind: 'unknown', trouble: null })
  })

  test('another amount is told as it is, never as what was asked for', async () => {
    const reference = 'PAID0ANOTHER0AMOUNT'
    rig.pay(reference, paise(12345n), UTR)
    expect(await check({ ...QUESTION, reference })).toMatchObject({
      kind: 'paid',
      payment: { amount: 12345n },
    })
  })

  test('told again, a payment is the same telling; an older answer afterwards says nothing', async () => {
    rig.pay(REFERENCE, QUESTION.amount, UTR)
    expect(await check()).toEqual(await check())
    rig.leaveOpen(REFERENCE)
    expect(await check()).toMatchObject({ kind: 'unknown', trouble: null })
  })

  test('a success about something else, or in words that nobody documented, is nonsense', async () => {
    rig.pay(REFERENCE, QUESTION.amount, UTR)
    const wrongly: Record<string, unknown> = {}
    for (const [what, bend] of Object.entries(rig.impostors)) {
      rig.fake.bend(bend)
      const answer = await check()
      if (answer.kind !== 'unknown' || answer.trouble?.kind !== 'nonsense') wrongly[what] = answer
    }
    expect(wrongly).toEqual({})
  })

  test.each(TRANSPORT_FAULTS)(
    '%s fails no order, even when the payment succeeded',
    async (_what, fault, trouble, retryAfterSeconds) => {
      rig.pay(REFERENCE, QUESTION.amount, UTR)
      await check()
      rig.fake.breaks(fault, Number.POSITIVE_INFINITY)
      expect(await check()).toMatchObject({ kind: 'unknown', trouble: { kind: trouble, retryAfterSeconds } })
      rig.fake.mend()
      expect(await check()).toMatchObject({ kind: 'paid' })
    },
  )

  test('silence is given up after the time limit, and fails no order', async () => {
    const hasty = rig.connect({ ...NETWORK, totalTimeoutMs: 50 })
    rig.fake.breaks({ kind: 'silent' }, Number.POSITIVE_INFINITY)
    expect(await hasty.check(QUESTION)).toMatchObject({
      kind: 'unknown',
      said: 'The provider did not answer in time',
      trouble: { kind: 'down' },
    })
  })

  test('whatever is answered is an answer, and none is paid without the word for it', async () => {
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
        rig.fake.bend((answer) => {
          const bent = { ...answer, ...odd }
          sent = text(bent)
          return JSON.parse(sent) as Record<string, unknown>
        })
        const answer = await check()
        if (answer.kind === 'paid') expect(sent).toContain(rig.successWord)
        expect(['paid', 'refused', 'unknown']).toContain(answer.kind)
      }),
      { numRuns: FUZZ_RUNS },
    )
  })

  test('a connection is tested by an order that does not exist', async () => {
    expect(await connector.test('UNUSED1')).toMatchObject({ works: true })
    const refused = await rig.connect(NETWORK, 'wrong').test('UNUSED1')
    expect(refused.works).toBe(false)
    rig.fake.breaks({ kind: 'status', status: 502 }, Number.POSITIVE_INFINITY)
    const down = await connector.test('UNUSED1')
    expect(down).toEqual({ works: false, detail: 'The provider answered HTTP 502' })
    heard.push(refused.detail, down.detail)
  })

  describe.runIf(isMaker)('makes QR codes', () => {
    const wanted = (over: Partial<Wanted> = {}): Wanted => {
      made += 1
      return {
        reference: `01KAJ5N0G0QRQRQRQRQRQR${String(made).padStart(4, '0')}`,
        amount: paise(49900n),
        note: 'School fees, term 2',
        closeAt: new Date(NOW.getTime() + WINDOW_MS),
        now: NOW,
        customer: { name: 'Asha Rao', email: 'asha@example.com', mobile: '9123456780' },
        ...over,
      }
    }
    const create = async (what: Wanted): Promise<Made> => {
      const outcome = await (connector.create ?? fail)(what)
      if (outcome.kind !== 'made') heard.push(outcome.said)
      return outcome
    }
    const noticed = (notice: { headers: Record<string, string>; body: string }) => {
      const told = (connector.notification ?? fail)({
        headers: notice.headers,
        body: Buffer.from(notice.body),
      })
      heard.push(told.said)
      return told
    }

    test('with its own link for exactly the amount, and what is paid by it is found by both names', async () => {
      const order = wanted()
      const outcome = await create(order)
      if (outcome.kind !== 'made') throw new Error(outcome.said)
      expect(parsePayLink(outcome.qr.link)?.amount).toBe(order.amount)
      const question = { ...order, providerId: outcome.qr.providerId }
      expect(await connector.check(question)).toMatchObject({ kind: 'unknown', trouble: null })
      rig.pay(order.reference, order.amount, UTR)
      expect(await connector.check(question)).toMatchObject({ kind: 'paid', payment: { utr: UTR } })
    })

    test('for whoever gave no name, no e-mail and no mobile number, too', async () => {
      expect(await create(wanted({ customer: { name: '', email: '', mobile: '' } }))).toMatchObject({
        kind: 'made',
      })
    })

    test('but none where it refuses one, and none of a name that is taken', async () => {
      expect(await create(wanted({ amount: paise(99n) }))).toMatchObject({ kind: 'refused' })
      if (rig.maker?.mayBeMadeTwice) return
      const order = wanted()
      await create(order)
      // Whoever made the first one: it has to be closed before anybody pays it.
      expect(await create(order)).toMatchObject({ kind: 'unknown' })
    })

    test.each(TRANSPORT_FAULTS)(
      'but none when %s cuts it off, and knows whether one may be left',
      async (_what, fault) => {
        await connector.check(QUESTION)
        rig.fake.breaks(fault, Number.POSITIVE_INFINITY)
        const wasRefused = fault.kind === 'status' && fault.status < 500
        expect(await create(wanted())).toMatchObject({ kind: wasRefused ? 'refused' : 'unknown' })
      },
    )

    test('but passes on no link that it should not', async () => {
      const wrongly: Record<string, unknown> = {}
      for (const [what, bend] of Object.entries(rig.maker?.badLinks ?? {})) {
        rig.fake.bend(bend)
        const outcome = await create(wanted())
        if (outcome.kind !== 'unknown') wrongly[what] = outcome
      }
      expect(wrongly).toEqual({})
    })

    test('and closes one that was paid, closed or never made', async () => {
      const close = (reference: string) =>
        (connector.close ?? fail)({ reference, providerId: null, askedAt: NOW })
      expect(await close('NOBODY0MADE0THIS')).toMatchObject({ kind: 'closed' })
      rig.pay(REFERENCE, QUESTION.amount, UTR)
      expect(await close(REFERENCE)).toMatchObject({ kind: 'closed' })
      expect(await close(REFERENCE)).toMatchObject({ kind: 'closed' })
      rig.fake.breaks({ kind: 'status', status: 503, retryAfter: '9' }, Number.POSITIVE_INFINITY)
      expect(await close(REFERENCE)).toMatchObject({
        kind: 'unknown',
        trouble: { kind: 'down', retryAfterSeconds: 9 },
      })
    })

    test('and its notifications name the order, the same each time they are sent', () => {
      rig.pay(REFERENCE, QUESTION.amount, UTR)
      const notice = rig.maker?.notice(REFERENCE) ?? fail()
      const first = noticed(notice)
      expect(first).toMatchObject({ kind: 'signed', about: { reference: REFERENCE } })
      expect(noticed(notice)).toEqual(first)
      rig.pay('ANOTHER0ORDER', QUESTION.amount, UTR)
      const other = noticed(rig.maker?.notice('ANOTHER0ORDER') ?? fail())
      expect(other.kind === 'signed' && first.kind === 'signed' && other.eventId === first.eventId).toBe(
        false,
      )
    })

    test('and a notification that it did not sign is forged, whatever it says', () => {
      rig.pay(REFERENCE, QUESTION.amount, UTR)
      const notice = rig.maker?.notice(REFERENCE) ?? fail()
      const believed = Object.entries(rig.maker?.forgeries ?? {}).filter(
        ([, forge]) => noticed(forge(notice)).kind !== 'forged',
      )
      expect(believed.map(([what]) => what)).toEqual([])
    })

    test('and a signed notification about something else is about no payment', () => {
      rig.pay(REFERENCE, QUESTION.amount, UTR)
      for (const send of rig.maker?.otherwise ?? [])
        expect(noticed(send(REFERENCE))).toMatchObject({ kind: 'signed', about: null, payment: null })
    })
  })

  test('nothing that was said holds a secret', () => {
    for (const secret of rig.secrets) expect(heard.join('\n')).not.toContain(secret)
    expect(heard.every((said) => said.length <= 160)).toBe(true)
  })
})

/** What JSON can't hold (a bigint, a symbol, a circle) no provider can send. */
const text = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part))
