import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cleanImage } from './clean-image.ts'
import { STORED_BYTES_MAX } from './encode-picture.ts'

test('a picture of noise, small as it was sent, is not larger than may be stored', async () => {
  // Eight colours at random: without loss that is three bits for each pixel, with loss it is far more.
  const edge = 3_000
  const noise = randomBytes((edge * edge * 3) / 8)
  const data = Buffer.alloc(edge * edge * 3)
  for (let n = 0; n < data.length; n += 1) data[n] = ((noise[n >> 3] ?? 0) >> (n & 7)) & 1 ? 255 : 0
  const sent = await sharp(data, { raw: { width: edge, height: edge, channels: 3 } })
    .webp({ lossless: true, effort: 0 })
    .toBuffer()
  expect(sent.length).toBeLessThan(5 * 1024 * 1024)
  const { mediaType, bytes } = await cleanImage(sent, 'image/webp')
  expect(mediaType).toBe('image/jpeg')
  expect(bytes.length).toBeLessThanOrEqual(STORED_BYTES_MAX)
})
