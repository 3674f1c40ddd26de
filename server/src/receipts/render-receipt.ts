import { QUIET_ZONE_MODULES, qrMatrix } from '@galla/upi/qr'
import PDFDocument from 'pdfkit'
import { drawText } from '../platform/files/text-picture.ts'
import { amountInWords } from '../subscriptions/amount-in-words.ts'
import { font, LATIN } from '../subscriptions/render-invoice.ts'
import { amountOf, factsOf, noticesOf, type Receipt } from './receipt.ts'
import { RECEIPT_WORDS as words } from './receipt-words.ts'

const MM = 72 / 25.4

/** Sizes in points. Paper for thermal printers is a roll: the page ends where the receipt does. */
const PAPERS = {
  a5: { width: 148 * MM, height: 210 * MM, margin: 14 * MM, scale: 1, qr: 45 * MM },
  '58mm': { width: 58 * MM, height: 150 * MM, margin: 4 * MM, scale: 0.72, qr: 48 * MM },
} as const
export type Paper = keyof typeof PAPERS

export const isPaper = (name: string): name is Paper => Object.hasOwn(PAPERS, name)

const INK = '#14181f'
const MUTED = '#545d6b'

/** Renders a receipt as one page. The same receipt gives the same bytes. */
export const renderReceipt = async (receipt: Receipt, checkLink: string, paper: Paper): Promise<Buffer> => {
  const { width, height, margin, scale, qr } = PAPERS[paper]
  const doc = new PDFDocument({
    size: [width, height],
    margin,
    lang: 'en-IN',
    info: {
      Title: `${words.title} ${receipt.clientTxnId}`,
      Author: receipt.merchantName,
      CreationDate: receipt.paidAt,
      ModDate: receipt.paidAt,
    },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => void chunks.push(chunk))
  const whole = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  const inner = width - 2 * margin
  const line = async (text: string, points: number, bold: boolean, colour = INK): Promise<void> => {
    const size = points * scale
    if (LATIN.test(text)) {
      doc
        .font(font(bold ? '-Bold' : '-Regular'))
        .fontSize(size)
        .fillColor(colour)
        .text(text, { width: inner })
      return
    }
    const picture = await drawText(text, { size, bold, colour, width: inner })
    // What a reader copies or hears is the text itself.
    doc.markContent('Span', { actual: text })
    doc.image(picture.png, margin, doc.y, { width: picture.width })
    doc.endMarkedContent()
  }
  await line(words.title, 15, true)
  for (const notice of noticesOf(receipt)) await line(notice, 11, true)
  doc.moveDown(0.4)
  await line(amountOf(receipt), 26, true)
  await line(amountInWords(receipt.amount), 10, false, MUTED)
  doc.moveDown(0.6)
  for (const [label, text] of factsOf(receipt)) {
    await line(label, 8.5, false, MUTED)
    await line(text, 11, false)
    doc.moveDown(0.25)
  }
  drawQr(doc, checkLink, margin + (inner - qr) / 2, doc.y + 4, qr)
  doc.y += qr + 10
  await line(`${words.check}. ${words.madeBy}`, 8.5, false, MUTED)
  doc.end()
  return whole
}

const drawQr = (doc: PDFKit.PDFDocument, link: string, x: number, y: number, side: number): void => {
  const matrix = qrMatrix(link)
  const module = side / (matrix.length + 2 * QUIET_ZONE_MODULES)
  const at = (n: number): number => (n + QUIET_ZONE_MODULES) * module
  for (const [row, modules] of matrix.entries())
    for (const [column, isDark] of modules.entries())
      if (isDark) doc.rect(x + at(column), y + at(row), module, module)
  doc.fill('#000')
}
