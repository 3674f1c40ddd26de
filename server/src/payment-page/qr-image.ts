import { QUIET_ZONE_MODULES, qrMatrix, qrSvgPath } from '@galla/upi/qr'
import { displayRupees } from '@galla/upi/rupees'
import { isBranded, type Order } from '../orders/order.ts'
import { escapeXml } from '../platform/escape-markup.ts'
import type { PngRenderer } from '../platform/files/svg-to-png.ts'
import { linkOfPage, type PageOrder } from './page-view.ts'

const WIDTH = 720
const HEIGHT = 1010
const QR_SIDE = 560
const TEXT_WIDTH = 640
/** The greatest widths of letters of Noto Sans Bold, relative to the font size. The first match counts. */
const LETTER_WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/^[ijltfrI.,:;'|!()[\]{} ]$/, 0.45],
  [/^[WMmw@%—]$/, 1.02],
  [/^[a-z0-9_-]$/, 0.64],
  [/^[\p{Script=Latin}\p{ASCII}]/u, 0.8],
]
/** For Indian scripts and all other letters. */
const OTHER_LETTER_WIDTH = 1
const NAME_LETTERS_MAX = 60
/** A longer name has two lines. */
const NAME_LINE_LETTERS = 26
/** Cached pictures, of about 25 kB each. */
const IMAGES_MAX = 200

const istDate = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})

const letters = (text: string): string[] =>
  [...new Intl.Segmenter('en').segment(text)].map(({ segment }) => segment)

const widthOf = (text: string): number =>
  letters(text).reduce(
    (sum, letter) => sum + (LETTER_WIDTHS.find(([kind]) => kind.test(letter))?.[1] ?? OTHER_LETTER_WIDTH),
    0,
  )

/** The largest font size, up to `largest`, at which the text fits between the margins. */
const fitted = (text: string, largest: number): number =>
  Math.min(largest, Math.floor((10 * TEXT_WIDTH) / Math.max(1, widthOf(text))) / 10)

const line = (y: number, size: number, text: string, look: string): string =>
  `<text x="${WIDTH / 2}" y="${y}" font-size="${size}" ${look}>${escapeXml(text)}</text>`

const BOLD = 'font-weight="700" fill="#14181f"'
const MUTED = 'fill="#545d6b"'

/** One line, or two that are broken at the space nearest to the middle. */
const nameLines = (name: string): string => {
  const all = letters(name)
  const shown = all.length > NAME_LETTERS_MAX ? `${all.slice(0, NAME_LETTERS_MAX - 3).join('')}...` : name
  if (all.length <= NAME_LINE_LETTERS) return line(92, fitted(shown, 44), shown, BOLD)
  const middle = shown.length / 2
  const spaces = [...shown.matchAll(/ /g)].map(({ index }) => index)
  const at = spaces.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0] ?? -1
  const [first, second] = at < 0 ? ['', shown] : [shown.slice(0, at), shown.slice(at + 1)]
  const size = Math.min(fitted(first, 34), fitted(second, 34))
  return line(62, size, first, BOLD) + line(106, size, second, BOLD)
}

const lastLine = ({ mode }: Order, branded: boolean): string => {
  if (mode === 'test')
    return line(976, 24, 'Test mode: no real money moves', 'font-weight="700" fill="#8a4b00"')
  return branded ? line(976, 20, 'Powered by Galla', MUTED) : ''
}

/** The picture that a customer saves or shares: merchant, amount, order and QR code. */
export const qrImageSvg = (page: PageOrder, branded = true): string => {
  const { order, payee } = page
  const matrix = qrMatrix(linkOfPage(page))
  const amount = displayRupees(order.payable)
  const modules = matrix.length + 2 * QUIET_ZONE_MODULES
  // Whole pixels per module: scanners read sharp edges from further away.
  const scale = Math.floor(QR_SIDE / modules)
  const left = Math.round((WIDTH - matrix.length * scale) / 2)
  const top = 190 + Math.round((QR_SIDE - matrix.length * scale) / 2)
  const frame = (WIDTH - QR_SIDE) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
<rect width="${WIDTH}" height="12" fill="#0b57d0"/>
<g font-family="Noto Sans" text-anchor="middle">
${nameLines(payee.merchantName)}
${line(150, 30, 'Scan to Pay', 'font-weight="700" fill="#0b57d0"')}
<rect x="${frame}" y="190" width="${QR_SIDE}" height="${QR_SIDE}" rx="28" fill="#fff" stroke="#d9dde3" stroke-width="2"/>
<path transform="translate(${left} ${top}) scale(${scale})" shape-rendering="crispEdges" stroke="#000" d="${qrSvgPath(matrix)}"/>
${line(832, fitted(amount, 64), amount, BOLD)}
${line(890, fitted(order.clientTxnId, 24), order.clientTxnId, MUTED)}
${line(930, 24, istDate.format(order.createdAt), MUTED)}
${lastLine(order, branded)}
</g>
</svg>`
}

/** Creates a cached renderer. The key has the attempt, which is part of the code, and the branding, which plans remove. */
export const createQrImages = (renderer: PngRenderer) => {
  const images = new Map<string, Promise<Buffer>>()
  return (page: PageOrder, now: Date): Promise<Buffer> => {
    const branded = isBranded(page.payee, now)
    const key = `${page.order.orderId}R${page.order.attempt} ${branded}`
    const known = images.get(key)
    if (known !== undefined) return known
    const image = renderer.png(qrImageSvg(page, branded), page.order.merchantId)
    images.set(key, image)
    image.catch(() => images.delete(key))
    const [oldest] = images.keys()
    if (images.size > IMAGES_MAX && oldest !== undefined) images.delete(oldest)
    return image
  }
}

/** The file name: payment-{clientTransactionId}.png, encoded by RFC 6266 if it is not ASCII. */
export const qrImageDisposition = (clientTxnId: string): string => {
  const name = `payment-${clientTxnId.toWellFormed()}.png`
  const plain = name.replace(/[^\w.-]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${encoded}`}`
}
