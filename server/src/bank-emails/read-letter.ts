import { sha256 } from '../platform/crypto/crypto.ts'
import { MailboxError, ReaderRestartedError } from './mailbox-problem.ts'
import type { ReadEmail } from './read-email.ts'
import type { MailReader } from './reading/mail-reader.ts'
import type { LetterInput } from './reading/reader-messages.ts'

/** Reads an e-mail in the separate process. One that stops the process is unreadable; other errors are thrown. */
export const readLetter = async (
  reader: MailReader,
  raw: Uint8Array,
  letter: LetterInput,
): Promise<ReadEmail> => {
  const read = async (): Promise<ReadEmail> => {
    const mail = reader.connect()
    try {
      return await mail.ask('letter', { raw, ...letter })
    } finally {
      mail.close()
    }
  }
  try {
    // Another letter may have stopped the process.
    return await read().catch((error: unknown) => {
      if (!(error instanceof ReaderRestartedError)) throw error
      return read()
    })
  } catch (error) {
    if (error instanceof MailboxError && error.problem === 'too_much') return unreadable(raw)
    throw error
  }
}

const unreadable = (raw: Uint8Array): ReadEmail => ({
  text: '',
  subject: '',
  sender: null,
  origin: { refusal: 'unreadable' },
  writtenAt: null,
  identity: ['refused', sha256(raw).toString('hex')],
})
