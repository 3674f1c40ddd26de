import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { signWebhook, type WebhookNotification } from '../src/galla.ts'

/** What Galla calls itself when it sends webhooks. */
const USER_AGENT = 'Galla-Webhooks/1.0'
const ANSWER_CHARS_MAX = 200
const ANSWER_BYTES_MAX = 4_096

export interface Answer {
  readonly status: number
  /** Its beginning, in one line. */
  readonly text: string
  readonly tookMs: number
}

/** Posts a notification with the headers that Galla sends it with, and no others. Follows no redirect. */
export const postEvent = async (
  to: URL,
  { contentType, body }: WebhookNotification,
  eventId: string,
  secret: string,
  signal: AbortSignal,
): Promise<Answer> => {
  const signed = await signWebhook({ id: eventId, at: new Date(), body }, secret)
  const headers = {
    'content-type': contentType,
    'user-agent': USER_AGENT,
    'accept-encoding': 'identity',
    ...signed,
    'content-length': Buffer.byteLength(body),
  }
  const startedMs = performance.now()
  const request = to.protocol === 'https:' ? requestHttps : requestHttp
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(to, { method: 'POST', headers, signal }).on('response', resolve).on('error', reject).end(body)
  })
  const tookMs = Math.round(performance.now() - startedMs)
  return { status: response.statusCode ?? 0, text: shortened(await beginningOf(response)), tookMs }
}

/** Of what the receiver says the beginning is enough. */
const beginningOf = async (response: IncomingMessage): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length
    text += decoder.decode(part, { stream: true })
    if (bytes >= ANSWER_BYTES_MAX) break
  }
  return text
}

/** In one line, and without what would move a terminal's cursor. */
const shortened = (answer: string): string => {
  const line = answer.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  return line.length > ANSWER_CHARS_MAX ? `${line.slice(0, ANSWER_CHARS_MAX)}...` : line
}

/** If a name has two addresses, the failure has no message, only a code. */
export const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  const said = [cause.message, 'code' in cause ? String(cause.code) : ''].filter((each) => each !== '')
  return /refused/i.test(said.join(' ')) ? 'connection refused' : (said[0] ?? cause.name)
}
