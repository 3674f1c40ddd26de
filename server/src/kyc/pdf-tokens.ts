import { FileRejected } from './file-problem.ts'

/** The file breaks a rule of PDF that every reader needs, or is deeper than a document has to be. */
const damage = (detail: string): FileRejected => new FileRejected('damaged_pdf', detail)

export interface PdfName {
  readonly name: string
}
export interface PdfReference {
  readonly object: number
}
export type PdfDictionary = ReadonlyMap<string, PdfValue>
/** Strings are looked through and dropped: nothing that is asked of a file stands in one. */
export type PdfValue =
  | number
  | boolean
  | null
  | 'string'
  | PdfName
  | PdfReference
  | PdfDictionary
  | readonly PdfValue[]

export const isName = (value: PdfValue | undefined): value is PdfName =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'
export const isReference = (value: PdfValue | undefined): value is PdfReference =>
  typeof value === 'object' && value !== null && 'object' in value && typeof value.object === 'number'
export const isDictionary = (value: PdfValue | undefined): value is PdfDictionary => value instanceof Map

const DEPTH_MAX = 64
const TOKENS_MAX = 4_000_000
const NAME_BYTES_MAX = 256
const KEYWORD_BYTES_MAX = 32
const COMMENT_BYTES_MAX = 1_024

const WHITE = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20])
const DELIMITERS = new Set(Buffer.from('()<>[]{}/%'))
const isRegular = (byte: number | undefined): byte is number =>
  byte !== undefined && !WHITE.has(byte) && !DELIMITERS.has(byte)
const hexOf = (byte: number | undefined): number =>
  byte === undefined ? Number.NaN : Number.parseInt(String.fromCharCode(byte), 16)

const [OPEN, CLOSE, SLASH, PERCENT, LESS, MORE, BRACKET, UNBRACKET, BACKSLASH, HASH] =
  Buffer.from('()/%<>[]\\#')

/** Hidden in a string, a comment or a stream, an object would be found by a reader that looks for it there. */
const HIDDEN_OBJECT = /\d[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]*obj/

export const assertHidesNothing = (bytes: Buffer): void => {
  if (HIDDEN_OBJECT.test(bytes.toString('latin1'))) throw damage('an object hidden in another')
}

/** Reads the tokens of a PDF, one after another, from untrusted bytes. */
export class PdfReader {
  readonly bytes: Buffer
  at: number
  #tokens: { left: number }

  constructor(bytes: Buffer, at = 0, tokens: { left: number } = { left: TOKENS_MAX }) {
    this.bytes = bytes
    this.at = at
    this.#tokens = tokens
  }

  /** Where another object of the same file begins; what all of them may cost is one budget. */
  from(bytes: Buffer, at: number): PdfReader {
    return new PdfReader(bytes, at, this.#tokens)
  }

  skipBlank(): void {
    for (;;) {
      const byte = this.bytes[this.at]
      if (byte !== undefined && WHITE.has(byte)) this.at += 1
      else if (byte === PERCENT) this.#skipComment()
      else return
    }
  }

  #skipComment(): void {
    const from = this.at
    while (this.at < this.bytes.length && this.bytes[this.at] !== 0x0a && this.bytes[this.at] !== 0x0d)
      this.at += 1
    if (this.at - from > COMMENT_BYTES_MAX) throw damage('a long comment')
    assertHidesNothing(this.bytes.subarray(from, this.at))
  }

  get atEnd(): boolean {
    this.skipBlank()
    return this.at >= this.bytes.length
  }

  /** The letters that come next, without taking them. */
  peekKeyword(): string {
    this.skipBlank()
    let end = this.at
    while (isRegular(this.bytes[end]) && end - this.at < KEYWORD_BYTES_MAX) end += 1
    return this.bytes.toString('latin1', this.at, end)
  }

  takeKeyword(expected: string): void {
    if (this.peekKeyword() !== expected) throw damage(`no ${expected}`)
    this.at += expected.length
  }

  tryKeyword(expected: string): boolean {
    if (this.peekKeyword() !== expected) return false
    this.at += expected.length
    return true
  }

