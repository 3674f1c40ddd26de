import { GST_STATES } from '@galla/contract/accounting/gstin'
import type { InvoiceContent, InvoiceParty } from '@galla/contract/accounting/invoices'
import { startOfIstDay } from '@galla/contract/ist'
import { displayRupees, paise } from '@galla/upi/rupees'
import { invoiceWords } from '@galla/upi/words/rupees-in-words'
import { type Pdf as Doc, fontOf, isLatin, openPdf } from '../platform/files/pdf-document.ts'
import { drawText, type TextPicture } from '../platform/files/text-picture.ts'
import { type Invoice, printedDay } from './invoice.ts'

const MARGIN = 48
const PAGE_WIDTH = 595.28
const WIDTH = PAGE_WIDTH - 2 * MARGIN
const INK = '#14181f'
const MUTED = '#545d6b'
const LINE = '#d9dde3'
const ACCENT = '#0b57d0'

interface Style {
  readonly size?: number
  readonly bold?: boolean
  readonly colour?: string
  readonly align?: 'left' | 'right'
}

/** Renders the invoice as one A4 page. The same invoice gives the same bytes: nothing in it depends on the time of rendering. */
export const renderInvoice = async (invoice: Invoice): Promise<Buffer> => {
  const pictures = await drawNames(invoice.content)
  const { doc, finish } = await openPdf({
    size: 'A4',
    margin: MARGIN,
    lang: 'en-IN',
    title: `Invoice ${invoice.number}`,
    author: invoice.content.seller.name,
    at: invoice.issuedAt,
  })
  drawPage(doc, invoice, pictures)
  return finish()
}

const drawPage = (doc: Doc, { heading, number, issuedAt, content }: Invoice, pictures: Pictures): void => {
  const isTax = content.gst.kind !== 'none'
  if (heading !== undefined) write(doc, heading, MARGIN, 48, { size: 22, bold: true, colour: ACCENT })
  write(doc, isTax ? 'Tax Invoice' : 'Invoice', MARGIN, 52, { size: 18, bold: true, align: 'right' })
  rule(doc, 88)
  facts(doc, 104, [
    ['Invoice number', number],
    ['Invoice date', printedDay(issuedAt)],
    ['Order ID', content.orderId],
    ['Paid by UPI', `${paidOn(content)}UTR ${content.utr}`],
  ])
  drawParty(doc, 'Sold by', content.seller, MARGIN, 196, pictures)
  drawParty(doc, 'Billed to', content.buyer, MARGIN + WIDTH / 2 + 8, 196, pictures)
  const below = drawLines(doc, content, 330, pictures)
  write(doc, invoiceWords(BigInt(content.price)), MARGIN, below + 18, { size: 10, bold: true })
  const closing = [
    'The price includes all taxes. This is a computer-generated invoice and needs no signature.',
    ...(isTax ? ['Whether tax is payable on reverse charge: No'] : []),
  ]
  closing.forEach((line, index) => {
    write(doc, line, MARGIN, below + 44 + index * 14, { size: 8.5, colour: MUTED })
  })
}

const paidOn = ({ receivedOn }: InvoiceContent): string =>
  receivedOn === null ? '' : `${printedDay(startOfIstDay(receivedOn))}, `

const rupees = (text: string): string => displayRupees(paise(BigInt(text)))

