import type { NoticeLanguage } from '@galla/contract/notices/notices'
import type { Platform } from '../platform/feature.ts'
import { retryAfterSeconds } from '../platform/http/retry-after.ts'
import { sendHttp } from '../platform/http-client/outgoing-http.ts'
import { LEASE_SECONDS } from '../platform/jobs/lease.ts'
import type { NoticeText } from './notice.ts'
import { encryptPush, type PushSender, type PushSubscription } from './push-message.ts'
import { callTelegram } from './telegram.ts'

export interface SendNoticeDeps extends Pick<Platform, 'settings' | 'clock' | 'ids'> {
  readonly pushSender: PushSender
}

export type SentNotice =
  | { readonly kind: 'accepted' }
  /** The browser or the chat is no more. */
  | { readonly kind: 'gone' }
  /** It will never take this. */
  | { readonly kind: 'refused'; readonly problem: string }
  | { readonly kind: 'failed'; readonly problem: string; readonly retryAfterSeconds?: number | undefined }

/** A text for one target. */
export interface ToSend extends NoticeText {
  /** The same for the same notice, so that a browser shows a repeated one once. */
  readonly tag: string
  readonly language: NoticeLanguage
}

export const RETRY_AFTER_SECONDS_MAX = 3_600
/** An attempt ends well before its lease. */
const LIMITS = {
  connectTimeoutMs: 3_000,
  totalTimeoutMs: (LEASE_SECONDS * 1_000) / 2,
  maxResponseBytes: 4_096,
} as const
const SALT_BYTES = 16
/** Push services drop it after this; by then it is no news. */
const TTL_SECONDS = 24 * 60 * 60

/** Pushes to the address that a browser gave us, which may be anything: only to public addresses. */
export const sendPush = async (
  { settings, clock, ids, pushSender }: SendNoticeDeps,
  subscription: PushSubscription,
  { title, body, path, tag, language }: ToSend,
): Promise<SentNotice> => {
  const now = clock.now()
  const contact =
    settings.operatorEmail === undefined ? settings.publicUrl.origin : `mailto:${settings.operatorEmail}`
  const reply = await sendHttp({
    ...LIMITS,
    url: subscription.endpoint,
    method: 'POST',
    headers: {
      authorization: pushSender.authorization(subscription.endpoint, contact, now),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(TTL_SECONDS),
      urgency: 'high',
    },
    body: encryptPush(JSON.stringify({ title, body, path, tag, lang: language }), subscription, {
      salt: ids.bytes(SALT_BYTES),
    }),
    allowPrivate: settings.allowPrivateWebhooks,
  })
  if (reply.error !== undefined) return { kind: 'failed', problem: reply.error }
  const { status, headers } = reply
  if (status >= 200 && status < 300) return { kind: 'accepted' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 413) return { kind: 'refused', problem: `http_${status}` }
  const wait = retryAfterSeconds(headers['retry-after'], now, RETRY_AFTER_SECONDS_MAX)
  return { kind: 'failed', problem: `http_${status}`, retryAfterSeconds: wait }
}

/** Sends a plain text to a chat with the bot. */
export const sendTelegram = async (
  { settings }: SendNoticeDeps,
  chatId: string,
  { title, body, path }: ToSend,
): Promise<SentNotice> => {
  const reply = await callTelegram(settings, 'sendMessage', {
    chat_id: chatId,
    text: `${title}\n${body}\n\n${new URL(path, settings.publicUrl).href}`,
    link_preview_options: { is_disabled: true },
  })
  if (reply.kind === 'ok') return { kind: 'accepted' }
  const { problem } = reply
  // The person blocked the bot, or the chat was deleted.
  if (reply.status === 403 || /chat not found/i.test(reply.description)) return { kind: 'gone' }
  if (reply.status === 400) return { kind: 'refused', problem }
  return { kind: 'failed', problem, retryAfterSeconds: reply.retryAfterSeconds }
}
