import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { count, nextCursor, pageByCursor } from '../fields.ts'
import { creditByKey } from './credits.ts'

const ofCases = z.object({
  unmatched: count,
  ambiguous: count,
  amount_mismatch: count,
  duplicate: count,
  /** Open ones of the last CLAIM_OPEN_DAYS days. */
  claims: count,
  alerts: count,
  /** Reversed payments of orders, and reversals without a known payment. */
  reversed: count,
  /** All seven: the badge. */
  total: count,
})
export type OpenCases = z.output<typeof ofCases>

/** Each is counted up to this. */
export const CASES_COUNTED_MAX = 1_000
/** After so many days, an undecided claim is no longer counted; it remains in the list. */
export const CLAIM_OPEN_DAYS = 30

export const openCases = endpoint({
  method: 'GET',
  path: '/user/cases',
  auth: 'session',
  summary: 'Count the open cases in Reconciliation by reason',
  reply: z.object({ data: ofCases }),
})

export const listOpenCases = endpoint({
  method: 'GET',
  path: '/cases',
  auth: 'key',
  summary: 'List the payments that wait for a decision, and count every kind of open case',
  query: z.object(pageByCursor),
  reply: z.object({ data: z.array(creditByKey), counts: ofCases, next: nextCursor }),
})