const drawLines = (doc: Doc, content: InvoiceContent, top: number, pictures: Pictures): number => {
  rule(doc, top)
  write(doc, 'Description', MARGIN, top + 8, { size: 8.5, colour: MUTED })
  write(doc, 'Amount', MARGIN, top + 8, { size: 8.5, colour: MUTED, align: 'right' })
  rule(doc, top + 26)
  const description = pictures.get(`${DESCRIPTION.width} ${DESCRIPTION.size} ${content.description}`)
  if (description === undefined)
    write(doc, content.description, MARGIN, top + 38, DESCRIPTION, DESCRIPTION.width)
  else drawPicture(doc, content.description, description, MARGIN, top + 36)
  const { gst } = content
  const code = gst.kind === 'none' ? '' : `${content.code.startsWith('99') ? 'SAC' : 'HSN'} ${content.code}`
  const detail = [content.detail, code].filter((part) => part !== '').join(' · ')
  write(doc, detail, MARGIN, top + 54, { size: 8.5, colour: MUTED })
  const net = gst.kind === 'none' ? content.price : gst.taxable
  write(doc, rupees(net), MARGIN, top + 38, { size: 11, align: 'right' })
  rule(doc, top + 78)
  const sums: (readonly [string, string])[] =
    gst.kind === 'none'
      ? []
      : gst.kind === 'within_state'
        ? [
            ['Taxable value', gst.taxable],
            [`CGST ${gst.percent / 2}%`, gst.cgst],
            [`SGST ${gst.percent / 2}%`, gst.sgst],
          ]
        : [
            ['Taxable value', gst.taxable],
            [`IGST ${gst.percent}%`, gst.igst],
          ]
  let y = top + 90
  for (const [label, amount] of sums) {
    write(doc, label, MARGIN + WIDTH / 2, y, { size: 10, colour: MUTED })
    write(doc, rupees(amount), MARGIN, y, { size: 10, align: 'right' })
    y += 18
  }
  write(doc, 'Total', MARGIN + WIDTH / 2, y + 2, { size: 13, bold: true })
  write(doc, rupees(content.price), MARGIN, y + 2, { size: 13, bold: true, align: 'right' })
  rule(doc, y + 28)
  return y + 28
}

const facts = (doc: Doc, top: number, rows: readonly (readonly [string, string])[]): void => {
  rows.forEach(([label, text], index) => {
    write(doc, label, MARGIN, top + index * 18, { size: 9.5, colour: MUTED })
    write(doc, text, MARGIN + 110, top + index * 18, { size: 9.5 })
  })
}

const PARTY_WIDTH = WIDTH / 2 - 8
const NAME = { size: 11, bold: true, colour: INK, width: PARTY_WIDTH }
/** Leaves room for the amount beside it. */
const DESCRIPTION = { size: 11, bold: true, colour: INK, width: WIDTH - 110 }
const LINES = { size: 9, bold: false, colour: INK, width: PARTY_WIDTH }

/** The texts of the parties that are drawn as pictures. */
type Pictures = ReadonlyMap<string, TextPicture>

const drawNames = async ({ seller, buyer, description }: InvoiceContent): Promise<Pictures> => {
  const texts = [
    ...[seller, buyer].flatMap(({ name, address }) => [[name, NAME] as const, [address, LINES] as const]),
    [description, DESCRIPTION] as const,
  ]
  const pictures = new Map<string, TextPicture>()
  for (const [text, style] of texts)
    if (!isLatin(text)) pictures.set(`${style.width} ${style.size} ${text}`, await drawText(text, style))
  return pictures
}

const drawPicture = (doc: Doc, text: string, picture: TextPicture, x: number, y: number): void => {
  // What a reader copies or hears is the text itself.
  doc.markContent('Span', { actual: text })
  doc.image(picture.png, x, y, { width: picture.width })
  doc.endMarkedContent()
}

const drawParty = (
  doc: Doc,
  title: string,
  party: InvoiceParty,
  x: number,
  top: number,
  pictures: Pictures,
): void => {
  write(doc, title, x, top, { size: 8.5, colour: MUTED })
  /** Returns where the next line starts. */
  const draw = (text: string, style: typeof NAME, y: number): number => {
    const picture = pictures.get(`${style.width} ${style.size} ${text}`)
    if (picture === undefined) {
      write(doc, text, x, y, style, style.width)
      return doc.y
    }
    drawPicture(doc, text, picture, x, y)
    return y + picture.height + 2
  }
  const state = GST_STATES[party.stateCode]
  const rest = [
    party.address,
    state === undefined ? '' : `${state} (state code ${party.stateCode})`,
    party.gstin === '' ? '' : `GSTIN ${party.gstin}`,
    party.email,
  ].filter((line) => line !== '')
  let y = Math.max(draw(party.name, NAME, top + 14), top + 30) + 2
  for (const line of rest) y = Math.max(draw(line, LINES, y), y + 12)
}

const rule = (doc: Doc, y: number): void =>
  void doc
    .moveTo(MARGIN, y)
    .lineTo(PAGE_WIDTH - MARGIN, y)
    .lineWidth(0.75)
    .stroke(LINE)

const write = (
  doc: Doc,
  text: string,
  x: number,
  y: number,
  { size = 10, bold = false, colour = INK, align = 'left' }: Style,
  width = WIDTH,
): void => {
  doc.font(fontOf(bold)).fontSize(size).fillColor(colour).text(text, x, y, { width, align })
}
