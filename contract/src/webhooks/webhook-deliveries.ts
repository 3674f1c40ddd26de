import { z } from 'zod'
import { WEBHOOK_FORMATS } from '../api-keys/api-details.ts'
import { endpoint } from '../endpoint.ts'
import { count, instant, orderId } from '../fields.ts'
import { ofEndpoint, PAUSE_REASONS, WEBHOOK_EVENTS } from './webhook.ts'

/**
 * - `pending`: not attempted yet.
 * - `failed`: the last attempt failed; another one follows.
 * - `exhausted`: all attempts failed.
 * - `paused`: waits until the webhook is resumed or has a URL.
 * - `cancelled`: an `order.failed` that was not delivered before the order was paid or tried again. It is never sent again.
 */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'exhausted', 'paused', 'cancelled'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

export const DELIVERY_ROWS_MAX = 100
const DELIVERY_ROWS = 25
/** The events of a replay are counted up to this number; if there are more, the reply has `isMore`. */
export const REPLAY_COUNTED_MAX = 10_000

const id = z.string().regex(/^[0-9A-Za-z_]{1,64}$/)

const attempt = z.object({
  at: instant,
  /** Null: no HTTP response came; `error` has the reason. */
  status: z.number().nullable(),
  durationMs: count,
  error: z.string().nullable(),
  /** The first kilobyte of the response. */
  response: z.string().nullable(),
})

const delivery = z.object({
  id,
  eventId: z.string(),
  event: z.enum(WEBHOOK_EVENTS),
  orderId: z.string().nullable(),
  url: z.string(),
  state: z.enum(DELIVERY_STATES),
  attemptsMade: count,
  /** The latest attempts, oldest first. */
  attempts: z.array(attempt),
  nextAttemptAt: instant.nullable(),
  createdAt: instant,
})
export type DeliveryRow = z.output<typeof delivery>

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/user/webhook-deliveries',
  auth: 'session',
  summary:
    "List the notifications to an endpoint of the session's mode, newest first; `next` is the cursor of the next page",
  query: z.object({
    ...ofEndpoint,
    state: z.enum(DELIVERY_STATES).optional(),
    event: z.enum(WEBHOOK_EVENTS).optional(),
    orderId: orderId.optional(),
    from: instant.optional(),
    to: instant.optional(),
    after: id.optional(),
    limit: z.coerce.number().int().min(1).max(DELIVERY_ROWS_MAX).default(DELIVERY_ROWS),
  }),
  reply: z.object({ data: z.array(delivery), next: z.string().nullable() }),
})

const shownAttempt = attempt.extend({
  /** Null for attempts that are older than this record. */
  request: z.object({ headers: z.record(z.string(), z.string()), body: z.string() }).nullable(),
})
const deliveryDetail = delivery.extend({ attempts: z.array(shownAttempt) })
export type DeliveryDetail = z.output<typeof deliveryDetail>

export const readDelivery = endpoint({
  method: 'GET',
  path: '/user/webhook-deliveries/:id',
  auth: 'session',
  summary: 'Get a notification with every attempt: request, response and duration',
  params: z.object({ id }),
  query: z.object(ofEndpoint),
  reply: z.object({ data: deliveryDetail }),
  refusals: ['not_found'],
})

export const redeliver = endpoint({
  method: 'POST',
  path: '/user/webhook-deliveries/:id/redeliver',
  auth: 'session',
  summary: 'Send a notification again with the same webhook-id; while it is being sent, this changes nothing',
  params: z.object({ id }),
  query: z.object(ofEndpoint),
  reply: z.object({ data: z.object({ id, state: z.enum(DELIVERY_STATES) }) }),
  refusals: ['not_found', 'no_webhook_url', 'failure_outdated', 'too_many_requests'],
})

/** `undelivered`: every event that no response of 200 confirmed, including those that were not sent because there was no URL. */
export const REPLAY_STATES = ['undelivered', 'all', 'failed', 'exhausted', 'paused', 'delivered'] as const
export type ReplayState = (typeof REPLAY_STATES)[number]

const replayRange = {
  from: instant,
  to: instant,
  state: z.enum(REPLAY_STATES).default('undelivered'),
}
const isRange = ({ from, to }: { from: string; to: string }): boolean => Date.parse(from) < Date.parse(to)
const NO_RANGE = { error: 'The end must be after the start', path: ['to'] }

export const countReplay = endpoint({
  method: 'GET',
  path: '/user/webhook-deliveries/replay/count',
  auth: 'session',
  summary: 'Count the notifications that a replay would send',
  query: z.object({ ...replayRange, ...ofEndpoint }).refine(isRange, NO_RANGE),
  reply: z.object({
    data: z.object({
      count,
      isMore: z.boolean(),
      /** Send this back to start the replay, so that it skips what was sent again after the count. */
      asOf: instant,
    }),
  }),
})

const replay = z.object({
  id,
  from: instant,
  to: instant,
  state: z.enum(REPLAY_STATES),
  expected: count,
  sent: count,
  createdAt: instant,
  finishedAt: instant.nullable(),
  stopped: z.boolean(),
})
export type Replay = z.output<typeof replay>

export const startReplay = endpoint({
  method: 'POST',
  path: '/user/webhook-deliveries/replay',
  auth: 'session',
  summary:
    'Start a replay: send the notifications of a period again, in the background; only one replay runs at a time',
  query: z.object(ofEndpoint),
  body: z.object({ ...replayRange, asOf: instant.optional() }).refine(isRange, NO_RANGE),
  reply: z.object({ data: replay }),
  refusals: ['no_webhook_url', 'webhook_paused', 'replay_under_way', 'not_found'],
})

export const stopReplay = endpoint({
  method: 'POST',
  path: '/user/webhook-deliveries/replay/stop',
  auth: 'session',
  summary: 'Stop the running replay',
  query: z.object(ofEndpoint),
  reply: z.object({ data: replay.nullable() }),
})

const webhookEndpoint = z.object({
  url: z.string().nullable(),
  format: z.enum(WEBHOOK_FORMATS),
  /** Until then, the previous secret signs too. */
  previousSecretUntil: instant.nullable(),
  failingSince: instant.nullable(),
  paused: z.object({ at: instant, reason: z.enum(PAUSE_REASONS) }).nullable(),
  /** Of the latest 500 notifications. */
  health: z.object({
    delivered: count,
    notDelivered: count,
    lastDeliveredAt: instant.nullable(),
    /** Of the latest responses; null if there are none. */
    medianMs: count.nullable(),
    slowestTwentiethMs: count.nullable(),
    /** Up to REPLAY_COUNTED_MAX. */
    waiting: count,
  }),
  /** The latest notifications, oldest first, for the chart. */
  strip: z.array(
    z.object({ id, state: z.enum(DELIVERY_STATES), durationMs: count.nullable(), createdAt: instant }),
  ),
  replay: replay.nullable(),
})
export type WebhookEndpointShown = z.output<typeof webhookEndpoint>

export const readWebhookEndpoint = endpoint({
  method: 'GET',
  path: '/user/webhook-endpoint',
  auth: 'session',
  summary: "Get the health of the webhook URL, or of a further endpoint, of the session's mode",
  query: z.object(ofEndpoint),
  reply: z.object({ data: webhookEndpoint }),
  refusals: ['not_found'],
})

export const resumeWebhook = endpoint({
  method: 'POST',
  path: '/user/resume-webhook',
  auth: 'session',
  summary: 'Resume the paused webhook; Galla sends the waiting notifications',
  query: z.object(ofEndpoint),
  reply: z.object({ data: webhookEndpoint }),
  refusals: ['no_webhook_url', 'not_found'],
})
