import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AddressText } from './address-text.tsx'

test.each([
  ['asha.rao@example.com', 'asha.rao<wbr/>@example.com'],
  ['"a@b"@example.com', '&quot;a@b&quot;<wbr/>@example.com'],
])('%s can break only before its @', (email, html) => {
  expect(renderToStaticMarkup(<AddressText address={email} />)).toBe(html)
})
