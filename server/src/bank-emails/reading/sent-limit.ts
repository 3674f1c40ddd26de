import { monotonicMs } from '../../platform/clock.ts'

/** How much a mail server may send. */
export interface Amount {
  readonly responses: number
  readonly bytes: number
}

/** Without being asked: greetings, new messages, changes of flags. */
const AT_ONCE: Amount = { responses: 2_000, bytes: 4 * 1024 * 1024 }
const PER_SECOND: Amount = { responses: 20, bytes: 32 * 1024 }

/** Longer than `{4294967295}` and its line end. */
const LINE_END_BYTES = 16
const LF = 0x0a

export interface SentLimit {
  /** What a command asks for may come in addition. */
  expect(amount: Amount): void
  /** Counts what the server sent. False: it was too much. */
  take(data: Buffer): boolean
}

/**
 * Limits what a mail server sends, by its bytes and its responses, each of which costs its reader time. The lines of a literal are a message's
 * and not counted.
 */
export const createSentLimit = (nowMs: () => number = monotonicMs): SentLimit => {
  const countResponses = createResponseCount()
  let left = AT_ONCE
  let atMs = nowMs()
  return {
    expect({ responses, bytes }) {
      left = { responses: left.responses + responses, bytes: left.bytes + bytes }
    },
    take(data) {
      const seconds = (nowMs() - atMs) / 1_000
      atMs += seconds * 1_000
      const refilled = (name: keyof Amount): number =>
        Math.max(left[name], Math.min(AT_ONCE[name], left[name] + seconds * PER_SECOND[name]))
      left = {
        responses: refilled('responses') - countResponses(data),
        bytes: refilled('bytes') - data.length,
      }
      return left.responses >= 0 && left.bytes >= 0
    },
  }
}

/** Counts the lines outside of literals, in pieces that end anywhere. */
const createResponseCount = (): ((data: Buffer) => number) => {
  let literalLeft = 0
  let tail = ''
  return (data) => {
    let lines = 0
    let at = 0
    while (at < data.length) {
      const skipped = Math.min(literalLeft, data.length - at)
      literalLeft -= skipped
      at += skipped
      if (at === data.length) break
      const end = data.indexOf(LF, at)
      const to = end < 0 ? data.length : end + 1
      tail = (tail + data.toString('latin1', Math.max(at, to - LINE_END_BYTES), to)).slice(-LINE_END_BYTES)
      at = to
      if (end < 0) break
      lines += 1
      literalLeft = Number(/\{(\d{1,10})\+?\}\r?\n$/.exec(tail)?.[1] ?? 0)
      tail = ''
    }
    return lines
  }
}
