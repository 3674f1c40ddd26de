import { DAY_MS } from '@galla/contract/durations'
import { BANK_SENDER_TERMS, bankOfDomain, looksLikeBank } from '@galla/upi/bank-domains'
import type { FetchMessageObject, ImapFlow } from 'imapflow'
import { addressParser, decodeWords } from 'postal-mime'
import { domainOf, HEADER_BYTES_MAX, type HeaderField, leadingFieldsOf, valuesOf } from '../email-header.ts'
import { MailboxError } from '../mailbox-problem.ts'
import { EMAIL_BYTES_MAX } from '../read-email.ts'
import type { ReaderInputs, ReaderResults } from './reader-messages.ts'

/** A message of the folder whose header may be a bank's. */
export type FoundMessage = ReaderResults['find'][number]

/** Older messages are ignored. A day more, because servers compare days in their own time zone. */
const SEARCHED_DAYS = 8
const BEFORE_CONNECTED_DAYS = 1

/** Searches on the server for UIDs after `lastUid` whose sender may be a bank, the oldest first. */
export const searchBankMessages = async (
  client: ImapFlow,
  { lastUid, connectedAt, now }: ReaderInputs['search'],
): Promise<readonly number[]> => {
  const since = Math.max(
    now.getTime() - SEARCHED_DAYS * DAY_MS,
    connectedAt.getTime() - BEFORE_CONNECTED_DAYS * DAY_MS,
  )
  const found = await client.search(
    {
      uid: `${lastUid + 1}:*`,
      since: new Date(since),
      or: BANK_SENDER_TERMS.map((from) => ({ from })),
    },
    { uid: true },
  )
  if (found === false || found === undefined) throw new MailboxError('unusable')
  // `n:*` always contains the newest message, even one before n.
  return found.filter((uid) => uid > lastUid).sort((a, b) => a - b)
}

/**
 * Finds the messages in a bank's name, by header and size, ordered by UID. Only a limited part of each header is fetched: its writer chooses
 * the length, and the parsed envelope (ENVELOPE) of a long one ends the connection.
 */
export const findBankMessages = async (
  client: ImapFlow,
  uids: readonly number[],
): Promise<FoundMessage[]> => {
  const missing = new Set(uids)
  const found: FoundMessage[] = []
  const wanted = { uid: true, size: true, internalDate: true, bodyParts: [HEADER_PART] }
  for await (const message of client.fetch([...uids], wanted, { uid: true })) {
    if (!missing.delete(message.uid)) continue
    const read = messageFrom(message)
    if (read !== undefined) found.push(read)
  }
  // They were deleted meanwhile, or their reply was unreadable.
  if (missing.size > 0)
    for (const { uid } of await client.fetchAll([...missing], { uid: true }, { uid: true }))
      if (missing.has(uid)) found.push(unreadableMessage(uid))
  return found.sort((a, b) => a.uid - b.uid)
}

const HEADER_PART = { key: 'HEADER', start: 0, maxLength: HEADER_BYTES_MAX }
const FROM_CHARS_MAX = 2_000

const messageFrom = ({ uid, headers, size, internalDate }: FetchMessageObject): FoundMessage | undefined => {
  const fields = leadingFieldsOf(headers instanceof Uint8Array ? headers : new Uint8Array())
  const textOf = (name: string): string =>
    valuesOf(fields, name)
      .map((value) => Buffer.from(value.slice(0, FROM_CHARS_MAX), 'latin1').toString())
      .join(', ')
  const from = textOf('from')
  const messageId = textOf('message-id')
  const read = { uid, subject: decodeWords(textOf('subject')), messageId, receivedAt: dateOf(internalDate) }
  // The server did find a sender in it.
  if (from === '') return { ...read, from, kind: 'unreadable' }
  const senders = addressParser(from, { flatten: true }).map(({ address = '' }) => address)
  const isBank = senders.some((address) => bankOfDomain(domainOf(address)) !== undefined)
  if (!isBank && !looksLikeBank(`${from} ${decodeWords(from)}`)) return undefined
  const kind = isBank ? kindOf(fields, size) : 'lookalike'
  return { ...read, from: senders[0] ?? '', kind }
}

/** Decides whether to fetch a message with a bank's sender. Most forged ones do not even claim a signature. */
const kindOf = (fields: readonly HeaderField[], size = Number.POSITIVE_INFINITY): FoundMessage['kind'] => {
  if (size > EMAIL_BYTES_MAX) return 'too_large'
  const isSigned = valuesOf(fields, 'dkim-signature').some((value) => {
    const [, domain = ''] = /(?:^|;)\s*d\s*=\s*([^;\s]+)/i.exec(value) ?? []
    return bankOfDomain(domain) !== undefined
  })
  return isSigned ? 'bank' : 'unsigned'
}

export const unreadableMessage = (uid: number): FoundMessage => ({
  uid,
  from: '',
  subject: '',
  messageId: '',
  receivedAt: undefined,
  kind: 'unreadable',
})

const dateOf = (internalDate: Date | string | undefined): Date | undefined => {
  const date = new Date(internalDate ?? '')
  return Number.isNaN(date.getTime()) ? undefined : date
}

/**
 * Fetches a message; null if it is unreadable, undefined if it was deleted meanwhile. If it is larger than the server said, the result has one
 * byte more than allowed.
 */
export const fetchRaw = async (client: ImapFlow, uid: number): Promise<Buffer | null | undefined> => {
  const source = { start: 0, maxLength: EMAIL_BYTES_MAX + 1 }
  const message = await client.fetchOne(String(uid), { uid: true, source }, { uid: true })
  if (message !== false && message.source instanceof Uint8Array) return message.source
  return (await client.fetchOne(String(uid), { uid: true }, { uid: true })) === false ? undefined : null
}
