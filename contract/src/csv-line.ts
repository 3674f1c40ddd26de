/** A line of RFC 4180, its CRLF included. Every field is in quotes, so that no reader takes another sign for the separator. */
export const csvLine = (fields: readonly string[]): string =>
  `${fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(',')}\r\n`

/** Without the mark Excel reads a file in its own country's encoding and garbles ₹ and चाय. */
export const BYTE_ORDER_MARK = '\ufeff'

/** What a spreadsheet may take for a formula; the full-width signs too, which some of them read as the plain ones. */
const FORMULA_START = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/

/** Someone else's text in a merchant's spreadsheet: a leading apostrophe says that it is text, whatever it begins with. */
export const neutralised = (text: string): string => (FORMULA_START.test(text) ? `'${text}` : text)
