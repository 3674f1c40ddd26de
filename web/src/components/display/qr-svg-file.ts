import { QUIET_ZONE_MODULES, qrMatrix, qrSvgPath } from '@galla/upi/qr'
import { inFileName, saveFile } from '../../browser/file-download.ts'

/** Saves a QR code as an SVG file, 6 cm wide. */
export const saveQr = (link: string, of?: string): void => {
  const matrix = qrMatrix(link)
  const side = matrix.length + 2 * QUIET_ZONE_MODULES
  const start = -QUIET_ZONE_MODULES
  const white = `<path fill="#fff" d="M${start} ${start}h${side}v${side}h-${side}z"/>`
  const black = `<path stroke="#000" d="${qrSvgPath(matrix)}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="60mm" viewBox="${start} ${start} ${side} ${side}" shape-rendering="crispEdges">${white}${black}</svg>`
  saveFile(of === undefined ? 'qr.svg' : `${inFileName(of)}-qr.svg`, 'image/svg+xml', [svg])
}
