import type { ServerResponse } from 'node:http'
import type { Clock } from '../clock.ts'

/** A reader that takes nothing for this long is gone, or keeps what it holds from others on purpose. */
export const STALLED_MS = 30_000
const LOOK_EVERY_MS = 5_000

interface Progress {
  /** Bytes of pieces that the system has taken whole. */
  readonly taken: number
  /** Of the piece on its way, what it has not taken yet. */
  readonly left: number
}

const progressOf = (response: ServerResponse): Progress => {
  const socket = response.socket as
    | (ServerResponse['socket'] & { readonly _handle?: { readonly writeQueueSize?: number } | null })
    | null
  if (socket === null) return { taken: 0, left: 0 }
  // Node's own time-out looks here too; but it also takes bytes that the reader sends for a sign of life.
  return { taken: socket.bytesWritten - socket.writableLength, left: socket._handle?.writeQueueSize ?? 0 }
}

/** Cuts off a reply that is sent as a stream when something waits to be sent and nothing of it is taken. */
export const dropWhenStalled = (response: ServerResponse, clock: Clock): void => {
  // It is over already, and will not say so again.
  if (response.closed || response.destroyed) return
  let last = progressOf(response)
  let sinceMs = clock.now().getTime()
  const watch = clock.every(LOOK_EVERY_MS, () => {
    const now = progressOf(response)
    const nowMs = clock.now().getTime()
    const stands = response.writableLength > 0 && now.taken === last.taken && now.left >= last.left
    last = now
    if (!stands) sinceMs = nowMs
    else if (nowMs - sinceMs >= STALLED_MS) response.destroy()
  })
  response.once('close', () => watch.stop())
}
