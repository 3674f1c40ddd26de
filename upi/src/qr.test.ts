import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { payLink } from './link.ts'
import { QUIET_ZONE_MODULES, qrBitmap, qrMatrix, qrSvgPath } from './qr.ts'
import { readQr } from './read-qr-harness.ts'
import { MAX_AMOUNT_PAISE, paise } from './rupees.ts'
import type { Vpa } from './vpa.ts'

const PIXELS_A_MODULE = 4

const link = (payeeName: string, note: string) =>
  payLink({
    payeeVpa: 'sharma.traders@okhdfcbank' as Vpa,
    payeeName,
    reference: '01JD2Z8Q4W3V5X6Y7Z8A9BCDEF',
    note,
    amount: paise(49_900n),
  })

/** What a camera would see: the code with its quiet zone, decoded by another library than the one that made it. */
function scan(matrix: readonly (readonly boolean[])[]): Promise<string | undefined> {
  const side = (matrix.length + 2 * QUIET_ZONE_MODULES) * PIXELS_A_MODULE
  const rgba = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let y = 0; y < side; y += 1) {
    const row = matrix[Math.floor(y / PIXELS_A_MODULE) - QUIET_ZONE_MODULES]
    for (let x = 0; x < side; x += 1) {
      const dark = row?.[Math.floor(x / PIXELS_A_MODULE) - QUIET_ZONE_MODULES] === true
      if (dark) rgba.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
    }
  }
  return readQr({ data: rgba, width: side, height: side })
}

/** Draws the path's runs as SVG would, with a stroke one unit wide. */
function draw(path: string, side: number): boolean[][] {
  const drawn = Array.from({ length: side }, () => Array.from({ length: side }, () => false))
  let x = 0
  let y = 0
  for (const [, command, a = '', b = ''] of path.matchAll(/([Mmh])(-?[0-9.]+)(?: (-?[0-9.]+))?/g)) {
    if (command === 'M') [x, y] = [Number(a), Number(b)]
    if (command === 'm') [x, y] = [x + Number(a), y + Number(b)]
    if (command === 'h') {
      for (let i = 0; i < Number(a); i += 1) drawn[Math.floor(y)]?.splice(x + i, 1, true)
      x += Number(a)
    }
  }
  return drawn
}

describe('the code of a link', () => {
  it.each([
    ['English', link('Sharma Traders', 'Order 1042')],
    ['Devanagari', link('शर्मा मिठाई भंडार', 'दीपावली का सामान')],
    ['Tamil', link('சரவணா ஸ்டோர்ஸ்', 'ஆர்டர்')],
    ['the longest name and note', link('क'.repeat(60), 'ळ'.repeat(60))],
  ])('is decoded by another library as that link: %s', async (_, text) => {
    expect(await scan(qrMatrix(text))).toBe(text)
  })

  it('is decoded as that link for any name, note and amount', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(
        text,
        text,
        fc.bigInt({ min: 1n, max: MAX_AMOUNT_PAISE }),
        async (payeeName, note, amount) => {
          const made = payLink({
            payeeVpa: 'shop@upi' as Vpa,
            payeeName,
            note,
            reference: 'R1',
            amount: paise(amount),
          })
          expect(await scan(qrMatrix(made))).toBe(made)
        },
      ),
      { numRuns: 25 },
    )
  })

  it('fits the longest UPI ID, name and note', async () => {
    const made = payLink({
      payeeVpa: `${'a'.repeat(256)}@${'b'.repeat(64)}` as Vpa,
      payeeName: '𝐀'.repeat(50),
      note: '𝐀'.repeat(50),
      reference: 'A'.repeat(35),
      amount: MAX_AMOUNT_PAISE,
      merchantCode: '5499',
    })
    expect(await scan(qrMatrix(made))).toBe(made)
  })

  it('has error correction level M', () => {
    const usual = link('Sharma Traders', 'Order 1042')
    expect(usual).toHaveLength(121)
    expect(qrMatrix(usual)).toHaveLength(45)
  })

  it('is a square without a border that begins with a finder pattern', () => {
    const matrix = qrMatrix(link('Sharma Traders', 'Order 1042'))
    expect(matrix.every((row) => row.length === matrix.length)).toBe(true)
    expect((matrix.length - 17) % 4).toBe(0)
    expect(matrix[0]?.slice(0, 8)).toEqual([true, true, true, true, true, true, true, false])
  })
})

describe('the path', () => {
  it('of a small picture is exact', () => {
    const matrix = [
      [true, true, false, true],
      [false, false, false, false],
      [false, true, true, false],
      [true, false, false, true],
    ]
    expect(qrSvgPath(matrix)).toBe('M0 0.5h2m1 0h1m-3 2h2m-3 1h1m2 0h1')
  })

  it('of a code draws exactly its modules', () => {
    for (const text of [link('Sharma Traders', 'Order 1042'), link('शर्मा मिठाई भंडार', 'दीपावली')]) {
      const matrix = qrMatrix(text)
      expect(draw(qrSvgPath(matrix), matrix.length)).toEqual(matrix)
    }
  })

  it('draws any picture, even an empty one', () => {
    const pictures = fc.array(fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }), {
      minLength: 9,
      maxLength: 9,
    })
    fc.assert(
      fc.property(pictures, (picture) => {
        expect(draw(qrSvgPath(picture), 9)).toEqual(picture)
      }),
    )
    expect(qrSvgPath([[false]])).toBe('')
  })

  it('of a usual link stays near three kilobytes before compression', () => {
    expect(qrSvgPath(qrMatrix(link('Sharma Traders', 'Order 1042'))).length).toBeLessThan(3_500)
  })
})

describe('the bitmap', () => {
  it('has a pixel for each module, from the top, for any width', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 70 }), fc.infiniteStream(fc.boolean()), (side, bits) => {
        const matrix = Array.from({ length: side }, () => [...bits.take(side)])
        const bytes = Buffer.from(qrBitmap(matrix).replace('data:image/bmp;base64,', ''), 'base64')
        expect([bytes.toString('latin1', 0, 2), bytes.readUInt32LE(2)]).toEqual(['BM', bytes.length])
        expect([bytes.readInt32LE(18), bytes.readInt32LE(22), bytes.readUInt16LE(28)]).toEqual([
          side,
          -side,
          1,
        ])
        const start = bytes.readUInt32LE(10)
        const rowBytes = (bytes.length - start) / side
        const read = matrix.map((row, y) =>
          row.map((_, x) => ((bytes[start + y * rowBytes + (x >> 3)] ?? 0) & (128 >> (x & 7))) !== 0),
        )
        expect(read).toEqual(matrix)
      }),
    )
  })
})
