import { deflateSync } from 'node:zlib'

/** A PDF of these objects, numbered from 1; the first is its catalogue. */
const pdfOfObjects = (objects: readonly (string | Buffer)[]): Buffer => {
  const pieces: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const places: number[] = []
  let start = 9
  for (const [n, object] of objects.entries()) {
    places.push(start)
    const piece = Buffer.concat([
      Buffer.from(`${n + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ])
    pieces.push(piece)
    start += piece.length
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  pieces.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}` +
        `trailer <</Size ${objects.length + 1} /Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(pieces)
}

export const stream = (content: Buffer, more = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`<</Length ${content.length} ${more}>>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ])

const CATALOGUE = '<</Type/Catalog /Pages 2 0 R>>'
const FONT = '<</Type/Font /Subtype/Type1 /BaseFont/Helvetica>>'
export const onePage = (
  content: Buffer,
  resources = '/Font <</F1 5 0 R>>',
  more: (string | Buffer)[] = [],
): Buffer =>
  pdfOfObjects([
    CATALOGUE,
    '<</Type/Pages /Kids [3 0 R] /Count 1>>',
    `<</Type/Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources <<${resources}>>>>`,
    content,
    FONT,
    ...more,
  ])

export const packed = (content: Buffer, times = 1): Buffer => {
  let body = content
  for (let n = 0; n < times; n += 1) body = deflateSync(body, { level: 9 })
  return stream(body, `/Filter [${'/FlateDecode '.repeat(times)}]`)
}

const nested = (depth: number): Buffer =>
  pdfOfObjects([
    CATALOGUE,
    ...Array.from({ length: depth }, (_each, n) => `<</Type/Pages /Kids [${n + 3} 0 R] /Count 1>>`),
    '<</Type/Page /MediaBox [0 0 600 800]>>',
  ])

/** Each needs more time, memory or depth than a document, or has no end. */
export const HOSTILE_PDFS: readonly (readonly [string, () => Buffer])[] = [
  ['nothing but its first line', () => Buffer.from('%PDF-1.7\n')],
  [
    'a statement that is cut in the middle of noise',
    () => Buffer.from(`%PDF-1.7\n${'1 0 obj '.repeat(50_000)}`),
  ],
  ['a tree of pages 50,000 deep', () => nested(50_000)],
  [
    'a tree of pages that is its own child',
    () => pdfOfObjects([CATALOGUE, '<</Type/Pages /Kids [2 0 R 2 0 R] /Count 1000000000>>']),
  ],
  [
    'one page a hundred thousand times',
    () =>
      pdfOfObjects([
        CATALOGUE,
        `<</Type/Pages /Kids [${'3 0 R '.repeat(100_000)}] /Count 100000>>`,
        '<</Type/Page /Parent 2 0 R /MediaBox [0 0 600 800]>>',
      ]),
  ],
  ['words that unpack to 300 MB', () => onePage(packed(packedWords(300), 1))],
  ['a stream that is packed three times over', () => onePage(packed(packedWords(250), 3))],
  [
    'a form that draws itself twice',
    () =>
      onePage(stream(Buffer.from('/X Do')), '/XObject <</X 6 0 R>>', [
        stream(
          Buffer.from('/X Do /X Do'),
          '/Type/XObject /Subtype/Form /BBox [0 0 600 800] /Resources <</XObject <</X 6 0 R>>>>',
        ),
      ]),
  ],
  [
    'forms that draw each other a billion times',
    () =>
      onePage(
        stream(Buffer.from('/X Do')),
        '/XObject <</X 6 0 R>>',
        Array.from({ length: 30 }, (_each, n) =>
          stream(
            Buffer.from(n === 29 ? 'BT /F1 9 Tf (x) Tj ET' : '/X Do /X Do'),
            `/Type/XObject /Subtype/Form /BBox [0 0 600 800] /Resources <</Font <</F1 5 0 R>> /XObject <</X ${n + 7} 0 R>>>>`,
          ),
        ),
      ),
  ],
  ['brackets within brackets', () => onePage(stream(Buffer.from('['.repeat(3_000_000))))],
  [
    'three million signs',
    () => onePage(packed(Buffer.from(`BT /F1 9 Tf ${'(xxxxxxxxxx) Tj '.repeat(300_000)} ET`))),
  ],
  [
    'a list of objects that goes on with itself',
    () => Buffer.from('%PDF-1.7\nxref\n0 0\ntrailer <</Size 1 /Prev 9>>\nstartxref\n9\n%%EOF\n'),
  ],
]

function packedWords(megabytes: number): Buffer {
  return Buffer.alloc(megabytes << 20, '(x) Tj ')
}

/** A page that is drawn for hours: its shadings cover all of it, one over the other. */
export const endlessPdf = (): Buffer =>
  onePage(
    packed(Buffer.from('/S sh '.repeat(50_000))),
    '/Shading <</S <</ShadingType 3 /ColorSpace/DeviceRGB /Coords [300 400 0 300 400 900] /Extend [true true]' +
      ' /Function <</FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1>>>>>>',
  )
