/** Why a text is not JSON, in the parser's words, and where: an offset in UTF-16 units. Nothing of the text is repeated. */
export interface JsonSyntaxError {
  readonly offset: number
  readonly reason: string
}

/** Matches the messages of V8 that contain a position. Its other messages quote a part of the text. */
const WITH_POSITION = /^([A-Z][\w ,:'{}[\]-]+?)(?: in| after)? JSON at position (\d+)/

/** Undefined where the text is JSON. */
export const findJsonSyntaxError = (text: string): JsonSyntaxError | undefined => {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    const { message } = error as SyntaxError
    if (message === 'Unexpected end of JSON input') return { offset: text.length, reason: 'Unexpected end' }
    const [, reason, position] = WITH_POSITION.exec(message) ?? []
    if (reason !== undefined) return { offset: Number(position), reason }
    return { offset: offsetOfUnexpectedToken(text), reason: 'Unexpected character' }
  }
}

/**
 * V8 says no place of an unexpected token. It is the last character of the shortest beginning of the text that no ending could
 * complete, found by halves: 18 times at most for the longest body.
 */
const offsetOfUnexpectedToken = (text: string): number => {
  let complete = 0
  let broken = text.length
  while (broken - complete > 1) {
    const middle = Math.floor((complete + broken) / 2)
    if (isBroken(text.slice(0, middle))) broken = middle
    else complete = middle
  }
  return complete
}

/** Whether no ending can make this beginning JSON: its fault is not that it ends. */
const isBroken = (beginning: string): boolean => {
  try {
    JSON.parse(beginning)
    return false
  } catch (error) {
    const { message } = error as SyntaxError
    if (message === 'Unexpected end of JSON input') return false
    const [, , position] = WITH_POSITION.exec(message) ?? []
    return position === undefined || Number(position) < beginning.length
  }
}

const KINDS: readonly [RegExp, string][] = [
  [/^\[/, 'a list'],
  [/^"/, 'a text'],
  [/^[-0-9]/, 'a number'],
]

/** For the programmer who has to fix a request: where a body breaks that should be a JSON object, or what else it is. */
export const whyNoJsonObject = (text: string): string => {
  const error = findJsonSyntaxError(text)
  if (error === undefined) {
    const [, kind = 'a bare value'] = KINDS.find(([start]) => start.test(text.trim())) ?? []
    return `its JSON is ${kind} and not an object`
  }
  const lines = text.slice(0, error.offset).split('\n')
  const column = [...(lines.at(-1) ?? '')].length + 1
  return `line ${lines.length}, column ${column} of its JSON: ${error.reason}`
}
