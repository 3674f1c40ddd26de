import { fileURLToPath } from 'node:url'
import { drawText } from './text-picture.ts'

export interface PdfOptions {
  readonly size: 'A4' | readonly [width: number, height: number]
  readonly margin: number
  readonly lang: string
  readonly title: string
  readonly author: string
  /** Stands in the document as the time when it was made, so that the same content gives the same bytes. */
  readonly at: Date
}

export type Pdf = PDFKit.PDFDocument

/** Opens a document of one page. `finish` gives its bytes. */
export const openPdf = async ({
  size,
  margin,
  lang,
  title,
  author,
  at,
}: PdfOptions): Promise<{ readonly doc: Pdf; readonly finish: () => Promise<Buffer> }> => {
  // Loaded with the first document: a start does not wait for it.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size: typeof size === 'string' ? size : [...size],
    margin,
    lang,
    info: { Title: title, Author: author, CreationDate: at, ModDate: at },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => void chunks.push(chunk))
  const whole = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  return {
    doc,
    finish: () => {
      doc.end()
      return whole
    },
  }
}

export const fontOf = (bold: boolean): string =>
  fileURLToPath(new URL(`../../../fonts/NotoSans-${bold ? 'Bold' : 'Regular'}.ttf`, import.meta.url))

const LATIN = /^[\p{Script=Latin}\p{Script=Common}]*$/u

/** Whether the fonts of the document have the letters. Text in any other script is drawn as a picture, because PDFKit does not shape all of them. */
export const isLatin = (text: string): boolean => LATIN.test(text)

const STARTS_RIGHT = /^\P{L}*\p{Script=Arabic}/u

export interface TextBox {
  readonly x: number
  readonly width: number
  readonly size: number
  readonly bold: boolean
  /** As `#14181f`. */
  readonly colour: string
  readonly align?: 'left' | 'center' | 'right'
  /** The text gets smaller until it is not higher, and stands in the middle of this height. */
  readonly height?: number
}

/** Around a picture of text, in parts of the size of its letters: a picture ends where its letters do. */
const PICTURE_GAP = 0.25
/** A line of letters, in parts of their size. A picture of one line takes as much. */
const LINE_HEIGHT = 1.36
/** A box that is too low is tried with these parts of the size; at the last one, what is still higher is cut or shrunk. */
const SMALLER = [1, 0.85, 0.72, 0.6, 0.5, 0.4]

/** Writes a text of any script from `doc.y` on and moves `doc.y` below it, or below the box where it has a height. */
export const writeText = async (doc: Pdf, text: string, box: TextBox): Promise<void> => {
  const top = doc.y
  if (isLatin(text)) writeLatin(doc, text, box)
  else await writePicture(doc, text, box)
  if (box.height !== undefined) doc.y = top + box.height
}

const writeLatin = (
  doc: Pdf,
  text: string,
  { x, width, size, bold, colour, align = 'left', height }: TextBox,
): void => {
  doc.font(fontOf(bold)).fillColor(colour)
  const heightAt = (share: number): number => doc.fontSize(size * share).heightOfString(text, { width })
  const share =
    SMALLER.find((each) => height === undefined || heightAt(each) <= height) ?? SMALLER.at(-1) ?? 1
  const space = height === undefined ? 0 : Math.max(0, height - heightAt(share))
  doc.fontSize(size * share).text(text, x, doc.y + space / 2, {
    width,
    align,
    ...(height !== undefined && { height: height - space, ellipsis: true }),
  })
}

const writePicture = async (
  doc: Pdf,
  text: string,
  { x, width, size, bold, colour, align = 'left', height }: TextBox,
): Promise<void> => {
  // The lines of a picture are aligned by where its text starts, which is at the right in Urdu.
  const style = {
    bold,
    colour,
    width,
    align: align === 'right' && STARTS_RIGHT.test(text) ? 'left' : align,
  } as const
  let picture = await drawText(text, { ...style, size })
  for (const share of SMALLER) {
    if (height === undefined || picture.height <= height) break
    picture = await drawText(text, { ...style, size: size * share })
  }
  const scale = height === undefined ? 1 : Math.min(1, height / picture.height)
  const shown = { width: picture.width * scale, height: picture.height * scale }
  const indent = { left: 0, center: (width - shown.width) / 2, right: width - shown.width }[align]
  const gap = Math.max(PICTURE_GAP * size, LINE_HEIGHT * size - shown.height)
  const y = doc.y + (height === undefined ? gap : height - shown.height) / 2
  // What a reader copies or hears is the text itself.
  doc.markContent('Span', { actual: text })
  doc.image(picture.png, x + indent, y, { width: shown.width })
  doc.endMarkedContent()
  doc.y = y + shown.height + gap / 2
}

/** Draws the dark modules of a code with `quiet` modules of white around it, `side` points in all. */
export const drawModules = (
  doc: Pdf,
  matrix: readonly (readonly boolean[])[],
  quiet: number,
  { x, y, side }: { readonly x: number; readonly y: number; readonly side: number },
): void => {
  const module = side / (matrix.length + 2 * quiet)
  const at = (n: number): number => (n + quiet) * module
  for (const [row, modules] of matrix.entries())
    for (const [column, isDark] of modules.entries())
      if (isDark) doc.rect(x + at(column), y + at(row), module, module)
  doc.fill('#000')
}
