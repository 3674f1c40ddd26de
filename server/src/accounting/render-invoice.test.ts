import type { InvoiceContent } from '@galla/contract/accounting/invoices'
import { expect, it } from 'vitest'
import { renderInvoice } from './render-invoice.ts'

const party = (name: string, address: string) => ({
  name,
  address,
  stateCode: '29',
  gstin: '',
  email: 'a@b.example',
})
const content = (name: string): InvoiceContent => ({
  seller: party('Galla', 'MG Road, Bengaluru'),
  buyer: party(name, `${name}, 12`),
  description: 'Basic plan',
  detail: '100 QR requests',
  code: '998314',
  price: '99900',
  orderId: '01JD8K7Q2M4V6X8Z0B2D4F6H8K',
  receivedOn: '2026-11-20',
  utr: '612345678901',
  gst: { kind: 'none' },
})
const render = (name: string) =>
  renderInvoice({ number: 'GL/26-27/000001', issuedAt: new Date(0), content: content(name) })

// PDFKit itself fails on the marks of some of these.
it.each(['కొట్టు శ్రీ', 'ਸ਼੍ਰੀ ਦੁਕਾਨ', 'اردو دکان ٹھیک', 'क्षत्रिय Store', 'ক্ষেত্ৰ ৰেষ্টুৰেণ্ট'])(
  'an invoice to %s is drawn as a picture and has the same bytes each time',
  async (name) => {
    const pdf = await render(name)
    expect(pdf.toString('latin1')).toContain('/Subtype /Image')
    expect(await render(name)).toEqual(pdf)
    expect(pdf).not.toEqual(await render('Sharma'))
  },
)

it('an invoice in Latin letters has no pictures', async () => {
  expect((await render('Café Müller & Söhne')).toString('latin1')).not.toContain('/Subtype /Image')
})
