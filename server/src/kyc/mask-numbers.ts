import type { Pdfium } from '../platform/files/pdfium.ts'
import { FileRejected } from './file-problem.ts'
import { digitsToMask } from './identity-numbers.ts'

/** Where a page is drawn. */
export interface PlacedPage {
  readonly bitmap: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const CHARACTERS_MAX = 200_000
/** Strokes and smoothed edges are a little outside of the box. */
const MARGIN_PIXELS = 2
const BLACK = 0xff000000

/** Paints over the Aadhaar numbers in the text of a page. A number that is only part of a picture has no text and stays visible. */
export const maskNumbers = (pdfium: Pdfium, page: number, place: PlacedPage): void => {
  const { calls } = pdfium
  const text = calls.FPDFText_LoadPage(page)
  if (text === 0) throw new FileRejected('damaged_pdf', 'a text that cannot be read')
  const count = calls.FPDFText_CountChars(text)
  if (count > CHARACTERS_MAX) throw new FileRejected('packed', 'too much text')
  const codes = Array.from({ length: Math.max(0, count) }, (_, index) =>
    calls.FPDFText_GetUnicode(text, index),
  )
  const numbers = pdfium.copy(new Uint8Array(NUMBERS_BYTES))
  for (const index of digitsToMask(codes)) {
    const boxes = boxesOf(pdfium, text, index, numbers)
    // A number that cannot be masked must not be stored.
    if (boxes.length === 0) throw new FileRejected('number')
    for (const box of boxes) paintOver(pdfium, page, place, box, numbers)
  }
  calls.FPDFText_ClosePage(text)
}

/** PDFium's memory for four doubles, or for four floats or two integers. */
const NUMBERS_BYTES = 32

interface Box {
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly top: number
}

/** The strokes of a character, and the height of its font: either may be missing. */
const boxesOf = ({ calls, memory }: Pdfium, text: number, index: number, numbers: number): Box[] => {
  const boxes: Box[] = []
  if (calls.FPDFText_GetCharBox(text, index, numbers, numbers + 8, numbers + 16, numbers + 24) === 1) {
    const real = (at: number): number => memory().getFloat64(numbers + at, true)
    boxes.push({ left: real(0), right: real(8), bottom: real(16), top: real(24) })
  }
  if (calls.FPDFText_GetLooseCharBox(text, index, numbers) === 1) {
    const real = (at: number): number => memory().getFloat32(numbers + at, true)
    boxes.push({ left: real(0), top: real(4), right: real(8), bottom: real(12) })
  }
  return boxes.filter(({ left, right, bottom, top }) => right > left && top > bottom)
}

const paintOver = (
  { calls, memory }: Pdfium,
  page: number,
  { bitmap, top, width, height }: PlacedPage,
  box: Box,
  numbers: number,
): void => {
  const onPicture = (pageX: number, pageY: number) => {
    calls.FPDF_PageToDevice(page, 0, top, width, height, 0, pageX, pageY, numbers, numbers + 4)
    return { x: memory().getInt32(numbers, true), y: memory().getInt32(numbers + 4, true) }
  }
  const one = onPicture(box.left, box.top)
  const other = onPicture(box.right, box.bottom)
  const [x0, x1] = spanOf(one.x, other.x, 0, width)
  const [y0, y1] = spanOf(one.y, other.y, top, top + height)
  calls.FPDFBitmap_FillRect(bitmap, x0, y0, x1 - x0, y1 - y0, BLACK)
}

/** From the smaller to the larger with the margin, within the page: a text may also be far outside of it. */
const spanOf = (a: number, b: number, from: number, to: number): readonly [number, number] => {
  const within = (place: number): number => Math.min(Math.max(place, from), to)
  return [within(Math.min(a, b) - MARGIN_PIXELS), within(Math.max(a, b) + MARGIN_PIXELS)]
}
