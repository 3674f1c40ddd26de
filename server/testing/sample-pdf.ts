import { deflateSync } from 'node:zlib'
import PdfDocument from 'pdfkit'

const HEADER = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'

/** An object of a PDF: its dictionary and, where there is one, its stream. */
export interface SampleObject {
  readonly number: number
  readonly value: string
  readonly stream?: Buffer
}

export const PAGE: readonly SampleObject[] = [
  { number: 1, value: '<< /Type /Catalog /Pages 2 0 R >>' },
  { number: 2, value: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>' },
  { number: 3, value: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>' },
]

const written = ({ number, value, stream }: SampleObject): Buffer =>
  Buffer.concat([
    Buffer.from(`${number} 0 obj\n${value}\n`, 'latin1'),
    ...(stream === undefined ? [] : [Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n')]),
    Buffer.from('endobj\n'),
  ])

/** Objects, a table of where they lie, a trailer. */
export const pdfOf = (objects: readonly SampleObject[], trailer = '/Root 1 0 R', header = HEADER): Buffer => {
  const parts: Buffer[] = [Buffer.from(header, 'latin1')]
  const offsets: number[] = []
  let at = parts[0]?.length ?? 0
  for (const object of objects) {
    const bytes = written(object)
    offsets.push(at)
    parts.push(bytes)
    at += bytes.length
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const end = `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${offsets.length + 1} ${trailer} >>\nstartxref\n${at}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(end, 'latin1')])
}

/** A stream with its length and, if asked for, packed. */
export const streamOf = (
  number: number,
  content: Buffer | string,
  entries = '',
  pack: (bytes: Buffer) => Buffer = (bytes) => bytes,
): SampleObject => {
  const stream = pack(Buffer.isBuffer(content) ? content : Buffer.from(content, 'latin1'))
  return { number, value: `<< /Length ${stream.length} ${entries} >>`, stream }
}

export const flate = (number: number, content: Buffer | string, entries = ''): SampleObject =>
  streamOf(number, content, `/Filter /FlateDecode ${entries}`, (bytes) => deflateSync(bytes))

/** Objects inside a packed object stream, where a search through the file's bytes finds nothing. */
export const objectStream = (
  number: number,
  packed: readonly { number: number; value: string }[],
): SampleObject => {
  let at = 0
  const pairs = packed.map((each) => {
    const pair = `${each.number} ${at} `
    at += each.value.length + 1
    return pair
  })
  const head = pairs.join('')
  const body = packed.map(({ value }) => `${value} `).join('')
  return flate(number, head + body, `/Type /ObjStm /N ${packed.length} /First ${head.length}`)
}

/** A PDF as a real program writes it. */
export const drawnPdf = async (
  draw: (pdf: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> => {
  const pdf = new PdfDocument(options)
  const pieces: Buffer[] = []
  pdf.on('data', (piece: Buffer) => pieces.push(piece))
  const ended = new Promise((resolve) => pdf.once('end', resolve))
  draw(pdf)
  pdf.end()
  await ended
  return Buffer.concat(pieces)
}
