import type { ServerResponse } from 'node:http'

const RECONNECT_MS = 2_000
/** A reader that takes nothing is disconnected before its backlog costs memory. */
const BACKLOG_BYTES_MAX = 16 * 1024

// An event without data is not dispatched by browsers.
export const BEAT = 'event: beat\ndata: 1\n\n'

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Some proxies hold back what they think is a document.
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
}

/** Turns a response into a stream. */
export const startEventStream = (
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
): void => {
  // `close` reports a reader that is gone; its error has nothing to add.
  response.on('error', () => response.destroy())
  for (const [name, value] of Object.entries({ ...headers, ...STREAM_HEADERS }))
    response.setHeader(name, value)
  response.writeHead(200)
  response.write(`retry: ${RECONNECT_MS}\n\n`)
}

export const writeEvent = (response: ServerResponse, text: string): void => {
  if (response.writableLength > BACKLOG_BYTES_MAX) response.destroy()
  else if (!response.writableEnded) response.write(text)
}
