export interface JsonMember {
  readonly name: string
  /** Undefined if it is neither a string nor a number. */
  readonly value: string | undefined
}

export interface LexedJson {
  /** The same JSON with line breaks inside strings escaped. */
  readonly repaired: string
  /** All members at every depth, in order, including repeated names. */
  readonly members: readonly JsonMember[]
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Returns the end of the string that starts at `start`: after its closing quote, or at the end of the text. */
const endOfString = (text: string, start: number): number => {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return Math.min(at + 1, text.length)
}

const skip = (text: string, start: number, characters: string): number => {
  let at = start
  while (at < text.length && characters.includes(text.charAt(at))) at += 1
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
 * Lists the members of JSON as written. JSON.parse would keep only the last of several members with the same name, or fail on a line break in
 * a string. Takes time linear in the length of the text.
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
      const literal = text
        .slice(start, at)
        .replace(/[\n\r\t]/g, (character) => ESCAPES[character] ?? character)
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
