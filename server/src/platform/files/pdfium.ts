import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PDFiumModule } from '@hyzyla/pdfium'

/** TypeScript describes it only together with all of a browser. */
declare const WebAssembly: {
  compile(code: Uint8Array): Promise<object>
  instantiate(module: object, imports: Imports): Promise<object>
}
/** The host functions that the code imports, by module and name. */
type Imports = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** The part of PDFium's C interface that is used (public/fpdfview.h, fpdf_text.h, fpdf_flatten.h). Numbers are addresses, sizes and counts. */
interface PdfiumExports {
  readonly memory: { readonly buffer: ArrayBuffer }
  malloc(bytes: number): number
  FPDF_InitLibrary(): void
  FPDF_LoadMemDocument(file: number, bytes: number, password: number): number
  FPDF_GetLastError(): number
  FPDF_GetPageCount(document: number): number
  FPDF_LoadPage(document: number, index: number): number
  FPDF_GetPageWidthF(page: number): number
  FPDF_GetPageHeightF(page: number): number
  FPDFPage_Flatten(page: number, use: number): number
  FPDFBitmap_CreateEx(width: number, height: number, format: number, first: number, rowBytes: number): number
  FPDFBitmap_FillRect(
    bitmap: number,
    x: number,
    y: number,
    width: number,
    height: number,
    colour: number,
  ): number
  FPDFBitmap_GetBuffer(bitmap: number): number
  FPDFBitmap_GetStride(bitmap: number): number
  FPDFBitmap_Destroy(bitmap: number): void
  FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    turns: number,
    flags: number,
  ): void
  FPDF_PageToDevice(
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    turns: number,
    pageX: number,
    pageY: number,
    deviceX: number,
    deviceY: number,
  ): number
  FPDF_ClosePage(page: number): void
  FPDFText_LoadPage(page: number): number
  FPDFText_ClosePage(text: number): void
  FPDFText_CountChars(text: number): number
  FPDFText_GetUnicode(text: number, index: number): number
  FPDFText_IsGenerated(text: number, index: number): number
  FPDFText_HasUnicodeMapError(text: number, index: number): number
  FPDFText_GetCharAngle(text: number, index: number): number
  FPDFText_GetLooseCharBox(text: number, index: number, rectangle: number): number
  FPDFText_GetCharBox(
    text: number,
    index: number,
    left: number,
    right: number,
    bottom: number,
    top: number,
  ): number
  FPDFText_GetCharOrigin(text: number, index: number, x: number, y: number): number
}

export interface Pdfium {
  readonly calls: PdfiumExports
  /** Copies bytes into PDFium's memory, which lasts as long as the instance. */
  copy(bytes: Uint8Array): number
  /** PDFium's memory as it is now; it moves when it grows. */
  memory(): DataView
}

/** PDFium starts with 17 MB and holds the file and one page at a time. No statement or identity document has a page that unpacks to more. */
const PDFIUM_MEGABYTES_MAX = 192

let compiled: Promise<object> | undefined

const compile = async (): Promise<object> =>
  WebAssembly.compile(await readFile(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))))

/** Starts an instance for one file, so that no file can affect another. */
export const startPdfium = async (): Promise<Pdfium> => {
  compiled ??= compile()
  const code = await compiled
  const module = await PDFiumModule({
    instantiateWasm(imports: Imports, done: (instance: object) => void) {
      void WebAssembly.instantiate(code, withMemoryLimit(imports)).then(done)
      // The instance follows; until then Emscripten waits.
      return {}
    },
  })
  const calls = module.wasmExports as unknown as PdfiumExports
  calls.FPDF_InitLibrary()
  return {
    calls,
    copy(bytes) {
      const at = calls.malloc(bytes.length)
      if (at === 0) throw new RangeError('no memory for the file')
      new Uint8Array(calls.memory.buffer).set(bytes, at)
      return at
    },
    memory: () => new DataView(calls.memory.buffer),
  }
}

/** Limits PDFium's memory. It ends with an error when the host gives it no more. */
const withMemoryLimit = (imports: Imports): Imports => {
  const { env = {} } = imports
  const grow = env.emscripten_resize_heap as (bytes: number) => number | boolean
  const resize = (bytes: number) => (bytes >>> 0 > PDFIUM_MEGABYTES_MAX << 20 ? 0 : grow(bytes))
  return { ...imports, env: { ...env, emscripten_resize_heap: resize } }
}

/** Why a file could not be opened. */
export type PdfFault = 'damaged' | 'locked' | 'wrong_password' | 'unsupported_lock'

const ERROR_PASSWORD = 4
const ERROR_SECURITY = 5

/** Opens a file with the password, if it needs one. Returns the document. */
export const openPdf = (
  { calls, copy }: Pdfium,
  file: Uint8Array,
  password: string | undefined,
): number | PdfFault => {
  const secret = password === undefined ? 0 : copy(Buffer.from(`${password}\0`))
  const document = calls.FPDF_LoadMemDocument(copy(file), file.length, secret)
  if (document !== 0) return document
  const error = calls.FPDF_GetLastError()
  if (error === ERROR_SECURITY) return 'unsupported_lock'
  if (error !== ERROR_PASSWORD) return 'damaged'
  return password === undefined ? 'locked' : 'wrong_password'
}
