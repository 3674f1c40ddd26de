import { expect, test } from 'vitest'
import { z } from 'zod'
import { ENDPOINTS } from './endpoint-harness.ts'
import { ROWS_LIMIT_ALL } from './fields.ts'

const PAGED = ENDPOINTS.flatMap(({ name, endpoint: { query } }) =>
  query instanceof z.ZodObject && 'page' in query.shape && 'limit' in query.shape
    ? [{ name, limit: query.shape.limit as z.ZodType }]
    : [],
)

test.each(PAGED)('$name accepts 1 to 500 rows a page, or all', ({ limit }) => {
  for (const rows of [1, 100, 500]) expect(limit.parse(String(rows))).toBe(rows)
  expect(limit.parse('all')).toBe(ROWS_LIMIT_ALL)
  for (const wrong of ['0', '501', '-1', '1.5', 'ALL', '']) expect(limit.safeParse(wrong).success).toBe(false)
})

test('the paged lists include orders, credits, claims and alerts', () => {
  expect(PAGED.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['allTransactions', 'listCredits', 'listClaims', 'listAlerts']),
  )
})
