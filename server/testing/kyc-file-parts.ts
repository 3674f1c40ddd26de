import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { PAGE, pdfOf, type SampleObject } from './sample-pdf.ts'

export interface SampleFile {
  readonly what: string
  readonly name: string
  readonly content: Buffer
}

export const MB = 1024 * 1024
export const text = (value: string): Buffer => Buffer.from(value, 'latin1')

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

export const jpegOf = (width?: number, height?: number) => picture(width, height).flatten().jpeg().toBuffer()

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
export const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([text(type), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length)
  body.copy(out, 4)
  out.writeUInt32BE(crc(body), body.length + 4)
  return out
}
/** A PNG that claims a size and packs nothing but zeros. */
export const pngClaiming = (width: number, height: number, zeros: number): Buffer => {
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

export const zipOf = (name: string, content: Buffer): Buffer => {
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

export const with_ = (...more: SampleObject[]): Buffer => pdfOf([...PAGE, ...more])
const catalog = (entries: string): SampleObject => ({
  number: 1,
  value: `<< /Type /Catalog /Pages 2 0 R ${entries} >>`,
})
export const pdfWith = (entries: string, ...more: SampleObject[]): Buffer =>
  pdfOf([catalog(entries), ...PAGE.slice(1), ...more])

export const JS = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'
