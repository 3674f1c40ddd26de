import type { ImapFlow } from 'imapflow'
import type { GuestWork } from '../../platform/jobs/serve-guests.ts'
import { UncheckedSignatureError } from '../check-signature.ts'
import { isBusyError, MailboxError, problemOf } from '../mailbox-problem.ts'
import { EMAIL_BYTES_MAX, type ReadEmail, readEmail } from '../read-email.ts'
import { type FoundMessage, fetchRaw, findBankMessages, searchBankMessages } from './folder-messages.ts'
import { openFolder } from './imap-folder.ts'
import type {
  FromReader,
  LetterInput,
  ReaderFailure,
  ReaderInputs,
  ReaderResults,
  ToReader,
} from './reader-messages.ts'
import { RelayedSocket } from './relayed-socket.ts'

const WHY_CHARS_MAX = 1_000

/** The reading of one mailbox or letter, in the process that parses what strangers sent. */
export const createMailSession = (send: (message: FromReader) => void): GuestWork => {
  const socket = new RelayedSocket(
    (bytes) => send({ kind: 'write', bytes }),
    () => send({ kind: 'closed' }),
  )
  const letters = createLetterReader(send)
  const { works, idle, close } = createWorks(socket, letters, () => send({ kind: 'changed' }))
  const answer = async <Name extends keyof ReaderInputs>(
    number: number,
    name: Name,
    input: ReaderInputs[Name],
  ): Promise<void> => {
    try {
      send({ kind: 'result', number, result: await works[name](input) })
    } catch (error) {
      send({ kind: 'failed', number, failure: failureOf(error, name === 'open') })
    }
  }
  return {
    take(message) {
      const input = message as ToReader
      if (input.kind === 'bytes') socket.feed(input.bytes)
      else if (input.kind === 'cut') socket.cut(input.code)
      else if (input.kind === 'records') letters.answer(input)
      else if (input.kind === 'idle') idle()
      else void answer(input.number, input.name, input.input)
    },
    get isBusy() {
      return socket.isBusy || letters.isBusy
    },
    end() {
      close()
      socket.destroy()
    },
  }
}

type Works = {
  readonly [Name in keyof ReaderInputs]: (input: ReaderInputs[Name]) => Promise<ReaderResults[Name]>
}

/** What can be asked about a mailbox or a letter. */
const createWorks = (
  socket: RelayedSocket,
  letters: ReturnType<typeof createLetterReader>,
  changed: () => void,
) => {
  let client: ImapFlow | undefined
  let isReported = false
  const opened = (): ImapFlow => {
    if (client === undefined) throw new MailboxError('connection_lost')
    return client
  }
  const works: Works = {
    async open({ login, isSecure }) {
      const folder = await openFolder(login, socket, isSecure)
      client = folder.client
      client.on('exists', () => {
        if (!isReported) changed()
        isReported = true
      })
      return { uidValidity: folder.uidValidity, uidNext: folder.uidNext }
    },
    async search(input) {
      // A change from now on counts for the next search.
      isReported = false
      return [...(await searchBankMessages(opened(), input))]
    },
    find: ({ uids }): Promise<FoundMessage[]> => findBankMessages(opened(), uids),
    async fetch({ uid, ...letter }) {
      const raw = await fetchRaw(opened(), uid)
      if (raw === undefined) return 'gone'
      if (raw === null) return 'unreadable'
      return raw.length > EMAIL_BYTES_MAX ? 'too_large' : letters.read(raw, letter)
    },
    letter: ({ raw, ...letter }) => letters.read(raw, letter),
  }
  return {
    works,
    /** Ends when the next command is sent. */
    idle: () => void client?.idle().catch(() => undefined),
    close: () => client?.close(),
  }
}

const failureOf = (error: unknown, isOpening: boolean): ReaderFailure => ({
  problem: error instanceof UncheckedSignatureError ? 'dns_unchecked' : problemOf(error, isOpening),
  isBusy: isBusyError(error),
  why: String(error instanceof Error ? (error.stack ?? error) : error).slice(0, WHY_CHARS_MAX),
})

/** Reads e-mails. The keys of signatures are looked up by the parent, because this process has no network. */
const createLetterReader = (send: (message: FromReader) => void) => {
  const lookUps = new Map<
    number,
    { resolve: (records: string[][]) => void; reject: (error: unknown) => void }
  >()
  let lookedUp = 0
  let reading = 0
  const findTxt = (name: string): Promise<string[][]> =>
    new Promise((resolve, reject) => {
      lookedUp += 1
      lookUps.set(lookedUp, { resolve, reject })
      send({ kind: 'look_up', number: lookedUp, name })
    })
  return {
    get isBusy(): boolean {
      return reading > 0 && lookUps.size === 0
    },
    async read(raw: Uint8Array, letter: LetterInput): Promise<ReadEmail> {
      reading += 1
      const onError = (error: unknown): void => send({ kind: 'fault', why: failureOf(error, false).why })
      try {
        return await readEmail(raw, { ...letter, findTxt, onError })
      } finally {
        reading -= 1
      }
    },
    answer({ number, records, code }: Extract<ToReader, { kind: 'records' }>): void {
      const asked = lookUps.get(number)
      lookUps.delete(number)
      if (records === undefined) asked?.reject(Object.assign(new Error(code), { code }))
      else asked?.resolve(records)
    },
  }
}
