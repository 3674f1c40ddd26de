export interface AlertText {
  /** On one line, with single spaces and plain signs. */
  readonly all: string
  /**
   * The bank's own words: NARRATION_SIGN stands for the narration and for UPI IDs, whose words other people chose. "loan
   * return" there is no loan.
   */
  readonly spoken: string
  /** What the payer's bank passed on: reference first, then the payer's name and note. */
  readonly narration: string
}

export const NARRATION_SIGN = '\u00b6'

/** An SMS of ten parts and a short mail fit; more is no alert. */
export const ALERT_LENGTH_MAX = 4000

// What can be neither shown nor kept.
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are to go
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
// Zero-width and direction marks hide in copied texts.
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** "DR. ASHA RAO" is one name; "DR. Avl Bal" is not. */
const SENTENCE_END = String.raw`(?<!\bdr)\.\s|\.\s(?=(?:a?vl|aval|avail\w*|bal\w*|not|if|call|clear|total|team|your|never|new|the|amount|amt)\b)`
const NARRATION_END = String.raw`\s(?:on|dt|dated)\s\d|\s?[-(")]\s?[A-Z(]|${SENTENCE_END}|\n|$`
/** "UPI/CR/424941009999/NAME/BANK/payer@bank/note": up to the end of the line or the bank's own dash or bracket. */
const NARRATION = new RegExp(String.raw`\b(?:upi|imps|neft|rtgs)\s?\/[^\n()"]*?(?=${NARRATION_END})`, 'gi')

const PAYERS_END = new RegExp(NARRATION_END, 'i')

/** How much of a text that begins with a payer's words is theirs. */
export const payersLength = (text: string): number => text.search(PAYERS_END)

/** What banks add about cheques below the amount of any credit. */
const CHEQUE_NOTE =
  /\(incl\.? of ch?e?q[^)]{0,40}\)|\bcheques?(?: deposits?)?(?: in a\/c)? (?:is|are) subject to clearing\b/gi

const ADDRESS = /[\w.-]{1,256}@[a-z]\w+/gi

export function alertText(text: string): AlertText {
  const plain = text
    .slice(0, ALERT_LENGTH_MAX)
    .normalize('NFKC')
    .replace(CONTROL, ' ')
    .replace(INVISIBLE, '')
    .replaceAll(NARRATION_SIGN, ' ')
    .replace(/[^\S\n]+/g, ' ')
  const spoken = plain
    .replace(CHEQUE_NOTE, ' ')
    .replace(NARRATION, ` ${NARRATION_SIGN} `)
    .replace(ADDRESS, NARRATION_SIGN)
  const narration = (plain.match(NARRATION) ?? []).join('\n')
  return { all: oneLine(plain), spoken: oneLine(spoken), narration }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

const WORDS_MAX = 60

/** Words of a message as they are shown for a reason: short, and never half a character. */
export const shownWords = (words: string): string => words.trim().slice(0, WORDS_MAX).toWellFormed()
