import { describe, expect, it } from 'vitest'
import { namePieces } from './name-pieces.ts'

describe("a name of a program's", () => {
  it.each([
    ['customer_email', ['customer_', 'email']],
    ['clientTransactionId', ['client', 'Transaction', 'Id']],
    ['webhook-timestamp', ['webhook-', 'timestamp']],
    ['udf1', ['udf1']],
    ['utr', ['utr']],
  ])('%s may end its line only after one of its words', (name, pieces) => {
    expect(namePieces(name)).toEqual(pieces)
  })
})