  takeWholeNumber(): number {
    const word = this.peekKeyword()
    if (!/^\d{1,10}$/.test(word)) throw damage('no whole number')
    this.at += word.length
    return Number(word)
  }

  takeValue(depth = 0): PdfValue {
    this.#tokens.left -= 1
    if (this.#tokens.left < 0) throw damage('too many parts')
    if (depth > DEPTH_MAX) throw damage('too deep')
    this.skipBlank()
    const byte = this.bytes[this.at]
    if (byte === SLASH) return { name: this.#takeName() }
    if (byte === OPEN) return this.#takeString()
    if (byte === BRACKET) return this.#takeArray(depth)
    if (byte === LESS)
      return this.bytes[this.at + 1] === LESS ? this.#takeDictionary(depth) : this.#takeHexString()
    return this.#takeWord()
  }

  #takeWord(): PdfValue {
    const word = this.peekKeyword()
    this.at += word.length
    if (word === 'true' || word === 'false') return word === 'true'
    if (word === 'null') return null
    if (/^\d{1,10}$/.test(word)) return this.#takeReference(Number(word))
    // Writers are careless with signs and dots ("--5", "4.", "1.2e"); no number hides anything.
    if (/^[-+.\d][-+.\deE]*$/.test(word)) return 0
    throw damage('an unknown word')
  }

  /** `12 0 R`, or only the number. */
  #takeReference(object: number): PdfValue {
    const { at } = this
    if (/^\d{1,5}$/.test(this.peekKeyword())) {
      this.at += this.peekKeyword().length
      if (this.tryKeyword('R')) return { object }
    }
    this.at = at
    return object
  }

  #takeName(): string {
    this.at += 1
    const letters: number[] = []
    for (let byte = this.bytes[this.at]; isRegular(byte); byte = this.bytes[this.at]) {
      const code = hexOf(this.bytes[this.at + 1]) * 16 + hexOf(this.bytes[this.at + 2])
      const escaped = byte === HASH && !Number.isNaN(code)
      letters.push(escaped ? code : byte)
      this.at += escaped ? 3 : 1
      if (letters.length > NAME_BYTES_MAX) throw damage('a long name')
    }
    return String.fromCharCode(...letters)
  }

  #takeString(): 'string' {
    const from = this.at
    let open = 0
    do {
      const byte = this.bytes[this.at]
      if (byte === undefined) throw damage('a string without an end')
      if (byte === OPEN) open += 1
      if (byte === CLOSE) open -= 1
      this.at += byte === BACKSLASH ? 2 : 1
    } while (open > 0)
    assertHidesNothing(this.bytes.subarray(from, this.at))
    return 'string'
  }

  #takeHexString(): 'string' {
    const end = this.bytes.indexOf('>', this.at)
    const digits = end < 0 ? '-' : this.bytes.toString('latin1', this.at + 1, end)
    if (!/^[\0\t\n\f\r \da-fA-F]*$/.test(digits)) throw damage('no hexadecimal string')
    this.at = end + 1
    return 'string'
  }

  #takeArray(depth: number): PdfValue {
    this.at += 1
    const values: PdfValue[] = []
    for (this.skipBlank(); this.bytes[this.at] !== UNBRACKET; this.skipBlank())
      values.push(this.takeValue(depth + 1))
    this.at += 1
    return values
  }

  #takeDictionary(depth: number): PdfDictionary {
    this.at += 2
    const entries = new Map<string, PdfValue>()
    for (this.skipBlank(); this.bytes[this.at] !== MORE; this.skipBlank()) {
      if (this.bytes[this.at] !== SLASH) throw damage('a key that is no name')
      const key = this.#takeName()
      // Which of two counts differs from reader to reader.
      if (entries.has(key)) throw damage('a key that stands twice')
      entries.set(key, this.takeValue(depth + 1))
    }
    if (this.bytes[this.at + 1] !== MORE) throw damage('a dictionary without an end')
    this.at += 2
    return entries
  }
}
