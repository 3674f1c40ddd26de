import type { EmailRefusal } from '@galla/contract/bank-emails/bank-emails'
import { type BankDomain, bankOfDomain } from '@galla/upi/bank-domains'
import type { DKIMResult } from 'mailauth'
import { realDeadline } from '../platform/clock.ts'
import type { FindTxt } from './dns-keys.ts'
import { domainOf, type HeaderField, headerFieldsOf, valuesOf } from './email-header.ts'

export type CheckedEmail =
  | {
      readonly bank: BankDomain
      /** The sender's address, in lower case. */
      readonly from: string
      readonly fields: readonly HeaderField[]
      readonly bodyHash: string
      /** Empty if the bank did not sign it: anyone could have changed it. */
      readonly messageId: string
    }
  | { readonly refusal: EmailRefusal; readonly from: string | null; readonly fields: readonly HeaderField[] }

/** DNS does not answer, so the signature cannot be verified yet. */
export class UncheckedSignatureError extends Error {
  override name = 'UncheckedSignatureError'
}

/** Headers that the bank must have signed. */
const SIGNED = ['from', 'to', 'subject', 'date']
const SIGNED_IF_THERE = ['content-type', 'content-transfer-encoding', 'mime-version']
/** Headers that may appear only once: of two, the unsigned one might be read. */
const ONCE = ['from', 'to', 'subject', 'date', 'message-id', 'content-type', 'content-transfer-encoding']
const SIGNATURES_MAX = 10
const KEY_BITS_MIN = 1024
/** For all keys of an e-mail together: it may name ten, and each lookup may time out. */
const KEYS_MS = 10_000

export interface SignatureDeps {
  readonly findTxt: FindTxt
  readonly now: Date
  readonly keysMs?: number
}

/**
 * Verifies with the raw bytes that the bank of the From address signed all relevant headers and the body. Results of other servers
 * (Authentication-Results) are ignored.
 */
export const checkSignature = async (
  raw: Uint8Array,
  { findTxt, now, keysMs = KEYS_MS }: SignatureDeps,
): Promise<CheckedEmail> => {
  const fields = headerFieldsOf(raw)
  if (fields === undefined) return { refusal: 'unreadable', from: null, fields: [] }
  const refused = (refusal: EmailRefusal, from: string | null = null) => ({ refusal, from, fields }) as const
  if (valuesOf(fields, 'dkim-signature').length > SIGNATURES_MAX) return refused('unsigned')
  // Loaded with the first e-mail, so that the start is faster.
  const { dkimVerify } = await import('mailauth/lib/dkim/verify.js')
  const { signal, stop } = realDeadline(keysMs)
  const { headerFrom, results } = await dkimVerify(Buffer.from(raw), {
    rejectRsaSha1: true,
    minBitLength: KEY_BITS_MIN,
    curTime: now,
    resolver: findKeyOf(fields, (name) => withinDeadline(() => findTxt(name), signal)),
  }).finally(stop)
  const from = headerFrom[0]?.toLowerCase() ?? null
  if (from === null || headerFrom.length !== 1 || valuesOf(fields, 'from').length !== 1)
    return refused('two_senders', from)
  const bank = bankOfDomain(domainOf(from))
  if (bank === undefined) return refused('not_the_bank', from)
  if (ONCE.some((name) => valuesOf(fields, name).length > 1)) return refused('signature_incomplete', from)
  const bankResults = results.filter((result) => isOfBank(result, bank))
  const passed = bankResults.filter(({ status }) => status.result === 'pass' && status.testing !== true)
  const whole = passed.find((result) => coversAll(result, fields))
  if (whole !== undefined) {
    const [messageId = ''] = signedNames(whole).has('message-id') ? valuesOf(fields, 'message-id') : []
    return { bank, from, fields, bodyHash: whole.bodyHash ?? '', messageId }
  }
  if (passed.length > 0) return refused('signature_incomplete', from)
  if (bankResults.some(({ status }) => status.result === 'temperror')) throw new UncheckedSignatureError(from)
  return refused('unsigned', from)
}

/** Whether the sender's domain signed, or a parent domain of the same bank. */
const isOfBank = ({ signingDomain }: DKIMResult, { bankId, domain }: BankDomain): boolean => {
  const signer = signingDomain?.toLowerCase() ?? ''
  return signer === domain || (domain.endsWith(`.${signer}`) && bankOfDomain(signer)?.bankId === bankId)
}

const signedNames = ({ signingHeaders }: DKIMResult): ReadonlySet<string> =>
  new Set(signingHeaders?.headers.map((line) => line.slice(0, line.indexOf(':')).trim().toLowerCase()))

const coversAll = (result: DKIMResult, fields: readonly HeaderField[]): boolean => {
  if (result.canonBodyLengthLimited) return false
  const signed = signedNames(result)
  const present = SIGNED_IF_THERE.filter((name) => valuesOf(fields, name).length > 0)
  return [...SIGNED, ...present].every((name) => signed.has(name))
}

const notFound = (): Error => Object.assign(new Error('not a key of a bank'), { code: 'ENOTFOUND' })

const withinDeadline = (find: () => Promise<string[][]>, signal: AbortSignal): Promise<string[][]> =>
  new Promise((resolve, reject) => {
    const giveUp = () => reject(Object.assign(new Error('the keys took too long'), { code: 'ETIMEOUT' }))
    if (signal.aborted) return giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    find().then(resolve, reject)
  })

/** Looks up keys of the sender's bank only: an e-mail must not cause other DNS lookups. */
const findKeyOf = (fields: readonly HeaderField[], findTxt: FindTxt) => {
  const from = valuesOf(fields, 'from').join(' ').toLowerCase()
  return async (name: string, type: string): Promise<string[][]> => {
    const [, domain = '', ...others] = name.toLowerCase().split('._domainkey.')
    // A selector with a second `_domainkey` could name another domain.
    if (type !== 'TXT' || others.length > 0 || bankOfDomain(domain) === undefined || !from.includes(domain))
      throw notFound()
    return findTxt(name)
  }
}
