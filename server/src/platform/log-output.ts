import { fstatSync, writeSync } from 'node:fs'
import { isatty } from 'node:tty'

/** The most that is kept for a slow reader. Further lines are dropped, and their number is logged later. */
const WAITING_BYTES_MAX = 1_048_576

export interface LogOutput {
  /** Never waits and never throws: a log that is full, closed or not read only loses lines. */
  write(text: string): void
}

/** The part of a stream that is used here: a pipe, a socket or a terminal. */
interface Writable {
  readonly writable: boolean
  readonly writableLength: number
  write(text: string): boolean
  on(event: 'error', listener: () => void): unknown
}

const droppedLine = (count: number): string =>
  `${JSON.stringify({ level: 'warn', msg: 'log lines were dropped', count })}\n`

let standard: LogOutput | undefined

/** Standard output: a file, a pipe, a socket or a terminal. */
export const standardOutput = (): LogOutput => {
  standard ??= isFile(process.stdout.fd) ? fileOutput(process.stdout.fd) : streamOutput(process.stdout)
  return standard
}

/** True for a file, or a device that is no terminal: writing never waits. */
const isFile = (fd: number): boolean => {
  try {
    const state = fstatSync(fd)
    return state.isFile() || (state.isCharacterDevice() && !isatty(fd))
  } catch {
    return false
  }
}

/** On a full disk, lines are lost until there is space again. */
const fileOutput = (fd: number): LogOutput => {
  let dropped = 0
  let cutOff = false
  return {
    write(text) {
      const head = `${cutOff ? '\n' : ''}${dropped > 0 ? droppedLine(dropped) : ''}`
      const bytes = Buffer.from(head + text)
      try {
        cutOff = writeSync(fd, bytes) < bytes.length
        dropped = cutOff ? 1 : 0
      } catch {
        dropped += 1
      }
    },
  }
}

const streamOutput = (stream: Writable): LogOutput => {
  let dropped = 0
  // Without a listener a closed pipe would end the process.
  stream.on('error', () => {})
  return {
    write(text) {
      if (!stream.writable || stream.writableLength + text.length > WAITING_BYTES_MAX) {
        dropped += 1
        return
      }
      if (dropped > 0) stream.write(droppedLine(dropped))
      dropped = 0
      stream.write(text)
    },
  }
}
