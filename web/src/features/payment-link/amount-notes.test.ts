import { type AccountKind, NETWORK_RULES } from '@galla/upi/network-rules'
import { paise } from '@galla/upi/rupees'
import { expect, test } from 'vitest'
import { amountNotes } from './payment-link-fieldset.tsx'

const now = new Date('2026-11-21T06:00:00Z')

test('an amount is shown with Indian grouping and in words', () => {
  expect(amountNotes(paise(1_23_456_00n), { kind: 'verified_merchant', now }).read).toBe(
    '₹1,23,456.00 · one lakh twenty-three thousand four hundred fifty-six rupees',
  )
})

test.each<[AccountKind, bigint, string[]]>([
  ['verified_merchant', 1_00_000_00n, []],
  ['verified_merchant', 1_00_000_01n, ['payment']],
  ['small_merchant', 2_000_00n, []],
  ['small_merchant', 2_000_01n, ['sharedQr']],
  ['small_merchant', 10_000_00n, ['sharedQr']],
  ['small_merchant', 10_000_01n, ['payment', 'sharedQr']],
  ['personal', 2_000_00n, []],
  ['personal', 2_000_01n, ['sharedQr']],
  ['personal', 1_00_000_00n, ['sharedQr']],
  ['personal', 1_00_000_01n, ['payment', 'sharedQr']],
])('an amount for a %s account of %d paise shows the warnings %j', (kind, amount, about) => {
  expect(amountNotes(paise(amount), { kind, now }).warnings.map((rule) => rule.about)).toEqual(about)
})

test('the warning about the proposed hold is shown only from the day on which it takes effect', () => {
  const rules = NETWORK_RULES.map((rule) => (rule.about === 'hold' ? { ...rule, since: '2026-11-22' } : rule))
  const warned = (amount: bigint, at: string, kind: AccountKind = 'personal') =>
    amountNotes(paise(amount), { kind, now: new Date(at), rules }).warnings.some(
      ({ about }) => about === 'hold',
    )
  expect(warned(10_000_01n, '2026-11-21T18:29:59.999Z')).toBe(false)
  expect(warned(10_000_01n, '2026-11-21T18:30:00.000Z')).toBe(true)
  expect(warned(10_000_00n, '2026-11-21T18:30:00.000Z')).toBe(false)
  expect(warned(10_000_01n, '2026-11-21T18:30:00.000Z', 'verified_merchant')).toBe(false)
})
