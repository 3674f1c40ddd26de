import type { Socket } from 'node:net'
import { realDeadline } from '../../platform/clock.ts'
import { errorCode } from '../../platform/error-code.ts'
import { createSharedChild, type Guest, type GuestEnd } from '../../platform/jobs/shared-child.ts'
import { UncheckedSignatureError } from '../check-signature.ts'
import type { FindTxt } from '../dns-keys.ts'
import { HEADER_BYTES_MAX } from '../email-header.ts'
import { MailboxError, ReaderRestartedError } from '../mailbox-problem.ts'
import { EMAIL_BYTES_MAX } from '../read-email.ts'
import {
  type FromReader,
  fromReader,
  READER_RESULTS,
  type ReaderFailure,
  type ReaderInputs,
  type ReaderResults,
  type ToReader,
} from './reader-messages.ts'
import { type Amount, createSentLimit } from './sent-limit.ts'

/** Asks about one mailbox or letter. An answer is an error if the server or the process ended. */
export interface MailConnection {
  ask<Name extends keyof ReaderInputs>(name: Name, input: ReaderInputs[Name]): Promise<ReaderResults[Name]>
  /** Lets the server report changes until the next question. */
  idle(): void
  /** Resolves when the connection or the process has ended. */
  readonly ended: Promise<void>
  close(): void
}

export interface MailReader {
  /** Over this connection, or without one for a letter. */
  connect(socket?: Socket, changed?: () => void): MailConnection
  stop(): void
}

export interface MailReaderDeps {
  readonly findTxt: FindTxt
  readonly onError: (error: unknown) => void
}

const PROGRAM = new URL('./read-mail-program.ts', import.meta.url)
const HEAP_MEGABYTES_MAX = 512
const TURN_MS_MAX = 5_000
/** What is parsed in one turn. */
const PIECE_BYTES = 16 * 1024
/** For everything that the server sends and the child does, its waits for other mailboxes included. */
const ANSWER_MS_MAX: Readonly<Record<keyof ReaderInputs, number>> = {
  open: 45_000,
  search: 60_000,
  find: 120_000,
  fetch: 60_000,
  letter: 60_000,
}

/** What a server may send to answer a question, beside what it may send anyway. */
const amountOf = (name: keyof ReaderInputs, input: unknown): Amount => {
  if (name === 'find') {
    const count = (input as ReaderInputs['find']).uids.length
    return { responses: 4 * count, bytes: count * (HEADER_BYTES_MAX + 1_024) }
  }
  return { responses: 10, bytes: 2 * EMAIL_BYTES_MAX }
}

/**
 * Reads mail in one separate process for all: it parses what strangers' servers send, in turns. Connections, name servers and database stay
 * here; the process has none of them.
 */
export const createMailReader = (deps: MailReaderDeps, program = PROGRAM): MailReader => {
  const child = createSharedChild({
    program,
    heapMegabytesMax: HEAP_MEGABYTES_MAX,
    isUrgent: true,
    turnMsMax: TURN_MS_MAX,
    onError: deps.onError,
  })
  return {
    connect(socket, changed) {
      const answers = createAnswers()
      const limit = createSentLimit()
      const guest = child.join({
        take: (message) => obey(fromReader.parse(message)),
        ended: (why) => end(errorOf(why)),
      })
      const { promise: ended, resolve: isOver } = Promise.withResolvers<void>()
      socket?.once('close', isOver)
      const tell = (message: ToReader): Promise<void> => guest.send(message)
      const end = (error: Error): void => {
        answers.fail(error)
        guest.leave()
        socket?.destroy()
        isOver()
      }
      const obey = (message: FromReader): void => {
        if (message.kind === 'result') answers.settle(message.number, message.result)
        else if (message.kind === 'failed') answers.refuse(message.number, message.failure)
        else if (message.kind === 'changed') changed?.()
        else if (message.kind === 'write') socket?.write(message.bytes)
        else if (message.kind === 'closed') socket?.destroy()
        else if (message.kind === 'fault') deps.onError(new Error(message.why))
        else void lookUp(deps.findTxt, message).then(tell)
      }
      if (socket !== undefined) relay(socket, guest, limit.take, end)
      return {
        ask(name, input) {
          limit.expect(amountOf(name, input))
          const { number, answer } = answers.expect(name, () => end(new MailboxError('timed_out')))
          void tell({ kind: 'ask', number, name, input } as ToReader)
          return answer
        },
        ended,
        idle: () => void tell({ kind: 'idle' }),
        close: () => end(new MailboxError('connection_lost')),
      }
    },
    stop: child.stop,
  }
}

const errorOf = (why: GuestEnd): Error =>
  why === 'own_fault'
    ? new MailboxError('too_much', { cause: new Error('it stopped the reading process') })
    : new ReaderRestartedError()

/** Passes on what the server sends, piece by piece: the server is slowed down while others have their turns. */
const relay = (
  socket: Socket,
  guest: Guest,
  isAllowed: (data: Buffer) => boolean,
  end: (error: Error) => void,
): void => {
  const tell = (message: ToReader): Promise<void> => guest.send(message)
  let code = ''
  socket.on('data', async (data: Buffer) => {
    socket.pause()
    if (!isAllowed(data)) {
      end(new MailboxError('too_much', { cause: new Error('it sent more than it was asked for') }))
      return
    }
    for (let at = 0; at < data.length; at += PIECE_BYTES)
      await tell({ kind: 'bytes', bytes: data.subarray(at, at + PIECE_BYTES) })
    socket.resume()
  })
  socket.on('error', (error) => {
    code = errorCode(error) || 'ECONNRESET'
  })
  socket.on('close', () => void tell({ kind: 'cut', code }))
}

const lookUp = async (
  findTxt: FindTxt,
  { number, name }: Extract<FromReader, { kind: 'look_up' }>,
): Promise<ToReader> => {
  try {
    return { kind: 'records', number, records: await findTxt(name), code: '' }
  } catch (error) {
    return { kind: 'records', number, records: undefined, code: errorCode(error) }
  }
}

interface Expected {
  readonly name: keyof ReaderInputs
  readonly resolve: (result: never) => void
  readonly reject: (error: unknown) => void
}

/** The questions that wait for their answers. */
const createAnswers = () => {
  const expected = new Map<number, Expected>()
  let asked = 0
  let ended: Error | undefined
  return {
    expect<Name extends keyof ReaderInputs>(name: Name, tooLate: () => void) {
      asked += 1
      const number = asked
      const { signal, stop } = realDeadline(ANSWER_MS_MAX[name])
      signal.addEventListener('abort', tooLate)
      const answer = new Promise<ReaderResults[Name]>((resolve, reject) => {
        if (ended === undefined) expected.set(number, { name, resolve, reject })
        else reject(ended)
      }).finally(stop)
      return { number, answer }
    },
    settle(number: number, result: unknown): void {
      const waiting = expected.get(number)
      expected.delete(number)
      if (waiting === undefined) return
      const parsed = READER_RESULTS[waiting.name].safeParse(result)
      if (parsed.success) waiting.resolve(parsed.data as never)
      else waiting.reject(new MailboxError('unusable', { cause: parsed.error }))
    },
    refuse(number: number, { problem, isBusy, why }: ReaderFailure): void {
      const cause = new Error(why)
      const error =
        problem === 'dns_unchecked'
          ? new UncheckedSignatureError('', { cause })
          : new MailboxError(problem, { cause, isBusy })
      expected.get(number)?.reject(error)
      expected.delete(number)
    },
    fail(error: Error): void {
      ended ??= error
      for (const { reject } of expected.values()) reject(ended)
      expected.clear()
    },
  }
}
