import { expect, test } from 'vitest'
import type { EndpointKey } from '../endpoints/endpoint.ts'
import { wokenEndpoints } from './woken-endpoints.ts'

const one = (): number => 1
const endpoint = (n: number): EndpointKey => ({ merchantId: `mer_${n}`, mode: 'live' })

test('endpoints are taken in the order in which they were woken, each once', () => {
  const woken = wokenEndpoints()
  for (const n of [1, 2, 1, 3]) woken.add(endpoint(n))
  expect(woken.take(2, 9, one)).toEqual([endpoint(1), endpoint(2)])
  expect(woken.take(2, 9, one)).toEqual([endpoint(3)])
  expect(woken.size()).toBe(0)
})

test('no more are taken than it takes to fill the places, however many wait', () => {
  const woken = wokenEndpoints()
  for (const n of [1, 2, 3, 4]) woken.add(endpoint(n))
  const roomOf = ({ merchantId }: EndpointKey): number => (merchantId === 'mer_1' ? 2 : 8)
  expect(woken.take(4, 10, roomOf)).toEqual([endpoint(1), endpoint(2)])
  expect(woken.take(4, 0, roomOf)).toEqual([])
  expect(woken.size()).toBe(2)
})

test('one that is woken while it is taken is nobody else’s, and waits again as it is given back', () => {
  const woken = wokenEndpoints()
  woken.add(endpoint(1))
  woken.add(endpoint(2))
  const taken = woken.take(2, 9, one)
  woken.add(endpoint(1))
  expect(woken.take(2, 9, one)).toEqual([])
  woken.giveBack(taken)
  expect(woken.take(2, 9, one)).toEqual([endpoint(1)])
})
