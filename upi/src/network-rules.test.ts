import { describe, expect, it, test } from 'vitest'
import {
  ACCOUNT_KINDS,
  type AccountKind,
  allowsAppLinks,
  NETWORK_RULES,
  type NetworkRule,
  rulesInForce,
  sharedQrLimit,
} from './network-rules.ts'
import { displayRupees, paise } from './rupees.ts'

const TODAY = new Date('2026-11-21T06:00:00Z')

/** The last millisecond in India before this day, and its first. */
const edgesOf = (day: string): [Date, Date] => {
  const first = Date.parse(`${day}T00:00:00+05:30`)
  return [new Date(first - 1), new Date(first)]
}

/** What the rules about one matter say before and from a day. */
const changeOf = <T>(day: string, kind: AccountKind, read: (rules: ReturnType<typeof rulesInForce>) => T) =>
  edgesOf(day).map((at) => read(rulesInForce(at, kind)))

describe('app links', () => {
  it.each<[AccountKind, boolean]>([
    ['personal', false],
    ['small_merchant', false],
    ['verified_merchant', true],
  ])('to a %s account are allowed in November 2026: %s', (kind, allowed) => {
    expect(allowsAppLinks(rulesInForce(TODAY, kind))).toBe(allowed)
  })

  it('are refused from midnight in India on the day of the rule of their kind', () => {
    expect(edgesOf('2024-04-01')[1].toISOString()).toBe('2024-03-31T18:30:00.000Z')
    expect(changeOf('2024-04-01', 'personal', allowsAppLinks)).toEqual([true, false])
    expect(changeOf('2024-04-01', 'small_merchant', allowsAppLinks)).toEqual([true, true])
    expect(changeOf('2025-04-30', 'small_merchant', allowsAppLinks)).toEqual([true, false])
    expect(changeOf('2025-04-30', 'verified_merchant', allowsAppLinks)).toEqual([true, true])
  })
})

test('a shared QR picture has a limit of ₹2,000, only for unverified accounts', () => {
  for (const kind of ACCOUNT_KINDS) {
    const rules = rulesInForce(TODAY, kind)
    expect(sharedQrLimit(rules, paise(2_000_00n))).toBeUndefined()
    expect(sharedQrLimit(rules, paise(2_000_01n))).toBe(kind === 'verified_merchant' ? undefined : 2_000_00n)
    expect(changeOf('2024-04-01', kind, (each) => sharedQrLimit(each, paise(2_000_01n)))).toEqual(
      kind === 'verified_merchant' ? [undefined, undefined] : [undefined, 2_000_00n],
    )
  }
})

test('collect requests ended for persons in October 2025, and for merchants in February 2026, with exemptions', () => {
  const allowed = ({ collect }: ReturnType<typeof rulesInForce>) => collect?.allowed
  expect(changeOf('2025-10-01', 'personal', allowed)).toEqual([true, false])
  expect(changeOf('2025-10-01', 'verified_merchant', allowed)).toEqual([true, true])
  for (const kind of ['small_merchant', 'verified_merchant'] as const) {
    expect(changeOf('2026-02-28', kind, allowed)).toEqual([true, false])
    expect(rulesInForce(TODAY, kind).collect?.except).toContain('MCC 6012 and 6211')
  }
  expect(rulesInForce(TODAY, 'personal').collect?.except).toEqual([])
})

describe('limits', () => {
  it('of a payment, a day and a month differ by kind in November 2026', () => {
    const limits = ACCOUNT_KINDS.map((kind) => {
      const { payment, day, month } = rulesInForce(TODAY, kind)
      return [payment?.limit, payment?.listedLimit, day?.of, day?.limit, day?.listedLimit, month?.limit]
    })
    expect(limits).toEqual([
      [1_00_000_00n, null, 'payer', 1_00_000_00n, null, undefined],
      [10_000_00n, null, 'payee', 25_000_00n, null, 1_00_000_00n],
      [1_00_000_00n, 5_00_000_00n, 'payer', 1_00_000_00n, 10_00_000_00n, undefined],
    ])
  })

  it('change at midnight in India', () => {
    expect(changeOf('2024-04-30', 'small_merchant', ({ payment }) => payment?.limit)).toEqual([
      1_00_000_00n,
      10_000_00n,
    ])
    expect(changeOf('2024-04-30', 'small_merchant', ({ day }) => day?.limit)).toEqual([undefined, 25_000_00n])
    expect(changeOf('2024-04-30', 'small_merchant', ({ month }) => month?.limit)).toEqual([
      undefined,
      1_00_000_00n,
    ])
    expect(changeOf('2025-09-15', 'verified_merchant', ({ payment }) => payment?.listedLimit)).toEqual([
      null,
      5_00_000_00n,
    ])
    expect(changeOf('2025-09-15', 'verified_merchant', ({ day }) => day?.listedLimit)).toEqual([
      undefined,
      10_00_000_00n,
    ])
  })
})

test('a proposal has no effect until it has a date, and then applies to its kind from that day', () => {
  for (const kind of ACCOUNT_KINDS) expect(rulesInForce(new Date('2099-01-01'), kind).hold).toBeUndefined()
  const dated = NETWORK_RULES.map(
    (rule): NetworkRule => (rule.about === 'hold' ? { ...rule, since: '2027-01-01' } : rule),
  )
  const holds = (kind: AccountKind) =>
    edgesOf('2027-01-01').map((at) => rulesInForce(at, kind, dated).hold?.above)
  expect(holds('personal')).toEqual([undefined, 10_000_00n])
  expect(holds('small_merchant')).toEqual([undefined, undefined])
})

test('no rule is in force before UPI began', () => {
  for (const kind of ACCOUNT_KINDS) expect(rulesInForce(edgesOf('2016-04-11')[0], kind)).toEqual({})
})

test('each rule has a real day or none, a source and its own amounts, and is unique by matter, day and kind', () => {
  const keys = new Set<string>()
  for (const rule of NETWORK_RULES) {
    const { about, kinds, since, source, says } = rule
    if (since !== null) expect(new Date(`${since}T00:00:00Z`).toISOString().slice(0, 10)).toBe(since)
    expect(source).not.toBe('')
    for (const amount of amountsOf(rule))
      expect(says).toContain(displayRupees(paise(amount)).replace(/\.00$/, ''))
    for (const kind of kinds) {
      const key = `${about} ${kind} ${since}`
      expect(keys.has(key), key).toBe(false)
      keys.add(key)
    }
  }
})

const amountsOf = (rule: NetworkRule): bigint[] => {
  if (rule.about === 'hold') return [rule.above]
  const listed = 'listedLimit' in rule && rule.listedLimit !== null ? [rule.listedLimit] : []
  return 'limit' in rule ? [rule.limit, ...listed] : []
}
