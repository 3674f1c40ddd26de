import { brotliDecompressSync } from 'node:zlib'
import { PAGE_LANGUAGE_CODES } from '@galla/contract/payment-page/page-languages'
import type { UpiLink } from '@galla/upi/link'
import { qrBitmap, qrMatrix } from '@galla/upi/qr'
import { UPI_LINK_START } from '@galla/upi/upi-apps'
import { call } from '../call.ts'
import type { Galla } from '../galla-process.ts'
import { createOrders } from '../merchants.ts'
import { type Chapter, digits } from '../report.ts'

const KILOBYTE = 1024
const BYTES_GOAL = 10 * KILOBYTE
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'

/** What a browser loads of the payment page, in brotli, and whether the first reply contains the QR. */
export const measurePageBytes = async (galla: Galla, keys: readonly string[]): Promise<Chapter> => {
  const [order] = await createOrders(galla.origin, keys, 1)
  if (order === undefined) throw new Error('no order')
  const headers = { 'accept-encoding': 'br' }
  const page = await call(galla.origin, `/pay/${order.order_id}`, { headers })
  const html = (
    page.headers['content-encoding'] === 'br' ? brotliDecompressSync(page.body) : page.body
  ).toString()
  const paths = [...html.matchAll(/<(?:script|link|img|iframe)\b[^>]*?\b(?:src|href)="([^"]+)"/g)]
    .map(([, path = '']) => path)
    .filter((path) => !path.startsWith('data:'))
  const assets = await Promise.all(
    [...new Set(paths)].map(async (path) => ({
      path,
      bytes: (await call(galla.origin, path, { headers })).body.length,
    })),
  )
  const assetBytes = assets.reduce((sum, { bytes }) => sum + bytes, 0)
  const languages = []
  for (const language of PAGE_LANGUAGE_CODES) {
    const { body } = await call(galla.origin, `/pay/${order.order_id}?lang=${language}`, {
      headers: { ...headers, 'user-agent': IPHONE },
    })
    const bytes = body.length + assetBytes
    languages.push({
      what: `all that it loads in ${language}, with the twelve apps of iOS`,
      goal: `≤ ${BYTES_GOAL / KILOBYTE} KB`,
      measured: `${digits(bytes / KILOBYTE, 1)} KB`,
      met: bytes <= BYTES_GOAL,
    })
  }
  const total = assets.reduce((sum, { bytes }) => sum + bytes, page.body.length)
  const link = UPI_LINK_START + order.upi_intent.bhim_link.split('?')[1]
  const hasQr = html.includes(qrBitmap(qrMatrix(link as UpiLink)))
  return {
    title: 'The payment page',
    how: 'Bodies in brotli, as a phone loads them, without what only a click asks for. The QR in the first answer is compared, module by module, with the one that the link gives.',
    figures: [
      {
        what: 'all that it loads',
        goal: `≤ ${BYTES_GOAL / KILOBYTE} KB`,
        measured: `${digits(total / KILOBYTE, 1)} KB: page ${digits(page.body.length / KILOBYTE, 1)}${assets.map(({ path, bytes }) => `, ${path.split('..').at(-1)} ${digits(bytes / KILOBYTE, 1)}`).join('')}`,
        met: total <= BYTES_GOAL,
      },
      {
        what: 'requests until the QR shows',
        goal: '1',
        measured: hasQr ? '1' : 'the first answer does not hold the QR',
        met: hasQr,
      },
      { what: 'requests in all', measured: digits(1 + assets.length, 0) },
      ...languages,
    ],
  }
}
