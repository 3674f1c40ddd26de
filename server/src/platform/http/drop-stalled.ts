import type { ServerResponse } from 'node:http'
import type { Clock } from '../clock.ts'

/** A reader that takes nothing for this long is gone, or holds resources on purpose. */
export const STALLED_MS = 30_000
const LOOK_EVERY_MS = 5_000

interface Progress {
  /** Bytes of chunks that the system has taken completely. */
  readonly taken: number
  /** Bytes of the current chunk that it has not taken yet. */
  readonly left: number
}

const progressOf = (response: ServerResponse): Progress => {
  const socket = response.socket as
    | (ServerResponse['socket'] & { readonly _handle?: { readonly writeQueueSize?: number } | null })
    | null
  if (socket === null) return { taken: 0, left: 0 }
  // Node's own timeout also resets when the reader sends bytes.
  return { taken: socket.bytesWritten - socket.writableLength, left: socket._handle?.writeQueueSize ?? 0 }
}

/** Cuts off a reply that is sent as a stream when something waits to be sent and nothing of it is taken. */
export const dropWhenStalled = (response: ServerResponse, clock: Clock): void => {
  // It has ended already, and emits no further event.
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
