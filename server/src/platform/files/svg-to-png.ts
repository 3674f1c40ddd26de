import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { createFairQueue } from '../jobs/fair-queue.ts'
import { setFontList } from '../settings.ts'

/** Renders SVG as PNG with the fonts of the program, whatever fonts the machine has. */
export interface PngRenderer {
  /** Renders in the turn of `key`; refuses with `overloaded` when too many of its pictures wait already. */
  png(svg: string, key: string): Promise<Buffer>
}

/** Rendering keeps a core busy for about 40 ms; at least one core is left to the requests. */
const AT_ONCE_MAX = Math.max(1, Math.min(2, availableParallelism() - 1))
const WAITING_MAX = 64
const WAITING_PER_KEY_MAX = 32
const RETRY_AFTER_SECONDS = 2
const PIXELS_MAX = 4_000_000

const FONTS = fileURLToPath(new URL('../../../fonts/fonts.conf', import.meta.url))

/** sharp ignores fonts that an SVG references by URL. */
export const loadSharp = async () => {
  setFontList(FONTS)
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

export const createPngRenderer = (): PngRenderer => {
  let sharp: ReturnType<typeof loadSharp> | undefined
  const queue = createFairQueue({
    atOnceMax: AT_ONCE_MAX,
    waitingMax: WAITING_MAX,
    waitingPerKeyMax: WAITING_PER_KEY_MAX,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
  return {
    png: (svg, key) =>
      queue.run(key, async () => {
        sharp ??= loadSharp()
        const draw = await sharp
        return await draw(Buffer.from(svg), { limitInputPixels: PIXELS_MAX })
          .flatten({ background: '#ffffff' })
          .png({ palette: true, colours: 32 })
          .toBuffer()
      }),
  }
}
