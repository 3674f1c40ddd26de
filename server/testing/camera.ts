import { PDFiumLibrary } from '@hyzyla/pdfium'

/** A picture in shades of grey, 0 to 255, row by row. */
export interface GreyPicture {
  readonly pixels: Float32Array
  readonly width: number
  readonly height: number
}

/** The first page of a PDF, `width` pixels wide. */
export const photographPdf = async (pdf: Buffer, width: number): Promise<GreyPicture> => {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const page = document.getPage(0)
  const scale = width / page.getOriginalSize().originalWidth
  const { data, width: columns, height } = await page.render({ scale, render: 'bitmap' })
  document.destroy()
  library.destroy()
  const pixels = new Float32Array(columns * height)
  for (let at = 0; at < pixels.length; at += 1)
    pixels[at] =
      0.299 * (data[4 * at] ?? 0) + 0.587 * (data[4 * at + 1] ?? 0) + 0.114 * (data[4 * at + 2] ?? 0)
  return { pixels, width: columns, height }
}

/** What a phone does to a standee. */
export interface Shot {
  /** Degrees: how the phone is turned, and from where it looks. */
  readonly turn: number
  readonly tilt: number
  readonly pan: number
  /** The width of the standee in parts of the width of the picture. */
  readonly share: number
  /** Standard deviation of the blur, in pixels. */
  readonly blur: number
  /** 1 is daylight. */
  readonly light: number
  /** How much darker the darkest corner is, in parts. */
  readonly shadow: number
  /** Standard deviation of the noise, in shades. */
  readonly noise: number
}

export const randomShot = (random: () => number): Shot => {
  const between = (least: number, most: number): number => least + (most - least) * random()
  return {
    turn: between(-30, 30),
    tilt: between(-30, 30),
    pan: between(-30, 30),
    share: between(0.55, 0.85),
    blur: between(0, 1.3),
    light: between(0.2, 1),
    shadow: between(0, 0.5),
    noise: between(0, 8),
  }
}

const WIDTH = 720
const HEIGHT = 960
/** Of the lens, in widths of the picture. */
const FOCAL = 1.2
/** The shade of the table and the wall. */
const AROUND = 150
const DEGREES = Math.PI / 180

/** The picture that a phone takes of a standee, as RGBA bytes. */
export const shoot = (standee: GreyPicture, shot: Shot, random: () => number) => {
  const seen = blurred(projected(standee, shot), shot.blur)
  const bytes = new Uint8ClampedArray(4 * WIDTH * HEIGHT)
  const corner = random() * 2 * Math.PI
  for (let at = 0; at < WIDTH * HEIGHT; at += 1) {
    const [x, y] = [(at % WIDTH) / WIDTH - 0.5, Math.floor(at / WIDTH) / HEIGHT - 0.5]
    const dim = 1 - shot.shadow * (0.5 + (x * Math.cos(corner) + y * Math.sin(corner)) / Math.SQRT2)
    const noise = shot.noise * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    const shade = (seen[at] ?? 0) * shot.light * dim + noise
    bytes.fill(shade, 4 * at, 4 * at + 3)
    bytes[4 * at + 3] = 255
  }
  return { bytes, width: WIDTH, height: HEIGHT }
}

/** A scan: neither turned nor blurred. */
export const shootStraight = ({ pixels, width, height }: GreyPicture) => {
  const bytes = new Uint8ClampedArray(4 * width * height)
  for (const [at, shade] of pixels.entries()) bytes.fill(shade, 4 * at, 4 * at + 4)
  return { bytes, width, height }
}

/** A pinhole camera before a plane: each pixel is taken from where its ray meets the standee. */
const projected = (standee: GreyPicture, { turn, tilt, pan, share }: Shot): Float32Array => {
  const [ct, st] = [Math.cos(turn * DEGREES), Math.sin(turn * DEGREES)]
  const [cx, sx] = [Math.cos(tilt * DEGREES), Math.sin(tilt * DEGREES)]
  const [cy, sy] = [Math.cos(pan * DEGREES), Math.sin(pan * DEGREES)]
  // The axes of the standee as the camera sees them: turned in its plane, then tilted, then panned.
  const rotate = (x: number, y: number): readonly [number, number, number] => {
    const [turnedX, turnedY] = [x * ct - y * st, x * st + y * ct]
    const [tiltedY, tiltedZ] = [turnedY * cx, turnedY * sx]
    return [turnedX * cy + tiltedZ * sy, tiltedY, -turnedX * sy + tiltedZ * cy]
  }
  const [across, down] = [rotate(1, 0), rotate(0, 1)]
  const normal = [
    across[1] * down[2] - across[2] * down[1],
    across[2] * down[0] - across[0] * down[2],
    across[0] * down[1] - across[1] * down[0],
  ] as const
  // The standee is 1 wide, so this far away it takes `share` of the picture.
  const distance = FOCAL / share
  const seen = new Float32Array(WIDTH * HEIGHT)
  for (let row = 0; row < HEIGHT; row += 1)
    for (let column = 0; column < WIDTH; column += 1) {
      const ray = [(column - WIDTH / 2) / WIDTH, (row - HEIGHT / 2) / WIDTH, FOCAL] as const
      const reach = (distance * normal[2]) / (ray[0] * normal[0] + ray[1] * normal[1] + ray[2] * normal[2])
      const met = [ray[0] * reach, ray[1] * reach, ray[2] * reach - distance] as const
      const x = met[0] * across[0] + met[1] * across[1] + met[2] * across[2]
      const y = met[0] * down[0] + met[1] * down[1] + met[2] * down[2]
      seen[row * WIDTH + column] = shadeAt(
        standee,
        (x + 0.5) * standee.width,
        y * standee.width + standee.height / 2,
      )
    }
  return seen
}

const shadeAt = ({ pixels, width, height }: GreyPicture, x: number, y: number): number => {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return AROUND
  const [dx, dy, at] = [x - left, y - top, top * width + left]
  const above = (pixels[at] ?? 0) * (1 - dx) + (pixels[at + 1] ?? 0) * dx
  const below = (pixels[at + width] ?? 0) * (1 - dx) + (pixels[at + width + 1] ?? 0) * dx
  return above * (1 - dy) + below * dy
}

/** A Gaussian blur, rows first. */
const blurred = (seen: Float32Array, deviation: number): Float32Array => {
  if (deviation < 0.1) return seen
  const reach = Math.ceil(3 * deviation)
  const weights = Array.from({ length: 2 * reach + 1 }, (_, n) =>
    Math.exp(-((n - reach) ** 2) / (2 * deviation ** 2)),
  )
  const sum = weights.reduce((total, each) => total + each, 0)
  const along = (from: Float32Array, step: number, length: number, lines: number, lineStep: number) => {
    const to = new Float32Array(from.length)
    for (let line = 0; line < lines; line += 1)
      for (let n = 0; n < length; n += 1) {
        let total = 0
        for (let k = -reach; k <= reach; k += 1) {
          const near = Math.min(length - 1, Math.max(0, n + k))
          total += (weights[k + reach] ?? 0) * (from[line * lineStep + near * step] ?? 0)
        }
        to[line * lineStep + n * step] = total / sum
      }
    return to
  }
  return along(along(seen, 1, WIDTH, HEIGHT, WIDTH), WIDTH, HEIGHT, WIDTH, 1)
}
