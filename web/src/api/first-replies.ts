import { noteServerTime } from '../format/clock.ts'

/** Later, what a screen shows first is asked for. */
const FRESH_MS = 5_000
const ID = 'first-replies'

/** The replies that the page's HTML brought, by the address of the call. */
let replies: Record<string, unknown> = readReplies()
const readAtMs = performance.now()

function readReplies(): Record<string, unknown> {
  const block = typeof document === 'undefined' ? null : document.getElementById(ID)
  if (block === null) return {}
  noteServerTime(block.dataset.date ?? null)
  return JSON.parse(block.textContent)
}

/** Another shop, mode or login may follow a change. */
export function dropFirstReplies(): void {
  replies = {}
}

/** Returns the reply to a call, once. */
export function takeFirstReply(address: string): unknown {
  if (performance.now() - readAtMs > FRESH_MS) dropFirstReplies()
  const reply = Object.hasOwn(replies, address) ? replies[address] : undefined
  delete replies[address]
  return reply
}
