import { type AlertText, NARRATION_SIGN } from './alert-text.ts'
import { parseUtr, type Utr } from './reference.ts'

/** Twelve digits that stand alone, or glued to their label ("RRN123456789012", Bandhan's "UPI/CR/C224…"). */
const TWELVE_DIGITS =
  /(?<=^|[^\dA-Za-z*@+]|(?:ref|no|rrn|utr|id|upi|\/c))(?<!\d[.,])(\d{12})(?![\d@]|,\d|\.\d)/gi

const LABEL =
  /\b(?:upi|imps|rrn|utr|p2[am]|ref|refno|reference|txn|trxn|transaction|trans|tran)\b[^\d]{0,32}$|संदर्भ[^\d]{0,24}$|(?:upi|imps|ref|refno|rrn|utr|id)[\s.:#/-]{0,3}$|(?:upi|imps)\/[^\s]{0,24}\/c?$/i
const SURE_LABEL = /\b(?:upi|imps|rrn|utr)\b[^\d]{0,32}$|(?:upi|imps)\/[^\s]{0,24}\/c?$/i
const LABEL_REACH = 48
/** Unmasked account numbers, phone numbers and cards have twelve digits, too. */
const OTHER_NUMBER =
  /\b(?:a\/?c|acct?|account|card|mob(?:ile)?|phone|ph|call|helpline|toll ?free|aadhaar|customer|cust|folio|loan|order|invoice)\b(?:\s(?:no|number|id))?[\s.:*#-]{0,4}$/i

/**
 * The bank's reference of the payment. Only with a label, and only when it is one: of two different ones that carry the same
 * kind of label none is taken, for a wrong reference would make one credit look like another.
 */
export function alertReference({ spoken, narration }: AlertText): Utr | undefined {
  const said = labelled(spoken)
  // In a narration the first is the bank's; what follows it is the payer's own text.
  const narrated = labelled(narration).slice(0, 1)
  const found = [...said, ...narrated]
  const sure = found.filter(({ isSure }) => isSure)
  return onlyOne(sure.length > 0 ? sure : found)
}

/** The bank's words up to the reference. Behind it banks advertise, warn and say whom to call. */
export function beforeReference(text: AlertText): Pick<AlertText, 'spoken' | 'narration'> {
  const { all, spoken, narration } = text
  const reference = alertReference(text)
  if (reference === undefined) return { spoken, narration }
  const at = all.indexOf(reference)
  const narrations = narration.split('\n').filter((line) => all.indexOf(line.trim()) <= at)
  return {
    spoken: upTo(spoken, spoken.includes(reference) ? reference : NARRATION_SIGN),
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

const labelled = (text: string): Labelled[] =>
  [...text.matchAll(TWELVE_DIGITS)].flatMap(({ 1: digits = '', index }) => {
    const before = text.slice(Math.max(0, index - LABEL_REACH), index)
    if (OTHER_NUMBER.test(before) || !LABEL.test(before)) return []
    // The text is cut: it may be a UPI ID that begins with a phone number.
    if (before.endsWith('(') && index + digits.length === text.length) return []
    return [{ digits, isSure: SURE_LABEL.test(before) }]
  })

function onlyOne(found: readonly Labelled[]): Utr | undefined {
  const [first, ...others] = new Set(found.map(({ digits }) => digits))
  return first === undefined || others.length > 0 ? undefined : parseUtr(first)
}
