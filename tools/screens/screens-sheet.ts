import sharp, { type Sharp } from 'sharp'

/** The devices of the gallery: their size, and their width on the sheet. All have the same height there. */
export const DEVICES = [
  { name: 'desk', width: 1440, height: 900 },
  { name: 'tablet', width: 768, height: 1024 },
  { name: 'phone', width: 360, height: 760 },
] as const
export const SCHEMES = ['light', 'dark'] as const

export type Device = (typeof DEVICES)[number]
export type Scheme = (typeof SCHEMES)[number]
export interface Shot {
  readonly device: Device
  readonly scheme: Scheme
  readonly png: Buffer
}

const ROW_HEIGHT = 360
const GAP = 12
const BETWEEN = { r: 128, g: 134, b: 145 }

const widthOf = ({ width, height }: Device): number => Math.round((width * ROW_HEIGHT) / height)

/** Joins the pictures of a screen on every device: light above, dark below. */
export const sheetOf = async (shots: readonly Shot[]): Promise<Sharp> => {
  const parts = await Promise.all(
    shots.map(async ({ device, scheme, png }) => {
      const before = DEVICES.slice(0, DEVICES.indexOf(device))
      return {
        input: await sharp(png).resize(widthOf(device), ROW_HEIGHT, { fit: 'fill' }).png().toBuffer(),
        left: GAP + before.reduce((sum, each) => sum + widthOf(each) + GAP, 0),
        top: GAP + SCHEMES.indexOf(scheme) * (ROW_HEIGHT + GAP),
      }
    }),
  )
  const width = GAP + DEVICES.reduce((sum, each) => sum + widthOf(each) + GAP, 0)
  const height = GAP + SCHEMES.length * (ROW_HEIGHT + GAP)
  const sheet = sharp({ create: { width, height, channels: 3, background: BETWEEN } })
  // Flattened now, so that it can be compressed again at another quality.
  return sharp(await sheet.composite(parts).png().toBuffer())
}

const QUALITIES = [74, 64, 54, 44, 34, 24]

/** Compresses all sheets as WebP, at the best quality that fits into this many bytes together. */
export const packSheets = async (
  sheets: ReadonlyMap<string, Sharp>,
  bytesMax: number,
): Promise<Map<string, Buffer>> => {
  for (const quality of QUALITIES) {
    const packed = new Map<string, Buffer>()
    for (const [name, sheet] of sheets)
      packed.set(name, await sheet.clone().webp({ quality, effort: 6, smartSubsample: true }).toBuffer())
    const bytes = [...packed.values()].reduce((sum, { length }) => sum + length, 0)
    if (bytes <= bytesMax) return packed
  }
  throw new Error(`${sheets.size} screens do not fit into ${bytesMax} bytes`)
}
