import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OrderId, ShortOrderId } from './order-id.tsx'

test('an order ID can break only in its middle', () => {
  expect(renderToStaticMarkup(<OrderId id="01JD8K7Q2M4V6X8Z0B2D4F6H8K" />)).toBe(
    '01JD8K7Q2M4V6<wbr/>X8Z0B2D4F6H8K',
  )
})

test('a short order ID is whole in the document', () => {
  const html = renderToStaticMarkup(<ShortOrderId id="01JD8K7Q2M4V6X8Z0B2D4F6H8K" />)
  expect(html.replaceAll(/<[^>]+>/g, '')).toBe('01JD8K7Q2M4V6X8Z0B2D4F6H8K')
})
