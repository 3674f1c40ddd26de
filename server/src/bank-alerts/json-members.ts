export interface JsonMember {
  readonly name: string
  /** Undefined when it is neither a string nor a number. */
  readonly value: string | undefined
}

export interface LexedJson {
  /** The same JSON, with the line breaks inside its strings written as JSON wants them. */
  readonly repaired: string
  /** Each member at every depth and in its order; a name can come several times. */
  readonly members: readonly JsonMember[]
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** The end of the string that begins at `start` with its quote: behind its closing quote, or of the text. */
const endOfString = (text: string, start: number): number => {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return Math.min(at + 1, text.length)
}

const skip = (text: string, start: number, signs: string): number => {
  let at = start
  while (at < text.length && signs.includes(text.charAt(at))) at += 1
  return at
}

const unquoted = (literal: string): string => {
  try {
    return String(JSON.parse(literal))
  } catch {
    return literal.slice(1, -1)
  }
}

const SPACE = ' \n\r\t'
const OF_NUMBER = '0123456789+-.eE'

/**
 * Looks through JSON as it was written, also where JSON.parse would keep only the last of several members of one name, or nothing.
 * Goes once from the first sign to the last.
 */
export function lexJson(text: string): LexedJson {
  const members: JsonMember[] = []
  const pieces: string[] = []
  let name: string | undefined
  let at = 0
  while (at < text.length) {
    const start = at
    if (text[at] === '"') {
      at = endOfString(text, at)
      const literal = text.slice(start, at).replace(/[\n\r\t]/g, (sign) => ESCAPES[sign] ?? sign)
      pieces.push(literal)
      const after = skip(text, at, SPACE)
      if (text[after] === ':') {
        pieces.push(text.slice(at, after + 1))
        at = skip(text, after + 1, SPACE)
        name = unquoted(literal)
        continue
      }
      if (name !== undefined) members.push({ name, value: unquoted(literal) })
    } else {
      at = Math.max(skip(text, at, OF_NUMBER), at + 1)
      const value = text.slice(start, at)
      pieces.push(value)
      const isNumber = OF_NUMBER.includes(value.charAt(0))
      if (name !== undefined) members.push({ name, value: isNumber ? value : undefined })
    }
    name = undefined
  }
  return { repaired: pieces.join(''), members }
}
