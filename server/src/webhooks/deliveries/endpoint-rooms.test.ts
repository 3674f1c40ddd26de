import type { Mode } from '@galla/contract/order-status'
import { expect, test } from 'vitest'
import { endpointRooms, IN_FLIGHT_MAX, IN_FLIGHT_MAX_QUICK } from './endpoint-rooms.ts'

const SHOP = { merchantId: 'mer_1', mode: 'live' as Mode }
const OTHER = { merchantId: 'mer_1', mode: 'test' as Mode }

test('room grows by one with each quick answer up to its limit, and one that is not quick takes it back', () => {
  const rooms = endpointRooms()
  expect(rooms.size(SHOP)).toBe(IN_FLIGHT_MAX)
  for (let size = IN_FLIGHT_MAX + 1; size <= IN_FLIGHT_MAX_QUICK + 3; size += 1) {
    rooms.began(SHOP, 1, false)
    rooms.ended(SHOP, true)
    expect(rooms.size(SHOP)).toBe(Math.min(size, IN_FLIGHT_MAX_QUICK))
  }
  expect(rooms.size(OTHER)).toBe(IN_FLIGHT_MAX)
  rooms.began(SHOP, 1, false)
  rooms.ended(SHOP, false)
  expect(rooms.size(SHOP)).toBe(IN_FLIGHT_MAX)
})

test('more may be due where there was no room for more, until a look finds that there is not', () => {
  const rooms = endpointRooms()
  rooms.began(SHOP, 2, true)
  expect(rooms.ended(SHOP, true)).toBe(true)
  // Another event came while there was no room.
  rooms.began(SHOP, 0, true)
  expect(rooms.ended(SHOP, true)).toBe(true)
  rooms.began(SHOP, 1, false)
  expect(rooms.inFlight(SHOP)).toBe(1)
  expect(rooms.ended(SHOP, true)).toBe(false)
  expect(rooms.inFlight(SHOP)).toBe(0)
})

test('of very many endpoints those with something under way are never forgotten', () => {
  const rooms = endpointRooms()
  rooms.began(SHOP, 1, true)
  for (let n = 0; n < 12_000; n += 1) {
    const endpoint = { merchantId: `mer_many_${n}`, mode: 'live' as Mode }
    rooms.began(endpoint, 1, false)
    rooms.ended(endpoint, true)
  }
  expect(rooms.inFlight(SHOP)).toBe(1)
  expect(rooms.ended(SHOP, true)).toBe(true)
  const size = (n: number) => rooms.size({ merchantId: `mer_many_${n}`, mode: 'live' })
  expect([size(0), size(11_999)]).toEqual([IN_FLIGHT_MAX, IN_FLIGHT_MAX + 1])
})
