import { fileURLToPath } from 'node:url'
import { fuzzRuns } from '@galla/upi/fuzz-harness'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { numberEnding } from '../../testing/aadhaar-numbers.ts'
import { activePdfs } from '../../testing/hostile-kyc-files.ts'
import { onePage, packed } from '../../testing/hostile-pdfs.ts'
import { drawnPdf, PAGE, pdfOf, streamOf } from '../../testing/sample-pdf.ts'
import { drawPdf, PDF_PAGES_MAX } from './draw-pdf.ts'
import { FileRejected } from './file-problem.ts'

const faultOf = async (file: Buffer, password?: string): Promise<string> => {
  try {
    await drawPdf(file, password)
    return 'none'
  } catch (error) {
    if (error instanceof FileRejected) return error.fault
    throw error
  }
}

const spaced = (number: string): string => number.replace(/(.{4})(?=.)/g, '$1 ')
const DEVANAGARI = fileURLToPath(new URL('../../fonts/NotoSansDevanagari-Regular.ttf', import.meta.url))
const inHindi = (number: string): string =>
  number.replace(/\d/g, (digit) => String.fromCodePoint(0x966 + Number(digit)))

/** A form field has its own content, beside that of the page. */
const pdfWithField = (number: string): Buffer =>
  pdfOf([
    { number: 1, value: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] >> >>' },
    { number: 2, value: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>' },
    { number: 3, value: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 100] /Annots [4 0 R] >>' },
    {
      number: 4,
      value:
        '<< /Type /Annot /Subtype /Widget /FT /Tx /T (number) /F 4 /Rect [20 20 280 60] /AP << /N 5 0 R >> >>',
    },
    streamOf(
      5,
      `BT /F1 20 Tf 5 10 Td (${spaced(number)}) Tj ET`,
      '/Type /XObject /Subtype /Form /BBox [0 0 260 40] /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>',
    ),
  ])

type Letter = (pdf: PDFKit.PDFDocument, number: string) => void
const LETTERS: readonly (readonly [string, Letter | 'field'])[] = [
  ['in a field of a form', 'field'],
  ['in groups of four', (pdf, number) => pdf.text(spaced(number))],
  ['without spaces', (pdf, number) => pdf.text(`Aadhaar no. ${number} of Asha`)],
  ['with dashes', (pdf, number) => pdf.text(spaced(number).replaceAll(' ', '-'))],
  ['in wide letters', (pdf, number) => pdf.text(spaced(number), { characterSpacing: 9 })],
  ['in three lines', (pdf, number) => pdf.text(spaced(number).replaceAll(' ', '\n'))],
  [
    'in one text for each group',
    (pdf, number) => {
      for (const [n, group] of spaced(number).split(' ').entries()) pdf.text(group, 80 + 40 * n, 200)
    },
  ],
  ['on its side', (pdf, number) => pdf.rotate(90, { origin: [200, 200] }).text(spaced(number), 200, 200)],
  ['slanted', (pdf, number) => pdf.rotate(-35, { origin: [200, 200] }).text(spaced(number), 150, 250)],
  [
    'on a page that is turned',
    (pdf, number) => {
      Object.assign(pdf.page.dictionary.data, { Rotate: 270 })
      pdf.text(spaced(number))
    },
  ],
  ['in Hindi digits', (pdf, number) => pdf.font(DEVANAGARI).text(inHindi(spaced(number)))],
  ['in letters of 60 points', (pdf, number) => pdf.fontSize(60).text(spaced(number))],
  [
    'in white letters on black',
    (pdf, number) => pdf.rect(0, 0, 600, 800).fill('black').fillColor('white').text(spaced(number), 80, 80),
  ],
]

describe.each(LETTERS)('an Aadhaar number %s', (_how, letter) => {
  const page = async (number: string) =>
    letter === 'field' ? pdfWithField(number) : drawnPdf((pdf) => letter(pdf, number), { size: 'A4' })

  test('leaves no trace of its first eight digits in the picture', async () => {
    const one = await drawPdf(await page(numberEnding('9999410', '7058')), undefined)
    const other = await drawPdf(await page(numberEnding('2361857', '7058')), undefined)
    expect(one.equals(other)).toBe(true)
  })

  test('shows its last four', async () => {
    const one = await drawPdf(await page(numberEnding('9999410', '7058')), undefined)
    const other = await drawPdf(await page(numberEnding('9999410', '1463')), undefined)
    expect(one.equals(other)).toBe(false)
  })
})

describe('a locked PDF', () => {
  const eAadhaar = (pdfVersion: '1.3' | '1.4' | '1.6' | '1.7' | '1.7ext3') =>
    drawnPdf((pdf) => void pdf.fontSize(40).text('9999 4105 7058'), {
      pdfVersion,
      userPassword: 'ASHA1990',
      ownerPassword: 'UIDAI',
      permissions: {},
    })

  test.each(['1.3', '1.4', '1.6', '1.7', '1.7ext3'] as const)(
    'of version %s is drawn with its password only',
    async (version) => {
      const file = await eAadhaar(version)
      expect(await faultOf(file)).toBe('locked')
      expect(await faultOf(file, 'asha1990')).toBe('wrong_password')
      const picture = await drawPdf(file, 'ASHA1990')
      const open = await drawnPdf((pdf) => void pdf.fontSize(40).text('9999 4105 7058'))
      expect(picture.equals(await drawPdf(open, undefined))).toBe(true)
    },
  )

  test('without the key of its lock is opened by no password', async () => {
    const keyless = pdfOf(PAGE, '/Root 1 0 R /Encrypt << /Filter /Standard /V 1 >>')
    expect([await faultOf(keyless), await faultOf(keyless, 'x')]).toEqual(['locked', 'wrong_password'])
  })

  test('that is not locked needs no password, and ignores one', async () => {
    expect(await faultOf(pdfOf(PAGE), 'ASHA1990')).toBe('none')
  })
})

describe('a picture of a PDF', () => {
  const sizeOf = async (file: Buffer) => {
    const { width, height, format, exif, xmp, icc } = await sharp(await drawPdf(file, undefined)).metadata()
    expect([format, exif, xmp, icc]).toEqual(['jpeg', undefined, undefined, undefined])
    return { width, height }
  }
  const boxed = (...boxes: string[]): Buffer =>
    pdfOf([
      { number: 1, value: '<< /Type /Catalog /Pages 2 0 R >>' },
      {
        number: 2,
        value: `<< /Type /Pages /Kids [${boxes.map((_box, n) => `${n + 3} 0 R`).join(' ')}] /Count ${boxes.length} >>`,
      },
      ...boxes.map((box, n) => ({
        number: n + 3,
        value: `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] >>`,
      })),
    ])

  test('has all pages below each other, in a size that can be read', async () => {
    expect(await sizeOf(boxed('0 0 595 842', '0 0 595 842'))).toEqual({ width: 1695, height: 4800 })
    expect(await sizeOf(boxed('0 0 243 153'))).toEqual({ width: 1012, height: 637 })
  })

  test.each([
    ['ten pages', Array.from({ length: PDF_PAGES_MAX }, () => '0 0 595 842')],
    ['ten square pages', Array.from({ length: PDF_PAGES_MAX }, () => '0 0 9000 9000')],
    ['a page of a square kilometre', ['0 0 2834645 2834645']],
    ['a page that is a line', ['0 0 9000000 0.001']],
    ['a page without a size', ['0 0 0 0']],
    ['a page with a box of no numbers', ['(x) /y null []']],
    ['lines across lines', ['0 0 14400 1', '0 0 1 14400', '0 0 1 14400', '0 0 1 14400', '0 0 1 14400']],
  ])('is bounded for %s', async (_what, boxes) => {
    const { width, height } = await sizeOf(boxed(...boxes))
    expect(width * height).toBeLessThanOrEqual(16_100_000)
  })

  test('is the same with scripts, attached files and earlier revisions, because none of them is drawn', async () => {
    const plain = await drawPdf(pdfOf(PAGE), undefined)
    for (const { what, content } of activePdfs())
      expect((await drawPdf(content, undefined)).equals(plain), what).toBe(true)
  })

  test('is drawn of a scan of 600 dots per inch', async () => {
    const scan = await sharp({ create: { width: 4960, height: 7016, channels: 3, background: '#ddd' } })
      .jpeg()
      .toBuffer()
    const file = await drawnPdf((pdf) => void pdf.image(scan, 0, 0, { width: 595 }), {
      size: 'A4',
      margin: 0,
    })
    expect(await faultOf(file)).toBe('none')
  })

  test('is not made of more text than a document has', async () => {
    const letters = packed(Buffer.from(`BT /F1 9 Tf ${'(xxxxxxxxxx) Tj '.repeat(25_000)} ET`))
    expect(await faultOf(onePage(letters))).toBe('packed')
  })
})

test('a PDF with changed, missing or repeated bytes is drawn or refused, and never crashes', async () => {
  const samples = [
    await drawnPdf((pdf) => void pdf.text('Licence 9999 4105 7058').rect(1, 1, 9, 9).fill()),
    await drawnPdf((pdf) => void pdf.text('x'), { userPassword: 'x', pdfVersion: '1.7' }),
  ]
  const edit = fc.record({ at: fc.nat(), drop: fc.nat({ max: 20 }), put: fc.uint8Array({ maxLength: 12 }) })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...samples),
      fc.array(edit, { minLength: 1, maxLength: 4 }),
      async (sample, edits) => {
        let bytes = sample
        for (const { at, drop, put } of edits) {
          const from = at % bytes.length
          bytes = Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(from + drop)])
        }
        expect(await faultOf(bytes, 'x')).toMatch(/^[a-z_]+$/)
      },
    ),
    { numRuns: fuzzRuns(40) },
  )
})
