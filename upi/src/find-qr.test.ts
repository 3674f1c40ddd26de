import { expect, test } from 'vitest'
import { findQr } from './find-qr.ts'
import { qrMatrix } from './qr.ts'

const SCALE = 6

test('a QR code is found in a picture, and none where there is none', () => {
  const text = 'upi://pay?pa=sharma@hdfcbank&pn=Sharma%20Tea&cu=INR'
  const rows = qrMatrix(text)
  const side = (rows.length + 8) * SCALE
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1)
      if (rows[Math.floor(y / SCALE) - 4]?.[Math.floor(x / SCALE) - 4])
        data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
  expect(findQr({ data, width: side, height: side })).toBe(text)
  expect(findQr({ data: data.fill(255), width: side, height: side })).toBeUndefined()
})
