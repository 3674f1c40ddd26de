import { fuzzRuns } from '@galla/upi/fuzz-harness'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawnPdf, flate, objectStream, PAGE, pdfOf, streamOf } from '../../testing/sample-pdf.ts'
import { checkPdf } from './check-pdf.ts'
import { FileRejected } from './file-problem.ts'

const faultOf = async (bytes: Buffer): Promise<string> => {
  try {
    await checkPdf(bytes)
    return 'none'
  } catch (error) {
    if (error instanceof FileRejected) return error.fault
    throw error
  }
}
/** The number of pairs that all name the same place. */
const objectStreamAt = (count: number, value: string) => {
  const head = '10 0 '.repeat(count)
  return flate(9, `${head}${value}`, `/Type /ObjStm /N ${count} /First ${head.length}`)
}
const JS = '<< /S /JavaScript /JS (x) >>'

describe('checkPdf finds the fault', () => {
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
      'encryption in a cross-reference stream',
      pdfOf([...PAGE, flate(9, 'x', '/Type /XRef /Encrypt 8 0 R')]),
    ],
    ['filters', 'an unknown filter', pdfOf([...PAGE, streamOf(9, 'x', '/Filter /Crypt')])],
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

test('a PDF with changed, missing or repeated bytes is accepted or refused, and never crashes', async () => {
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
    { numRuns: fuzzRuns(100) },
  )
})

const KYC_LONGEST = 1_200_000
const many = (unit: string): string => unit.repeat(Math.floor(KYC_LONGEST / unit.length))
const raw = (body: string): Buffer => Buffer.from(`%PDF-1.7\n${body}\n%%EOF\n`, 'latin1')
const page = raw(PAGE.map(({ number, value }) => `${number} 0 obj\n${value}\nendobj\n`).join('')).toString(
  'latin1',
)
const shared = (count: number, value: string) => Array.from({ length: count }, () => ({ number: 10, value }))

/** Processor time: the load of others does not change it as much as the clock's. */
const processorMs = async (bytes: Buffer): Promise<number> => {
  const before = process.cpuUsage()
  await faultOf(bytes)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

test.each<[string, () => Buffer]>([
  ['one number given again and again', () => raw(many('1 0 obj 1 endobj\n'))],
  [
    'a length that has as many meanings as there are streams',
    () => raw(many('1 0 obj<</Length 2 0 R>>stream\nx\nendstream endobj 2 0 obj 1 endobj\n')),
  ],
  [
    'an endless number of streams',
    () =>
      raw(
        page.slice(9, -7) +
          many('9 0 obj<</Length 8/Filter/FlateDecode>>stream\n12345678\nendstream endobj\n'),
      ),
  ],
  [
    'a list of filters that all streams share',
    () =>
      raw(
        `8 0 obj [${'/Fl '.repeat(200_000)}] endobj\n${'9 0 obj<</Length 1/Filter 8 0 R>>stream\nx\nendstream endobj '.repeat(31)}`,
      ),
  ],
  ['strings behind one another that never end', () => raw(many('('))],
  ['brackets that never end', () => raw(many('1 0 obj [ '))],
  [
    'packed objects that share one long string',
    () => pdfOf([...PAGE, objectStreamAt(20_000, `(${'x'.repeat(400_000)})`)]),
  ],
  [
    'packed objects behind one long blank',
    () => pdfOf([...PAGE, objectStreamAt(20_000, `${' '.repeat(400_000)}1`)]),
  ],
  ['packed objects of one number', () => pdfOf([...PAGE, objectStream(9, shared(60_000, '1'))])],
  ['comments without an end', () => raw(many('%'))],
  ['what looks nearly like a hidden object', () => raw(`1 0 obj (${many('1 1 ob ')}) endobj`)],
])('%s is checked in linear time', async (_name, make) => {
  expect(await processorMs(make())).toBeLessThan(3_000)
})
