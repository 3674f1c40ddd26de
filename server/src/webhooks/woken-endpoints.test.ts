import { expect, test } from 'vitest'
import type { EndpointKey } from './endpoint.ts'
import { wokenEndpoints } from './woken-endpoints.ts'

const endpoint = (n: number): EndpointKey => ({ merchantId: `mer_${n}`, mode: 'live' })

test('endpoints are taken in the order in which they were woken, each once', () => {
  const woken = wokenEndpoints()
  for (const n of [1, 2, 1, 3]) woken.add(endpoint(n))
  expect(woken.take(2)).toEqual([endpoint(1), endpoint(2)])
  expect(woken.take(2)).toEqual([endpoint(3)])
  expect(woken.size()).toBe(0)
})

test('one that is woken while it is taken is nobody else’s, and waits again as it is given back', () => {
  const woken = wokenEndpoints()
  woken.add(endpoint(1))
  woken.add(endpoint(2))
  const taken = woken.take(2)
  woken.add(endpoint(1))
  expect(woken.take(2)).toEqual([])
  woken.giveBack(taken)
  expect(woken.take(2)).toEqual([endpoint(1)])
})
