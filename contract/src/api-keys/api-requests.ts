import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { count, instant } from '../fields.ts'

/** How long calls are shown. */
export const REQUEST_LOG_DAYS = 7
const ROWS_MAX = 100
const ROWS = 25

export const REQUEST_OUTCOMES = ['ok', 'refused', 'failed'] as const
export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number]

const requestId = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/)

const apiRequest = z.object({
  requestId: z.string(),
  at: instant,
  method: z.string(),
  path: z.string(),
  status: z.number(),
  durationMs: count,
  keyName: z.string(),
  address: z.string(),
  /** For failed calls: the request without personal data and secrets, and the response. */
  requestBody: z.string().nullable(),
  responseBody: z.string().nullable(),
})
export type ApiRequestRow = z.output<typeof apiRequest>

export const listApiRequests = endpoint({
  method: 'GET',
  path: '/user/api-requests',
  auth: 'session',
  summary: "List the API calls of the session's mode in the last seven days, newest first",
  query: z.object({
    /** `refused`: 4xx; `failed`: 5xx. */
    outcome: z.enum(REQUEST_OUTCOMES).optional(),
    path: z.string().trim().max(200).optional(),
    requestId: requestId.optional(),
    from: instant.optional(),
    to: instant.optional(),
    after: requestId.optional(),
    limit: z.coerce.number().int().min(1).max(ROWS_MAX).default(ROWS),
  }),
  reply: z.object({
    data: z.array(apiRequest),
    next: z.string().nullable(),
  }),
})
