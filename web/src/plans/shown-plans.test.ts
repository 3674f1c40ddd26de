import { expect, test } from 'vitest'
import { FIRST_CATALOGUE, plansOfToday } from './shown-plans.ts'

test('current prices replace the initial ones, in the same order and with the same names', () => {
  const shown = plansOfToday([
    { planName: 'premium', offers: [{ billingCycle: '84days', price: 8999.5, qrRequests: 40_000 }] },
  ])
  expect(shown.map(({ displayName }) => displayName)).toEqual(['Basic', 'Startup', 'Enterprise'])
  expect(shown[2]?.offers['84days']).toMatchObject({ price: 8999.5, qrRequests: 40_000 })
  expect(shown[2]?.offers['28days']).toEqual({ price: 2399, qrRequests: 11_999 })
  expect(shown[0]).toEqual(FIRST_CATALOGUE[0])
})
