import PDFDocument from 'pdfkit'

interface DrawnColumn {
  /** Lines are separated by "\n". */
  readonly title: string
  readonly left: number
  readonly width: number
  readonly align?: 'left' | 'right' | 'center'
}

export interface DrawnStatement {
  readonly columns: readonly DrawnColumn[]
  readonly rows: readonly (readonly string[])[]
  readonly preamble?: readonly string[]
  /** Below the rows of each page except the last. */
  readonly pageEnd?: readonly string[]
  readonly end?: readonly string[]
  readonly font?: string
  readonly size?: number
  /** Long cells are cut between words, or between any two characters. */
  readonly cut?: 'words' | 'signs'
  readonly vertical?: 'top' | 'middle'
  /** Between two rows, in points. */
  readonly padding?: number
  readonly page?: { readonly width: number; readonly height: number; readonly turned?: boolean }
  /** True: only the first page has headings. */
  readonly headsOnce?: boolean
  readonly watermark?: string
  readonly pdf?: {
    readonly pdfVersion?: '1.3' | '1.4' | '1.6' | '1.7' | '1.7ext3'
    readonly userPassword?: string
  }
}

const MARGIN = 40
const LINE = 1.25

/** Draws a bank's statement as a PDF: a preamble, a table over several pages, page ends and a last sentence. */
export const drawStatement = (statement: DrawnStatement): Promise<Buffer> => {
  const { columns, rows, size = 8, padding = 4, page = { width: 595, height: 842 }, pdf = {} } = statement
  const doc = new PDFDocument({
    ...pdf,
    ownerPassword: pdf.userPassword === undefined ? undefined : 'of the bank',
    autoFirstPage: false,
    size: page.turned === true ? [page.height, page.width] : [page.width, page.height],
    margin: 0,
  })
  const pitch = size * LINE
  let y = 0
  const write = (text: string, left: number): void => {
    doc.text(text, left, y, { lineBreak: false })
  }
  const addPage = (isFirst: boolean): void => {
    doc.addPage()
    if (page.turned === true) {
      // The page is rotated for display, and its content is rotated back.
      Object.assign(doc.page.dictionary.data, { Rotate: 90 })
      doc.rotate(-90).translate(-page.width, 0)
    }
    doc.font(statement.font ?? 'Helvetica').fontSize(size)
    y = MARGIN
    if (statement.watermark !== undefined) {
      doc.save().rotate(-40, { origin: [300, 400] })
      doc.fontSize(60).fillOpacity(0.1).text(statement.watermark, 120, 380, { lineBreak: false })
      doc.restore().fontSize(size).fillOpacity(1)
    }
    for (const line of isFirst ? (statement.preamble ?? []) : []) {
      write(line, MARGIN)
      y += pitch
    }
    y += pitch
    if (!isFirst && statement.headsOnce === true) return
    const titles = columns.map(({ title }) => title.split('\n'))
    drawCells(titles)
  }
  /** Draws a row and moves `y` below it. */
  const drawCells = (cells: readonly (readonly string[])[]): void => {
    const height = Math.max(...cells.map((lines) => lines.length))
    const top = y
    for (const [n, lines] of cells.entries()) {
      const column = columns[n]
      if (column === undefined) continue
      const shift = statement.vertical === 'middle' ? ((height - lines.length) / 2) * pitch : 0
      for (const [at, line] of lines.entries()) {
        y = top + shift + at * pitch
        const room = column.width - doc.widthOfString(line)
        write(
          line,
          column.left + (column.align === 'right' ? room : column.align === 'center' ? room / 2 : 0),
        )
      }
    }
    y = top + height * pitch + padding
  }
  const cut = (text: string, width: number): string[] =>
    cutLines(text, (part) => doc.widthOfString(part) <= width, statement.cut ?? 'words')

  addPage(true)
  const foot = (statement.pageEnd?.length ?? 0) + 2
  for (const row of rows) {
    const cells = columns.map(({ width }, n) => cut(row[n] ?? '', width))
    const height = Math.max(...cells.map((lines) => lines.length)) * pitch
    if (y + height > page.height - MARGIN - foot * pitch) {
      for (const line of statement.pageEnd ?? []) {
        write(line, MARGIN + 60)
        y += pitch
      }
      addPage(false)
    }
    drawCells(cells)
  }
  y += pitch
  for (const line of statement.end ?? []) {
    write(line, MARGIN)
    y += pitch
  }
  return finished(doc)
}

export const finished = (doc: PDFKit.PDFDocument): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    doc.on('data', (piece: Buffer) => pieces.push(piece))
    doc.on('end', () => resolve(Buffer.concat(pieces)))
    doc.on('error', reject)
    doc.end()
  })

const cutLines = (text: string, fits: (part: string) => boolean, where: 'words' | 'signs'): string[] => {
  const lines: string[] = []
  let line = ''
  for (const [n, piece] of (where === 'words' ? text.split(' ') : [text]).entries()) {
    const longer = n === 0 ? piece : `${line} ${piece}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (n > 0) lines.push(line)
    line = ''
    for (const sign of piece) {
      if (!fits(line + sign)) {
        lines.push(line)
        line = ''
      }
      line += sign
    }
  }
  return [...lines, line]
}
