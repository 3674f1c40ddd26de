export interface AlertText {
  /** On one line, with single spaces and plain characters. */
  readonly all: string
  /**
   * The bank's own words. NARRATION_MARK replaces narrations and UPI IDs, because other people chose their words: "loan return" there is
   * not a loan.
   */
  readonly spoken: string
  /** The text that the payer's bank passed on: the reference, then the payer's name and note. */
  readonly narration: string
}

export const NARRATION_MARK = '\u00b6'

/** Enough for an SMS of ten parts and a short e-mail. Alerts are not longer. */
export const ALERT_LENGTH_MAX = 4000

// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are to go
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
// Copied texts may contain zero-width and direction marks.
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** "DR. ASHA RAO" is one name; "DR. Avl Bal" is not. */
const SENTENCE_END = String.raw`(?<!\bdr)\.\s|\.\s(?=(?:a?vl|aval|avail\w*|bal\w*|not|if|call|clear|total|team|your|never|new|the|amount|amt)\b)`
const NARRATION_END = String.raw`\s(?:on|dt|dated)\s\d|\s?[-(")]\s?[A-Z(]|${SENTENCE_END}|\n|$`
/** "UPI/CR/424941009999/NAME/BANK/payer@bank/note": up to the end of the line or the bank's own dash or bracket. */
const NARRATION = new RegExp(String.raw`\b(?:upi|imps|neft|rtgs)\s?\/[^\n()"]*?(?=${NARRATION_END})`, 'gi')

const PAYERS_END = new RegExp(NARRATION_END, 'i')

/** The length of the payer's words at the start of a text. */
export const payerTextLength = (text: string): number => text.search(PAYERS_END)

/** Notes about cheques that banks add to any credit. */
const CHEQUE_NOTE =
  /\(incl\.? of ch?e?q[^)]{0,40}\)|\bcheques?(?: deposits?)?(?: in a\/c)? (?:is|are) subject to clearing\b/gi

/** From the first letter of a word only: a search from each letter would take the square of the word's length. */
const ADDRESS = /(?<![\w.-])[\w.-]+@[a-z]\w+/gi

export function alertText(text: string): AlertText {
  const plain = text
    .slice(0, ALERT_LENGTH_MAX)
    .normalize('NFKC')
    .replace(CONTROL, ' ')
    .replace(INVISIBLE, '')
    .replaceAll(NARRATION_MARK, ' ')
    .replace(/[^\S\n]+/g, ' ')
  const spoken = plain
    .replace(CHEQUE_NOTE, ' ')
    .replace(NARRATION, ` ${NARRATION_MARK} `)
    .replace(ADDRESS, NARRATION_MARK)
  const narration = (plain.match(NARRATION) ?? []).join('\n')
  return { all: oneLine(plain), spoken: oneLine(spoken), narration }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

const WORDS_MAX = 60

/** Shortens words of a message, to show them as a reason. */
export const excerptOf = (words: string): string => words.trim().slice(0, WORDS_MAX).toWellFormed()
