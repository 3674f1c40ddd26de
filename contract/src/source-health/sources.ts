import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { count, instant } from '../fields.ts'
import { SILENCE_REASONS, SOURCES } from '../webhooks/webhook.ts'

/** Payments of so many days are compared. */
export const COVERAGE_DAYS = 30

const sourceHealth = z.object({
  source: z.enum(SOURCES),
  connectedAt: instant,
  /** The last sign of life of any kind. */
  lastHeardAt: instant.nullable(),
  lastMessageAt: instant.nullable(),
  /** The merchant said then that it is no longer used: its silence raises no alarm, and later payments do not count for it. */
  unusedSince: instant.nullable(),
  /** Null: it is not silent. */
  silence: z
    .object({ since: instant.nullable(), noticedAt: instant, reason: z.enum(SILENCE_REASONS) })
    .nullable(),
  /** Payments with a UTR since it was connected, whichever source reported them, and how many of them it reported. */
  payments: count,
  heard: count,
  /** Seconds from the payment to its report; half, and 95 of 100, came within them. Null without any. */
  delayP50: z.number().nullable(),
  delayP95: z.number().nullable(),
})
export type SourceHealth = z.output<typeof sourceHealth>

export const listSources = endpoint({
  method: 'GET',
  path: '/user/sources',
  auth: 'session',
  summary:
    "List the sources of the live account's payments, with their last report and their share of the payments of the last 30 days",
  reply: z.object({ data: z.array(sourceHealth) }),
})

export const updateSource = endpoint({
  method: 'POST',
  path: '/user/update-source',
  auth: 'session',
  summary: 'Mark a source as unused, or as used again; a source that reports a payment becomes used again',
  body: z.object({ source: z.enum(SOURCES), used: z.boolean() }),
  reply: z.object({ data: z.array(sourceHealth) }),
  refusals: ['account_not_found'],
})
