import { directionOf, type PageLanguage } from '@galla/contract/payment-page/page-languages'
import { QUIET_ZONE_MODULES, qrMatrix } from '@galla/upi/qr'
import { drawModules, openPdf, type Pdf, writeText } from '../platform/files/pdf-document.ts'
import { amountOf, amountWordsOf, factsOf, noticesOf, type Receipt } from './receipt.ts'
import { RECEIPT_LABELS } from './receipt-labels.ts'

const MM = 72 / 25.4

/** Sizes in points. A roll for thermal printers has no height: the page ends after the receipt. */
const PAPERS = {
  a5: { width: 148 * MM, height: 210 * MM, margin: 14 * MM, scale: 1, qr: 45 * MM },
  '58mm': { width: 58 * MM, height: null, margin: 4 * MM, scale: 0.72, qr: 48 * MM },
} as const
/** Longer than any receipt. */
const ROLL_MAX = 600 * MM
export type Paper = keyof typeof PAPERS

export const isPaper = (name: string): name is Paper => Object.hasOwn(PAPERS, name)

const INK = '#14181f'
const MUTED = '#545d6b'
const WARNING = '#8a4b00'

interface Look {
  readonly paper: Paper
  readonly language: PageLanguage
}

/** Renders a receipt as one page. The same receipt gives the same bytes. */
export const renderReceipt = async (receipt: Receipt, checkLink: string, look: Look): Promise<Buffer> => {
  const { width, height, margin } = PAPERS[look.paper]
  const open = (pageHeight: number) =>
    openPdf({
      size: [width, pageHeight],
      margin,
      lang: `${look.language}-IN`,
      title: `${RECEIPT_LABELS[look.language].title} ${receipt.clientTxnId}`,
      author: receipt.merchantName,
      at: receipt.recordedAt,
    })
  const needed = height ?? (await draw((await open(ROLL_MAX)).doc, receipt, checkLink, look)) + 2 * margin
  const { doc, finish } = await open(needed)
  await draw(doc, receipt, checkLink, look)
  return finish()
}

/** Returns where the receipt ends. */
const draw = async (
  doc: Pdf,
  receipt: Receipt,
  checkLink: string,
  { paper, language }: Look,
): Promise<number> => {
  const labels = RECEIPT_LABELS[language]
  const { width, margin, scale, qr } = PAPERS[paper]
  const inner = width - 2 * margin
  const align = directionOf(language) === 'rtl' ? 'right' : 'left'
  const line = (text: string, points: number, bold: boolean, colour = INK, height?: number): Promise<void> =>
    writeText(doc, text, {
      x: margin,
      width: inner,
      size: points * scale,
      bold,
      colour,
      align,
      ...(height !== undefined && { height: height * scale }),
    })
  const space = (points: number): void => {
    doc.y += points * scale
  }
  await line(labels.title, 15, true)
  for (const notice of noticesOf(receipt, language)) await line(notice, 11, true, WARNING)
  space(6)
  await line(amountOf(receipt), 26, true, INK, 36)
  const inWords = amountWordsOf(receipt, language)
  if (inWords !== null) await line(inWords, 10, false, MUTED)
  space(8)
  for (const [label, text] of factsOf(receipt, language)) {
    await line(label, 8.5, false, MUTED)
    await line(text, 11, false)
    space(6)
  }
  drawModules(doc, qrMatrix(checkLink), QUIET_ZONE_MODULES, {
    x: margin + (inner - qr) / 2,
    y: doc.y + 4,
    side: qr,
  })
  doc.y += qr + 10
  const top = doc.y
  await line(labels.check, 8.5, true, MUTED)
  doc.link(margin, top, inner, doc.y - top, checkLink)
  // The check link is too long to read, so the address of the receipt's page is printed too. It shows later reversals and refunds.
  const page = new URL(`/receipt/${receipt.orderId}`, checkLink)
  const below = doc.y
  await line(page.host + page.pathname, 8.5, false, MUTED)
  doc.link(margin, below, inner, doc.y - below, page.href)
  await line(labels.madeBy, 8.5, false, MUTED)
  return doc.y
}
