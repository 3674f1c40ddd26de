import sharp from 'sharp'
import { jpegOf, pdfWith, picture, type SampleFile, text, with_ } from './kyc-file-parts.ts'
import { drawnPdf, objectStream, PAGE, pdfOf, streamOf } from './sample-pdf.ts'

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
