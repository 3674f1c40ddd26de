import { parseVpa, type Vpa } from './vpa.ts'

const NAME_LENGTH_MAX = 100

/** A UPI ID, not an e-mail address: no domain follows the handle. */
const VPA =
  /(?<![\w.@-])([a-z0-9][a-z0-9._-]{1,255}@[a-z][a-z0-9]{1,63})(?![\w@-]|\.(?:com|net|org|in|co|bank|edu|gov|info|io)\b)/gi

/** Finds the payer's UPI ID. A UPI ID after "to" is the payee's. */
export function payerVpa(text: string): Vpa | undefined {
  for (const { 1: address = '', index } of text.matchAll(VPA))
    if (!/x{3}|\*/i.test(address) && !/(?<!linked )\b(?:to|into|in) (?:vpa )?$/i.test(text.slice(0, index)))
      return parseVpa(address)
  return undefined
}

// A name ends where the sentence continues.
const NAME = String.raw`([\p{L}][\p{L}\p{M}\d .,&'’()/-]{0,98}?)`
const END = String.raw`(?=\s?(?:[.;:,]?\s(?:on|via|thru|through|by|using|upi|ref|refno|utr|rrn|imps|avl|aval|bal|new|info|at|has|into|in|to|for|with|a\/c|[(])\b|[.;:](?:\s|$)|\s?[(|]|\s-|-\w|\n|$))`

const SENTENCES = [
  // "Sample Payer paid you ₹500", "Sample Store sent you Rs 20"
  new RegExp(
    String.raw`^(?:[\w ]{0,20}: )?${NAME} (?:has )?(?:paid|sent|transferred) (?:you|₹|rs|inr)`,
    'iu',
  ),
  // "Sender: Sample Payer (VPA: …)"
  new RegExp(String.raw`\b(?:sender|payer|remitter)(?: name)?\s?[:-]\s?${NAME}${END}`, 'iu'),
  // "by VPA payer@ybl Mr Sample Payer on 18-04-26"
  new RegExp(String.raw`\bvpa [^\s@]{1,256}@[^\s@]{1,64} ${NAME}(?= on \d)`, 'iu'),
  // The narration: "UPI/CR/424941009999/SAMPLE DOE/…", "UPI/P2A/334365332111/SAMPLE PAYER/…", "UPI/632500000011/CR/ASHA RAO/…"
  /\b(?:upi|imps)[a-z]{0,2}\/(?:[a-z0-9]{1,4}\/c?\d{12}|[a-z]{2,6}\/c?\d{12}|\d{12}\/cr)\/ ?([\p{L}][^/()]{0,98}?)\s?(?:[/(]|$)/iu,
  // Without a direction, unless a UPI ID follows: there ICICI Bank puts the note.
  /\b(?:upi|imps)\/c?\d{12}\/(?!cr\/)([\p{L}][^/()]{0,98}?)\s?(?:[(]|$|\/(?![\w.-]{1,256}@))/iu,
  // "UPI/ASHA RAO/asha@okaxis/Tea/AXIS BANK/…"
  /\bupi\/([\p{L}][^/()@]{0,98}?)\s?\/(?=[\w.-]{1,256}@)/iu,
  // "by Sample Payer (Ref no", "UPI द्वारा SAMPLE PAYER से"
  new RegExp(String.raw`\bby (?!a\/c|rs|inr|₹|vpa\b|upi\b|imps\b|mob )${NAME} ?(?=\((?:upi )?ref)`, 'iu'),
  new RegExp(String.raw`द्वारा ${NAME} (?=से(?:\s|$))`, 'iu'),
  // "transfer from ACME TECH Ref No", "received from Sample Store. UTR", "sent by SAMPLE on"
  new RegExp(
    String.raw`\b(?:from|sent by|paid by|received from) (?!your\b|ur\b|vpa\b|a\/c|an? )${NAME}${END}`,
    'iu',
  ),
  // "UPI-630012345679-SAMPLE. Available", "by UPI 630012345679 SAMPLE PAYER. Bal"
  new RegExp(String.raw`\bupi[- ]{1,2}c?\d{12}[- ]{1,3}(?!from |by )${NAME}${END}`, 'iu'),
]

const NO_NAME =
  /@|\b(?:vpa|a\/?c|acct?|account|linked|mobile|bank account|upi|npci|bhim|mob bk|neft|rtgs|imps|you|your|self)\b|\d{5}|x{3}/i

/** Finds the payer's name; undefined if the alert names only an account or a service. */
export function payerName(text: string): string | undefined {
  for (const sentence of SENTENCES) {
    const name = sentence.exec(text)?.[1]?.trim()
    if (name !== undefined && name.length > 1 && name.length <= NAME_LENGTH_MAX && !NO_NAME.test(name))
      return name
  }
  return undefined
}
