import { z } from 'zod'
import { sendHttp } from '../platform/http-client/outgoing-http.ts'
import { LEASE_SECONDS } from '../platform/jobs/lease.ts'
import type { Settings } from '../platform/settings.ts'

export type TelegramSettings = Pick<Settings, 'telegramBotToken' | 'telegramUrl'>

export type TelegramReply =
  | { readonly kind: 'ok'; readonly result: unknown }
  | {
      readonly kind: 'failed'
      readonly problem: string
      /** Undefined without an answer. */
      readonly status?: number
      readonly description: string
      readonly retryAfterSeconds?: number | undefined
    }

const TELEGRAM = 'https://api.telegram.org'
const RETRY_AFTER_SECONDS_MAX = 3_600
/** A full page of messages that strangers wrote to the bot. */
const RESPONSE_BYTES_MAX = 2 * 1024 * 1024

const answer = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  description: z.string().default(''),
  parameters: z.object({ retry_after: z.number().int().min(0).optional() }).default({}),
})

/** Calls the Bot API. The token is part of the URL, so the URL is never logged. */
export const callTelegram = async (
  { telegramBotToken, telegramUrl }: TelegramSettings,
  method: 'sendMessage' | 'getUpdates' | 'getMe',
  parameters: Readonly<Record<string, unknown>> = {},
): Promise<TelegramReply> => {
  if (telegramBotToken === undefined)
    return { kind: 'failed', problem: 'no_telegram', description: 'no token is set' }
  const reply = await sendHttp({
    url: `${telegramUrl ?? TELEGRAM}/bot${telegramBotToken}/${method}`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(parameters),
    connectTimeoutMs: 3_000,
    totalTimeoutMs: (LEASE_SECONDS * 1_000) / 2,
    maxResponseBytes: RESPONSE_BYTES_MAX,
    allowPrivate: telegramUrl !== undefined,
  })
  if (reply.error !== undefined) return { kind: 'failed', problem: reply.error, description: '' }
  const { status } = reply
  const problem = `http_${status}`
  const read = answer.safeParse(parsed(reply.body))
  if (!read.success) return { kind: 'failed', problem, status: status < 500 ? 502 : status, description: '' }
  const { ok, result, description, parameters: wait } = read.data
  if (ok && status === 200) return { kind: 'ok', result }
  const retryAfterSeconds =
    wait.retry_after === undefined ? undefined : Math.min(wait.retry_after, RETRY_AFTER_SECONDS_MAX)
  return { kind: 'failed', problem, status, description, retryAfterSeconds }
}

const parsed = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
