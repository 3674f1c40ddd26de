import { createHash } from 'node:crypto'
import { findPaidOrder } from '@galla/contract/receipts/receipts'
import { toRupeeNumber } from '@galla/upi/rupees'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { INVOICE } from '../accounting/draw-invoice.ts'
import { readSaleInvoice } from '../accounting/issue-sale-invoice.ts'
import { addressKey } from '../merchants/limit-attempts.ts'
import { pageLanguageOf } from '../payment-page/page-language.ts'
import type { Platform } from '../platform/feature.ts'
import { drawingOf } from '../platform/files/drawings.ts'
import { bind } from '../platform/http/endpoint-binding.ts'
import { setPagePolicy } from '../platform/http/page-policy.ts'
import { assertWithinRate, createRateLimit } from '../platform/http/rate-limit.ts'
import { Refusal } from '../platform/refusal.ts'
import { getReceipt } from './find-receipt.ts'
import type { Receipt } from './receipt.ts'
import { receiptHtml, STYLE, verifyHtml, verifyScript } from './receipt-html.ts'
import { isPaper, type renderReceipt } from './render-receipt.ts'
import type { ReceiptSigner } from './sign-receipt.ts'

export interface ReceiptRouteDeps extends Pick<Platform, 'db' | 'clock' | 'drawings'> {
  readonly publicUrl: URL
  readonly signer: ReceiptSigner
}

type ReceiptRequest = FastifyRequest<{ Params: { orderId: string; file?: string } }>

/** Per IP address or IPv6 network: enough for a counter that prints each sale. */
const PDFS = { perSecond: 1, burst: 30 }
const RECEIPT = drawingOf<typeof renderReceipt>(
  new URL('./render-receipt.ts', import.meta.url),
  'renderReceipt',
)

const sourceOf = (content: string): string =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`

const sendPage = (reply: FastifyReply, html: string, script?: string): FastifyReply => {
  setPagePolicy(reply, {
    contentSecurityPolicy: [
      "default-src 'none'",
      `style-src ${sourceOf(STYLE)}`,
      ...(script === undefined ? [] : [`script-src ${sourceOf(script)}`]),
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    referrerPolicy: 'no-referrer',
  })
  return reply.header('x-robots-tag', 'noindex, nofollow').type('text/html; charset=utf-8').send(html)
}

/** The receipt of a paid order as a page and as a PDF, and its check. */
export const receiptRoutes = (
  app: FastifyInstance,
  { db, clock, drawings, publicUrl, signer }: ReceiptRouteDeps,
): void => {
  const script = verifyScript(signer.publicKey)
  const pdfs = createRateLimit({ clock, ...PDFS })
  const verifyPage = verifyHtml(script)
  const checkLinkOf = (receipt: Receipt): string =>
    new URL(`/verify-receipt#${signer.sign(receipt)}`, publicUrl).href
  app.get('/receipt/:orderId', async (request, reply) => {
    const receipt = await getReceipt(db, (request as ReceiptRequest).params.orderId)
    const { language } = pageLanguageOf(request, receipt.language)
    reply.header('vary', 'accept-language')
    return sendPage(reply, receiptHtml(receipt, checkLinkOf(receipt), language))
  })
  app.get('/receipt/:orderId/:file', async (request, reply) => {
    const { orderId, file = '' } = (request as ReceiptRequest).params
    if (file === '') return reply.redirect(request.url.replace(/\/(?=$|\?)/, ''), 308)
    const [, paper = ''] = /^(\w+)\.pdf$/.exec(file) ?? []
    if (!isPaper(paper) && paper !== 'invoice') throw new Refusal('not_found')
    const address = addressKey(request.ip)
    assertWithinRate(pdfs, address, reply)
    const receipt = await getReceipt(db, orderId)
    const turn = { merchantId: receipt.merchantId, address }
    const sendPdf = (name: string, pdf: Buffer) =>
      reply
        .header('x-robots-tag', 'noindex, nofollow')
        .header('content-disposition', `inline; filename="${name}-${receipt.orderId}.pdf"`)
        .type('application/pdf')
        .send(pdf)
    if (paper === 'invoice') {
      const invoice = await readSaleInvoice({ db }, receipt.merchantId, receipt.orderId)
      if (invoice === undefined) throw new Refusal('not_found')
      return sendPdf('invoice', await drawings.draw(INVOICE, turn, invoice))
    }
    const { language } = pageLanguageOf(request, receipt.language)
    reply.header('vary', 'accept-language')
    return sendPdf(
      'receipt',
      await drawings.draw(RECEIPT, turn, receipt, checkLinkOf(receipt), { paper, language }),
    )
  })
  bind(app, findPaidOrder, async ({ params, query }) => {
    const receipt = await getReceipt(db, params.orderId)
    const { orderId, clientTxnId, merchantName, amount, mode, returned } = receipt
    if (clientTxnId !== query.client_txn_id) throw new Refusal('order_not_found')
    const isReturned = returned !== null && returned.part === undefined
    return {
      data: {
        orderId,
        clientTransactionId: clientTxnId,
        merchantName,
        amount: toRupeeNumber(amount),
        mode,
        isReturned,
      },
    }
  })
  app.get('/verify-receipt', (_request, reply) => sendPage(reply, verifyPage, script))
  app.get('/.well-known/galla-receipts.json', (_request, reply) =>
    reply.type('application/jwk-set+json').send(JSON.stringify({ keys: [signer.publicKey] })),
  )
}
