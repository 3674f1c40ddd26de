import sharp from 'sharp'
import { openPdf, type PdfFault, type Pdfium, startPdfium } from '../platform/files/pdfium.ts'
import { encodeJpeg } from './encode-picture.ts'
import { type FileProblem, FileRejected } from './file-problem.ts'
import { maskNumbers, type PlacedPage } from './mask-numbers.ts'

export const PDF_PAGES_MAX = 10
/** A card fills the picture at 300 dots per inch, a page of A4 at 205. */
const DOTS_PER_INCH_MAX = 300
const POINTS_PER_INCH = 72
const EDGE_PIXELS_MAX = 2_400
/** Of all pages together. PDFium's memory, which has a limit, also holds the picture. */
const PIXELS_MAX = 16_000_000
const PIXEL_BYTES = 4

const FAULTS: Readonly<Record<PdfFault, FileProblem>> = {
  damaged: 'damaged_pdf',
  locked: 'locked',
  wrong_password: 'wrong_password',
  unsupported_lock: 'unsupported_lock',
}

/**
 * Draws the pages of a PDF below each other and masks the Aadhaar numbers in their text. Only the pixels are kept: a script, a form, an
 * attached file or another revision has no effect and is not in the picture.
 */
export const drawPdf = async (file: Uint8Array, password: string | undefined): Promise<Buffer> => {
  const { pixels, size } = await rastered(file, password)
  return encodeJpeg((scale) =>
    sharp(pixels, { raw: { ...size, channels: PIXEL_BYTES } })
      .removeAlpha()
      .resize({ width: Math.ceil(size.width * scale) }),
  )
}

interface Size {
  readonly width: number
  readonly height: number
}

const rastered = async (
  file: Uint8Array,
  password: string | undefined,
): Promise<{ readonly pixels: Buffer; readonly size: Size }> => {
  try {
    return raster(await startPdfium(), file, password)
  } catch (cause) {
    if (cause instanceof FileRejected) throw cause
    // PDFium aborts when the file needs more memory or depth than is allowed.
    throw new FileRejected('damaged_pdf', String(cause))
  }
}

const raster = (pdfium: Pdfium, file: Uint8Array, password: string | undefined) => {
  const { calls } = pdfium
  const document = openPdf(pdfium, file, password)
  if (typeof document === 'string') throw new FileRejected(FAULTS[document])
  const count = calls.FPDF_GetPageCount(document)
  if (count < 1) throw new FileRejected('damaged_pdf', 'no pages')
  if (count > PDF_PAGES_MAX) throw new FileRejected('pages')
  const numbers = Array.from({ length: count }, (_, index) => index)
  const sizes = fitted(
    numbers.map((index) => withPage(pdfium, document, index, (page) => sizeOf(pdfium, page))),
  )
  const size = sizeTogether(sizes)
  const bitmap = calls.FPDFBitmap_CreateEx(size.width, size.height, BGRX, 0, 0)
  if (bitmap === 0) throw new FileRejected('packed', 'no memory for the picture')
  calls.FPDFBitmap_FillRect(bitmap, 0, 0, size.width, size.height, WHITE)
  let top = 0
  for (const [index, { width, height }] of sizes.entries()) {
    withPage(pdfium, document, index, (page) => drawPage(pdfium, page, { bitmap, top, width, height }))
    top += height
  }
  const rowBytes = size.width * PIXEL_BYTES
  if (calls.FPDFBitmap_GetStride(bitmap) !== rowBytes) throw new Error('rows of another length')
  const start = calls.FPDFBitmap_GetBuffer(bitmap)
  return { size, pixels: Buffer.from(calls.memory.buffer, start, rowBytes * size.height) }
}

const BGRX = 3
const WHITE = 0xffffffff
/** Of the flags of FPDF_RenderPageBitmap: red before blue, and no cache of decoded pictures. */
const DRAW_FLAGS = 0x10 | 0x200
const FLATTENED = 1

/** Loads a page with the content of its form fields, signatures and notes as part of the page, so that their text is masked too. */
const withPage = <T>({ calls }: Pdfium, document: number, index: number, use: (page: number) => T): T => {
  const load = (): number => {
    const page = calls.FPDF_LoadPage(document, index)
    if (page === 0) throw new FileRejected('damaged_pdf', 'a page cannot be read')
    return page
  }
  let page = load()
  if (calls.FPDFPage_Flatten(page, 0) === FLATTENED) {
    calls.FPDF_ClosePage(page)
    page = load()
  }
  const result = use(page)
  calls.FPDF_ClosePage(page)
  return result
}

/** In pixels, not yet rounded. */
const sizeOf = ({ calls }: Pdfium, page: number): Size => {
  const width = calls.FPDF_GetPageWidthF(page)
  const height = calls.FPDF_GetPageHeightF(page)
  if (!(width > 0 && height > 0 && Number.isFinite(width + height)))
    throw new FileRejected('damaged_pdf', 'a page without a size')
  const scale = Math.min(DOTS_PER_INCH_MAX / POINTS_PER_INCH, EDGE_PIXELS_MAX / Math.max(width, height))
  return scaled({ width, height }, scale)
}

const scaled = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, width * scale),
  height: Math.max(1, height * scale),
})

/** Scales the pages down until the picture of all of them is small enough. */
const fitted = (sizes: readonly Size[]): Size[] => {
  const { width, height } = sizeTogether(sizes)
  const scale = Math.min(1, Math.sqrt(PIXELS_MAX / (width * height)))
  return sizes.map((size) => {
    const fits = scaled(size, scale)
    return { width: Math.floor(fits.width), height: Math.floor(fits.height) }
  })
}

const sizeTogether = (sizes: readonly Size[]): Size => ({
  width: Math.max(...sizes.map(({ width }) => width)),
  height: sizes.reduce((sum, { height }) => sum + height, 0),
})

const drawPage = (pdfium: Pdfium, page: number, place: PlacedPage): void => {
  const { bitmap, top, width, height } = place
  pdfium.calls.FPDF_RenderPageBitmap(bitmap, page, 0, top, width, height, 0, DRAW_FLAGS)
  maskNumbers(pdfium, page, place)
}
