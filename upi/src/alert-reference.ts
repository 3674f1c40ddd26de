import { type AlertText, NARRATION_MARK } from './alert-text.ts'
import { parseUtr, type Utr } from './reference.ts'

/** Twelve digits on their own, or directly after their label ("RRN123456789012", Bandhan's "UPI/CR/C224…"). */
const TWELVE_DIGITS =
  /(?<=^|[^\dA-Za-z*@+]|(?:ref|no|rrn|utr|id|upi|\/c))(?<!\d[.,])(\d{12})(?![\d@]|,\d|\.\d)/gi

const LABEL =
  /\b(?:upi|imps|rrn|utr|p2[am]|ref|refno|reference|txn|trxn|transaction|trans|tran)\b[^\d]{0,32}$|संदर्भ[^\d]{0,24}$|(?:upi|imps|ref|refno|rrn|utr|id)[\s.:#/-]{0,3}$|(?:upi|imps)\/[^\s]{0,24}\/c?$/i
const SURE_LABEL = /\b(?:upi|imps|rrn|utr)\b[^\d]{0,32}$|(?:upi|imps)\/[^\s]{0,24}\/c?$/i
const LABEL_REACH = 48
/** Unmasked account, phone and card numbers may have twelve digits too. */
const OTHER_NUMBER =
  /\b(?:a\/?c|acct?|account|card|mob(?:ile)?|phone|ph|call|helpline|toll ?free|aadhaar|customer|cust|folio|loan|order|invoice)\b(?:\s(?:no|number|id))?[\s.:*#-]{0,4}$/i

/**
 * Finds the bank's reference of the payment. It needs a label. If two different numbers have the same kind of label, neither is taken: a wrong
 * reference would make one credit look like another.
 */
export function alertReference({ spoken, narration }: AlertText): Utr | undefined {
  const spokenReferences = listLabelled(spoken)
  // In a narration the first number is the bank's; the payer's text follows.
  const narratedReferences = listLabelled(narration).slice(0, 1)
  const references = [...spokenReferences, ...narratedReferences]
  const sure = references.filter(({ isSure }) => isSure)
  return singleReference(sure.length > 0 ? sure : references)
}

/** The bank's words before the reference. After it, banks advertise, warn and name a helpline. */
export function beforeReference(text: AlertText): Pick<AlertText, 'spoken' | 'narration'> {
  const { all, spoken, narration } = text
  const reference = alertReference(text)
  if (reference === undefined) return { spoken, narration }
  const at = all.indexOf(reference)
  const narrations = narration.split('\n').filter((line) => all.indexOf(line.trim()) <= at)
  return {
    spoken: upTo(spoken, spoken.includes(reference) ? reference : NARRATION_MARK),
    narration: narrations.join('\n'),
  }
}

const upTo = (text: string, mark: string): string => {
  const index = text.indexOf(mark)
  return index < 0 ? text : text.slice(0, index)
}

interface Labelled {
  readonly digits: string
  readonly isSure: boolean
}

const listLabelled = (text: string): Labelled[] =>
  [...text.matchAll(TWELVE_DIGITS)].flatMap(({ 1: digits = '', index }) => {
    const before = text.slice(Math.max(0, index - LABEL_REACH), index)
    if (OTHER_NUMBER.test(before) || !LABEL.test(before)) return []
    // The text was cut here: this may be a UPI ID that begins with a phone number.
    if (before.endsWith('(') && index + digits.length === text.length) return []
    return [{ digits, isSure: SURE_LABEL.test(before) }]
  })

function singleReference(references: readonly Labelled[]): Utr | undefined {
  const [first, ...others] = new Set(references.map(({ digits }) => digits))
  return first === undefined || others.length > 0 ? undefined : parseUtr(first)
}
