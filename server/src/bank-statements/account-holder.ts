import { cleanPayeeName } from '@galla/contract/payment-accounts/payee-name'
import { headingWords } from './heading-roles.ts'

/** How banks label the account holder's name, in the form of `headingWords`. */
const LABEL =
  /^(?:name|(?:account|a c|acct) (?:holder )?(?:s )?name|(?:account|a c|acct) (?:holder|title)(?: s)?(?: name)?|customer (?:s )?name|name of (?:the )?(?:account holder|customer)|title of account|primary (?:account )?holder(?: s)?(?: name)?)$/
const LABEL_CHARACTERS_MAX = 40
/** HDFC writes the name after a title, without a label. */
const TITLED = /^(?:MR|MRS|MS|M\/S|SHRI|SMT|DR)[. ] *[A-Z][A-Z .&]{1,99}$/

/** A name contains no account number, address or phone number. */
const nameIn = (text: string): string => {
  const name = cleanPayeeName(text.replace(/^[\s:=-]+/, ''))
  return /\d{3}|[@<>]/.test(name) ? '' : name
}

const isLabel = (text: string): boolean =>
  text.length <= LABEL_CHARACTERS_MAX && LABEL.test(headingWords(text))

/** "Account Name : RAVI KUMAR" in one cell, or the name in the next cell that has one. */
const labelledName = (cells: readonly string[]): string => {
  for (const [n, cell] of cells.entries()) {
    const colon = cell.indexOf(':')
    const label = colon < 0 ? cell : cell.slice(0, colon)
    if (!isLabel(label)) continue
    const name = colon < 0 ? '' : nameIn(cell.slice(colon))
    if (name !== '') return name
    const next = cells.slice(n + 1).find((each) => nameIn(each) !== '')
    if (next !== undefined) return nameIn(next)
  }
  return ''
}

/**
 * Finds the holder's name above the table of a statement; null if it has none, or none with a label. Customers can write into the table
 * only.
 */
export const accountHolder = (preamble: readonly (readonly string[])[]): string | null => {
  for (const cells of preamble) {
    const name = labelledName(cells)
    if (name !== '') return name
  }
  const titled = preamble.map(([first = '']) => first.trim()).find((first) => TITLED.test(first))
  return titled === undefined ? null : nameIn(titled) || null
}
