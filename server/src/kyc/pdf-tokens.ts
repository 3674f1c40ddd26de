import { FileRejected } from './file-problem.ts'

/** The refusal of a file that breaks the syntax of PDF, or is nested too deeply. */
const damage = (detail: string): FileRejected => new FileRejected('damaged_pdf', detail)

export interface PdfName {
  readonly name: string
}
export interface PdfReference {
  readonly object: number
}
export type PdfDictionary = ReadonlyMap<string, PdfValue>
/** A value of a PDF. Strings are checked and dropped, because no check needs their content. */
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

/** An object inside a string, a comment or a stream: readers that repair files would find and use it. */
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

  /** Creates a reader for another object of the same file. All share one budget of tokens. */
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

  /** Returns the next keyword without taking it. */
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
    // Many programs write odd numbers ("--5", "4.", "1.2e"). A number cannot hide anything.
    if (/^[-+.\d][-+.\deE]*$/.test(word)) return 0
    throw damage('an unknown word')
  }

  /** Takes a reference such as `12 0 R`, or only the number. */
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
      // Readers differ in which of two equal keys they use.
      if (entries.has(key)) throw damage('a key that stands twice')
      entries.set(key, this.takeValue(depth + 1))
    }
    if (this.bytes[this.at + 1] !== MORE) throw damage('a dictionary without an end')
    this.at += 2
    return entries
  }
}
