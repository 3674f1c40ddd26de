/** The first place where a text stops being JSON. Lines and columns count from 1, columns in characters. */
export interface JsonFault {
  readonly offset: number
  readonly line: number
  readonly column: number
  /** What JSON would have there, in words. */
  readonly expected: string
  /** What stands there, in words: a single character at most, since what was sent may hold secrets. */
  readonly found: string
}

type Expecting = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'after'

const NAME = 'a name in double quotes'
const EXPECTED: Readonly<Record<Exclude<Expecting, 'after'>, string>> = {
  value: 'a value',
  'value or end': 'a value or ]',
  name: NAME,
  'name or end': `${NAME} or }`,
  colon: 'a colon',
}
const AFTER = { '{': 'a comma or }', '[': 'a comma or ]' } as const
const LITERALS: Readonly<Record<string, string>> = { t: 'true', f: 'false', n: 'null' }
/** Other languages' words for what JSON says otherwise. */
const FOREIGN_WORD = /(?:None|True|False|undefined|NaN|Infinity|nil)(?!\w)/y

class Broken extends Error {
  readonly offset: number
  readonly expected: string
  constructor(offset: number, expected: string) {
    super()
    this.offset = offset
    this.expected = expected
  }
}

/** Undefined where the text is JSON. In one pass, without recursion: it is asked about what strangers send. */
export const faultIn = (text: string): JsonFault | undefined => {
  try {
    walk(text)
    return undefined
  } catch (broken) {
    if (!(broken instanceof Broken)) throw broken
    return { ...broken, ...placeOf(text, broken.offset), found: foundAt(text, broken.offset) }
  }
}

const walk = (text: string): void => {
  const open: ('{' | '[')[] = []
  let expecting: Expecting = 'value'
  for (let at = afterSpace(text, 0); ; at = afterSpace(text, at)) {
    const sign = text[at] ?? ''
    const within = open.at(-1)
    if (expecting === 'after' && within === undefined) {
      if (sign !== '') throw new Broken(at, 'the end')
      return
    }
    const closes = sign === (within === '{' ? '}' : ']')
    if (closes && (expecting === 'after' || expecting.endsWith('or end'))) {
      open.pop()
      expecting = 'after'
      at += 1
    } else if (expecting === 'after' && within !== undefined) {
      if (sign !== ',') throw new Broken(at, AFTER[within])
      expecting = within === '{' ? 'name' : 'value'
      at += 1
    } else if (expecting === 'colon') {
      if (sign !== ':') throw new Broken(at, EXPECTED.colon)
      expecting = 'value'
      at += 1
    } else if (expecting === 'name' || expecting === 'name or end') {
      if (sign !== '"') throw new Broken(at, EXPECTED[expecting])
      at = afterText(text, at)
      expecting = 'colon'
    } else if (sign === '{' || sign === '[') {
      open.push(sign)
      expecting = sign === '{' ? 'name or end' : 'value or end'
      at += 1
    } else {
      at = afterScalar(text, at, EXPECTED[expecting === 'after' ? 'value' : expecting])
      expecting = 'after'
    }
  }
}

const SPACE = ' \t\n\r'
const DIGITS = '0123456789'

const afterAll = (text: string, from: number, signs: string): number => {
  let at = from
  while (at < text.length && signs.includes(text[at] ?? '')) at += 1
  return at
}

const afterSpace = (text: string, from: number): number => afterAll(text, from, SPACE)

const afterScalar = (text: string, from: number, expected: string): number => {
  const sign = text[from] ?? ''
  if (sign === '"') return afterText(text, from)
  if (sign === '-' || (sign !== '' && DIGITS.includes(sign))) return afterNumber(text, from)
  const literal = LITERALS[sign]
  if (literal === undefined) throw new Broken(from, expected)
  for (let at = 0; at < literal.length; at += 1)
    if (text[from + at] !== literal[at]) throw new Broken(from + at, literal)
  return from + literal.length
}

const afterDigits = (text: string, from: number): number => {
  const end = afterAll(text, from, DIGITS)
  if (end === from) throw new Broken(from, 'a digit')
  return end
}

const afterNumber = (text: string, from: number): number => {
  let at = text[from] === '-' ? from + 1 : from
  at = text[at] === '0' ? at + 1 : afterDigits(text, at)
  if (text[at] === '.') at = afterDigits(text, at + 1)
  if (text[at] !== 'e' && text[at] !== 'E') return at
  at += 1
  return afterDigits(text, text[at] === '+' || text[at] === '-' ? at + 1 : at)
}

const ESCAPE = 'an escape such as \\n or \\"'

const afterText = (text: string, from: number): number => {
  for (let at = from + 1; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (sign === '"') return at + 1
    if (sign < ' ') throw new Broken(at, ESCAPE)
    if (sign !== '\\') continue
    at += 1
    if (text[at] === 'u') at = afterHexDigits(text, at + 1) - 1
    else if (at < text.length && !'"\\/bfnrt'.includes(text[at] ?? '')) throw new Broken(at, ESCAPE)
  }
  throw new Broken(text.length, 'a closing quotation mark')
}

const HEX_DIGITS = 4

const afterHexDigits = (text: string, from: number): number => {
  for (let at = from; at < from + HEX_DIGITS; at += 1)
    if (!/[0-9a-f]/i.test(text[at] ?? '')) throw new Broken(at, 'four hexadecimal digits')
  return from + HEX_DIGITS
}

const placeOf = (text: string, offset: number): { line: number; column: number } => {
  const before = text.slice(0, offset)
  const lines = before.split('\n')
  return { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 }
}

const NAMED: Readonly<Record<string, string>> = {
  '': 'nothing more',
  ' ': 'a space',
  '\n': 'a line break',
  '\r': 'a line break',
  '\t': 'a tab',
  "'": 'a single quotation mark',
  '"': 'a quotation mark',
  ',': 'a comma',
  '\u00a0': 'a no-break space',
  '\u201c': 'a curly quotation mark',
  '\u201d': 'a curly quotation mark',
  '\u2018': 'a curly quotation mark',
  '\u2019': 'a curly quotation mark',
}

const foundAt = (text: string, offset: number): string => {
  FOREIGN_WORD.lastIndex = offset
  const [word] = FOREIGN_WORD.exec(text) ?? []
  if (word !== undefined) return word
  const sign = text[offset] ?? ''
  const named = NAMED[sign]
  if (named !== undefined) return named
  if (sign < ' ' || sign === '\x7f') return 'a control character'
  // Nothing else is repeated: it may turn around or hide what stands beside it.
  return sign < '\x7f' ? sign : 'a character that is not ASCII'
}

const KINDS: readonly [RegExp, string][] = [
  [/^\[/, 'a list'],
  [/^"/, 'a text'],
  [/^[-0-9]/, 'a number'],
]

/** For who has to mend it: where a body breaks that should be a JSON object, or what else it is. */
export const whyNoJsonObject = (text: string): string => {
  const fault = faultIn(text)
  if (fault === undefined) {
    const [, kind = 'a bare value'] = KINDS.find(([begins]) => begins.test(text.trim())) ?? []
    return `its JSON is ${kind} and not an object`
  }
  const { line, column, expected, found } = fault
  return `line ${line}, column ${column} of its JSON has ${found} where ${expected} should be`
}
