import { describe, expect, it } from 'vitest'
import { namePieces } from './name-pieces.ts'

describe('a field name', () => {
  it.each([
    ['customer_email', ['customer_', 'email']],
    ['clientTransactionId', ['client', 'Transaction', 'Id']],
    ['webhook-timestamp', ['webhook-', 'timestamp']],
    ['udf1', ['udf1']],
    ['utr', ['utr']],
  ])('%s can break only between its words', (name, pieces) => {
    expect(namePieces(name)).toEqual(pieces)
  })
})
