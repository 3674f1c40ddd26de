import { BANK_SENDER_TERMS, bankOfDomain, looksLikeBank } from '@galla/upi/bank-domains'
import type { FetchMessageObject, ImapFlow } from 'imapflow'
import { domainOf } from './email-header.ts'
import { MailboxError } from './imap-folder.ts'
import { EMAIL_BYTES_MAX } from './read-email.ts'

/** A message of the folder that may be a bank's, by its envelope. */
export interface FoundMessage {
  readonly uid: number
  readonly from: string
  readonly subject: string
  readonly messageId: string
  readonly receivedAt: Date | undefined
  readonly kind: 'bank' | 'too_large' | 'lookalike'
}

const DAY_MS = 86_400_000
/** Older messages are never taken in; a day more, because servers compare days of their own zone. */
const SEARCHED_DAYS = 8
const BEFORE_CONNECTED_DAYS = 1

/** The uids behind this one whose sender may be a bank, oldest first; the server searches. */
export const searchBankMessages = async (
  client: ImapFlow,
  lastUid: number,
  connectedAt: Date,
  now: Date,
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

/** Those of the messages that are in a bank's name, by envelope and size, in the order of uids. */
export const findBankMessages = async (
  client: ImapFlow,
  uids: readonly number[],
): Promise<FoundMessage[]> => {
  const asked = new Set(uids)
  const wanted = { uid: true, envelope: true, size: true, internalDate: true }
  const found = await client.fetchAll([...uids], wanted, { uid: true })
  return found
    .filter(({ uid }) => asked.has(uid))
    .sort((a, b) => a.uid - b.uid)
    .flatMap((message) => messageFrom(message) ?? [])
}

const messageFrom = ({ uid, envelope, size, internalDate }: FetchMessageObject): FoundMessage | undefined => {
  const senders = envelope?.from ?? []
  const isBank = senders.some(({ address = '' }) => bankOfDomain(domainOf(address)) !== undefined)
  if (!isBank && !senders.some(({ name = '', address = '' }) => looksLikeBank(`${name} ${address}`)))
    return undefined
  const tooLarge = (size ?? Number.POSITIVE_INFINITY) > EMAIL_BYTES_MAX ? 'too_large' : 'bank'
  return {
    uid,
    from: senders[0]?.address ?? '',
    subject: envelope?.subject ?? '',
    messageId: envelope?.messageId ?? '',
    receivedAt: internalDate === undefined ? undefined : new Date(internalDate),
    kind: isBank ? tooLarge : 'lookalike',
  }
}

/** The message; undefined if it was deleted meanwhile. Of one that is larger than the server said, one byte more than may be read. */
export const fetchRaw = async (client: ImapFlow, uid: number): Promise<Buffer | undefined> => {
  const source = { start: 0, maxLength: EMAIL_BYTES_MAX + 1 }
  const message = await client.fetchOne(String(uid), { uid: true, source }, { uid: true })
  return message === false ? undefined : message.source
}
