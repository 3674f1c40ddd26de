import { EMAIL_REFUSALS, type EmailRefusal, MAILBOX_PROBLEMS } from '@galla/contract/bank-emails/bank-emails'
import { z } from 'zod'
import type { MailboxLogin } from '../mailbox.ts'

/** What the process that reads mail is asked, each for one connection or letter. */
export interface ReaderInputs {
  readonly open: { readonly login: MailboxLogin; readonly isSecure: boolean }
  readonly search: { readonly lastUid: number; readonly connectedAt: Date; readonly now: Date }
  readonly find: { readonly uids: readonly number[] }
  readonly fetch: { readonly uid: number } & LetterInput
  readonly letter: { readonly raw: Uint8Array } & LetterInput
}

export interface LetterInput {
  readonly now: Date
  /** The addresses that the bank writes to, in lower case. */
  readonly recipients: readonly string[]
}

export type ToReader =
  | {
      [Name in keyof ReaderInputs]: {
        readonly kind: 'ask'
        readonly number: number
        readonly name: Name
        readonly input: ReaderInputs[Name]
      }
    }[keyof ReaderInputs]
  | { readonly kind: 'idle' }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'cut'; readonly code: string }
  | {
      readonly kind: 'records'
      readonly number: number
      readonly records: string[][] | undefined
      readonly code: string
    }

/** Results come from a process that parses hostile data, so they are checked as input is. */
const uid = z.int().min(0).max(4_294_967_295)
const text = z.string().max(70_000)
const MESSAGES_MAX = 100_000
const IDENTITY_MAX = 2_000

const refusal = z.enum(Object.keys(EMAIL_REFUSALS) as [EmailRefusal, ...EmailRefusal[]])
export const readEmailSchema = z.object({
  text,
  subject: text,
  sender: text.nullable(),
  origin: z.union([z.object({ bankId: z.string().max(100) }), z.object({ refusal })]),
  writtenAt: z.date().nullable(),
  /** The same for the same e-mail, from either channel. */
  identity: z.array(text).max(IDENTITY_MAX).readonly(),
})
const foundMessage = z.object({
  uid,
  from: text,
  subject: text,
  messageId: text,
  receivedAt: z.date().optional(),
  kind: z.enum(['bank', 'too_large', 'lookalike', 'unreadable', 'unsigned']),
})
export const READER_RESULTS = {
  open: z.object({ uidValidity: z.bigint().min(0n).max(4_294_967_295n), uidNext: uid }),
  search: z.array(uid).max(MESSAGES_MAX),
  find: z.array(foundMessage).max(MESSAGES_MAX),
  fetch: z.union([readEmailSchema, z.enum(['gone', 'unreadable', 'too_large'])]),
  letter: readEmailSchema,
} as const
export type ReaderResults = { [Name in keyof typeof READER_RESULTS]: z.output<(typeof READER_RESULTS)[Name]> }

const number = z.int()
const failure = z.object({
  problem: z.enum(
    Object.keys(MAILBOX_PROBLEMS) as [keyof typeof MAILBOX_PROBLEMS, ...(keyof typeof MAILBOX_PROBLEMS)[]],
  ),
  isBusy: z.boolean(),
  why: z.string().max(1_000),
})
export type ReaderFailure = z.output<typeof failure>

export const fromReader = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('result'), number, result: z.unknown() }),
  z.object({ kind: z.literal('failed'), number, failure }),
  z.object({ kind: z.literal('changed') }),
  z.object({ kind: z.literal('write'), bytes: z.custom<Uint8Array>((bytes) => bytes instanceof Uint8Array) }),
  z.object({ kind: z.literal('closed') }),
  z.object({ kind: z.literal('look_up'), number, name: z.string().max(1_000) }),
  z.object({ kind: z.literal('fault'), why: z.string().max(1_000) }),
])
export type FromReader = z.output<typeof fromReader>
