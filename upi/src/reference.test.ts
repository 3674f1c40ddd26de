import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attemptReference, isUtr, parseUtr } from './reference.ts'

const ORDER_ID = '01JD2Z8Q4W3V5X6Y7Z8A9BCDEF'
const orderIds = fc.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/)

describe('attemptReference', () => {
  it.each([
    [1, ORDER_ID],
    [2, `${ORDER_ID}R2`],
    [5, `${ORDER_ID}R5`],
    [99_999_999, `${ORDER_ID}R99999999`],
  ])('of attempt %d is %s', (attempt, expected) => {
    expect(attemptReference(ORDER_ID, attempt)).toBe(expected)
  })

  it.each([0, -1, 1.5, Number.NaN, Infinity, 100_000_000])('throws for attempt %d', (attempt) => {
    expect(() => attemptReference(ORDER_ID, attempt)).toThrow(RangeError)
  })

  it.each(['', 'a b', 'ORD-1', 'ORD/1', 'ओ', 'A'.repeat(36)])('throws for order %j', (orderId) => {
    expect(() => attemptReference(orderId, 1)).toThrow(RangeError)
  })

  it('is unique by order and attempt', () => {
    const attempts = fc.integer({ min: 1, max: 1_000 })
    fc.assert(
      fc.property(orderIds, orderIds, attempts, attempts, (idA, idB, a, b) => {
        fc.pre(idA !== idB || a !== b)
        expect(attemptReference(idA, a)).not.toBe(attemptReference(idB, b))
      }),
    )
  })
})

describe('a UTR', () => {
  it.each(['416512345678', '000000000001'])('%s is valid, and kept as text', (text) => {
    expect(isUtr(text)).toBe(true)
    expect(parseUtr(text)).toBe(text)
  })

  it.each([
    '',
    '41651234567',
    '4165123456789',
    ' 416512345678',
    '416512345678\n',
    '41651234567a',
    '४१६५१२३४५६७८',
    'HDFCR52024061200012345',
    '4165-1234-5678',
    '-16512345678',
    '4.6512345678',
  ])('%j is invalid', (text) => {
    expect(isUtr(text)).toBe(false)
    expect(parseUtr(text)).toBeUndefined()
  })
})
