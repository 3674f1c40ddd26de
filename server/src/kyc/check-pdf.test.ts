import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawnPdf, flate, objectStream, PAGE, pdfOf, streamOf } from '../../testing/sample-pdf.ts'
import { checkPdf } from './check-pdf.ts'
import { FaultyFile } from './file-fault.ts'

const faultOf = async (bytes: Buffer): Promise<string> => {
  try {
    await checkPdf(bytes)
    return 'none'
  } catch (error) {
    if (error instanceof FaultyFile) return error.fault
    throw error
  }
}
const JS = '<< /S /JavaScript /JS (x) >>'

describe('a PDF is refused for what it is', () => {
  test.each<[string, string, Buffer]>([
    ['active', 'a script deep in an array', pdfOf([...PAGE, { number: 9, value: `[[[ << /A ${JS} >> ]]]` }])],
    ['active', 'a script among a stream’s entries', pdfOf([...PAGE, streamOf(9, 'x', `/A ${JS}`)])],
    ['active', 'a script in a trailer', pdfOf(PAGE, `/Root 1 0 R /X ${JS}`)],
    [
      'active',
      'an action on opening in an object stream',
      pdfOf([
        { number: 1, value: '<< /Type /Catalog /Pages 2 0 R /OpenAction 9 0 R >>' },
        ...PAGE.slice(1),
        objectStream(8, [{ number: 9, value: '<< /S /Named /N /Print >>' }]),
      ]),
    ],
    [
      'active',
      'an action behind two references',
      pdfOf([
        { number: 1, value: '<< /Type /Catalog /Pages 2 0 R /OpenAction 9 0 R >>' },
        ...PAGE.slice(1),
        { number: 9, value: '10 0 R' },
        { number: 10, value: '[3 0 R /Fit]' },
      ]),
    ],
    [
      'encrypted',
      'encryption told by a table in a stream',
      pdfOf([...PAGE, flate(9, 'x', '/Type /XRef /Encrypt 8 0 R')]),
    ],
    ['filters', 'a filter nobody knows', pdfOf([...PAGE, streamOf(9, 'x', '/Filter /Crypt')])],
    ['filters', 'a filter of the last century', pdfOf([...PAGE, streamOf(9, 'x', '/Filter /LZWDecode')])],
    [
      'damaged_pdf',
      'a stream that cannot be unpacked',
      pdfOf([...PAGE, streamOf(9, 'not packed', '/Filter /FlateDecode')]),
    ],
    [
      'damaged_pdf',
      'an object stream that counts too far',
      pdfOf([...PAGE, flate(9, '1 0 null', '/Type /ObjStm /N 5 /First 4')]),
    ],
    ['damaged_pdf', 'no page', pdfOf(PAGE.slice(0, 2))],
    [
      'none',
      'a script that is only spoken of',
      pdfOf([...PAGE, { number: 9, value: '(/S /JavaScript /JS)' }]),
    ],
    [
      'none',
      'fifty pages',
      pdfOf([
        ...PAGE,
        ...Array.from({ length: 49 }, (_, n) => ({ number: 9 + n, value: '<< /Type /Page >>' })),
      ]),
    ],
  ])('%s: %s', async (fault, _what, bytes) => {
    expect(await faultOf(bytes)).toBe(fault)
  })
})

test('whatever bytes are changed, left out or repeated, it is kept or refused and never fails', async () => {
  const samples = [
    pdfOf([...PAGE, flate(9, 'BT ET'), objectStream(8, [{ number: 10, value: '<< /A [1 2 (x)] >>' }])]),
    await drawnPdf((pdf) => void pdf.text('Licence').rect(1, 1, 9, 9).fill()),
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
        expect(await faultOf(bytes)).toMatch(/^[a-z_]+$/)
      },
    ),
    { numRuns: 400 },
  )
})
