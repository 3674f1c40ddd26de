import { openPdf, type PdfFault, type Pdfium, startPdfium } from '../../platform/files/pdfium.ts'
import { StatementRefused } from '../statement-lines.ts'

/** A character as it is seen on the page: x grows to the right, y upwards. */
export interface Glyph {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly baseline: number
  /** From the lowest to the highest character of its font. */
  readonly height: number
}

const PDF_PAGES_MAX = 200
const PDF_CHARACTERS_MAX = 2_000_000
/** Of all characters. Above this the text would be guesswork. */
const UNREADABLE_SHARE_MAX = 0.2
/** Stamps and watermarks are slanted. */
const SLANT_MAX = 0.1

const OTHER_FILE = 'Download the statement as CSV or Excel and send that.'
const PDF_DAMAGED = `The PDF is damaged, or takes too much memory to be read. ${OTHER_FILE}`
export const PDF_NEEDS_PASSWORD = 'This PDF needs a password'
export const PDF_WRONG_PASSWORD = 'The password does not open this PDF'
export const PDF_IS_SCANNED = `The pages of this PDF are pictures without text. ${OTHER_FILE}`
const NO_LETTERS = `The letters of this PDF cannot be read as text. ${OTHER_FILE}`
const TOO_MANY_PAGES = `A PDF statement has at most ${PDF_PAGES_MAX} pages. Send a shorter part of it.`
const TOO_MUCH_TEXT = 'The PDF holds too much text. Send a shorter part of it.'
const LOCKED = `The PDF is locked in a way that cannot be opened here. ${OTHER_FILE}`

/** The characters of each page. Throws StatementRefused with a sentence for the sender. */
export const readPdfPages = async (file: Uint8Array, password: string | undefined): Promise<Glyph[][]> => {
  try {
    return pagesOf(await startPdfium(), file, password)
  } catch (cause) {
    if (cause instanceof StatementRefused) throw cause
    // PDFium aborts when the file needs more memory or depth than is allowed.
    throw new StatementRefused(PDF_DAMAGED, { cause })
  }
}

const pagesOf = (pdfium: Pdfium, file: Uint8Array, password: string | undefined): Glyph[][] => {
  const { calls } = pdfium
  const document = openPdf(pdfium, file, password)
  if (typeof document === 'string') throw refusalOf(document)
  const count = calls.FPDF_GetPageCount(document)
  if (count > PDF_PAGES_MAX) throw new StatementRefused(TOO_MANY_PAGES)
  const read: Reading = { pdfium, box: pdfium.copy(new Uint8Array(32)), characters: 0, unreadable: 0 }
  const pages: Glyph[][] = []
  for (let index = 0; index < count; index += 1) {
    const page = calls.FPDF_LoadPage(document, index)
    // A page that is missing or unreadable would be a gap in the table.
    if (page === 0) throw new StatementRefused(PDF_DAMAGED)
    pages.push(glyphsOf(read, page))
    calls.FPDF_ClosePage(page)
  }
  if (pages.every((glyphs) => glyphs.length === 0)) throw new StatementRefused(PDF_IS_SCANNED)
  if (read.unreadable > read.characters * UNREADABLE_SHARE_MAX) throw new StatementRefused(NO_LETTERS)
  return pages
}

const refusalOf = (fault: PdfFault): StatementRefused => {
  if (fault === 'unsupported_lock') return new StatementRefused(LOCKED)
  if (fault === 'damaged') return new StatementRefused(PDF_DAMAGED)
  return new StatementRefused(fault === 'locked' ? PDF_NEEDS_PASSWORD : PDF_WRONG_PASSWORD, {
    field: 'password',
  })
}

interface Reading {
  readonly pdfium: Pdfium
  /** PDFium's memory for a rectangle and a point. */
  readonly box: number
  characters: number
  unreadable: number
}

const glyphsOf = (read: Reading, page: number): Glyph[] => {
  const { calls } = read.pdfium
  const text = calls.FPDFText_LoadPage(page)
  if (text === 0) throw new StatementRefused(PDF_DAMAGED)
  const count = calls.FPDFText_CountChars(text)
  read.characters += count
  if (read.characters > PDF_CHARACTERS_MAX) throw new StatementRefused(TOO_MUCH_TEXT)
  const turns = commonTurns(
    Array.from({ length: count }, (_, index) => turnsOf(calls.FPDFText_GetCharAngle(text, index))),
  )
  const glyphs: Glyph[] = []
  for (let index = 0; index < count; index += 1) {
    // Spaces and line ends that PDFium adds. The distances are more reliable.
    if (calls.FPDFText_IsGenerated(text, index) === 1) continue
    if (calls.FPDFText_HasUnicodeMapError(text, index) === 1) read.unreadable += 1
    if (turnsOf(calls.FPDFText_GetCharAngle(text, index)) !== turns) continue
    const glyph = glyphAt(read, text, index, turns)
    if (glyph !== undefined) glyphs.push(glyph)
  }
  calls.FPDFText_ClosePage(text)
  return glyphs
}

/** Quarter turns to the right; -1 for slanted text. */
const turnsOf = (angle: number): number => {
  const turns = angle / (Math.PI / 2)
  return Math.abs(turns - Math.round(turns)) > SLANT_MAX ? -1 : (Math.round(turns) + 4) % 4
}

/** The rotation of most characters: a page may be rotated. */
const commonTurns = (turns: readonly number[]): number => {
  const counts = TURNED.map((_turn, each) => turns.filter((turn) => turn === each).length)
  return counts.indexOf(Math.max(...counts))
}

/** Rotates a position back, by quarter turns. */
const TURNED: readonly ((x: number, y: number) => readonly [number, number])[] = [
  (x, y) => [x, y],
  (x, y) => [-y, x],
  (x, y) => [-x, -y],
  (x, y) => [y, -x],
]

const glyphAt = ({ pdfium, box }: Reading, text: number, index: number, turns: number): Glyph | undefined => {
  const { calls } = pdfium
  const code = calls.FPDFText_GetUnicode(text, index)
  const isThere =
    calls.FPDFText_GetLooseCharBox(text, index, box) === 1 &&
    calls.FPDFText_GetCharOrigin(text, index, box + 16, box + 24) === 1
  if (!isThere || code < 0x20 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return undefined
  const memory = pdfium.memory()
  const real = (at: number): number => memory.getFloat32(box + at, true)
  const turn = TURNED[turns] ?? TURNED[0]
  if (turn === undefined) return undefined
  const [x0, y0] = turn(real(0), real(12))
  const [x1, y1] = turn(real(8), real(4))
  const [, baseline] = turn(memory.getFloat64(box + 16, true), memory.getFloat64(box + 24, true))
  const glyph = {
    text: String.fromCodePoint(code),
    left: Math.min(x0, x1),
    right: Math.max(x0, x1),
    baseline,
    height: Math.abs(y1 - y0),
  }
  return Number.isFinite(glyph.left + glyph.right + baseline) && glyph.height > 0 ? glyph : undefined
}
