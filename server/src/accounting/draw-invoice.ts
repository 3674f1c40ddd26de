import { drawingOf } from '../platform/files/drawings.ts'
import type { renderInvoice } from './render-invoice.ts'

export const INVOICE = drawingOf<typeof renderInvoice>(
  new URL('./render-invoice.ts', import.meta.url),
  'renderInvoice',
)
