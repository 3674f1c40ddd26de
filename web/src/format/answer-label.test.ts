import { expect, test } from 'vitest'
import { answerLabel } from './answer-label.ts'

test('an attempt shows the status, a sentence for the error, or "No answer"', () => {
  expect(answerLabel({ status: 503, error: null })).toBe('HTTP 503')
  expect(answerLabel({ status: null, error: 'dns_failed' })).toBe('The host name was not found')
  expect(answerLabel({ status: null, error: 'of_a_newer_server' })).toBe('No answer')
  expect(answerLabel({ status: null, error: null })).toBe('No answer')
})
