import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Refusal } from './refusal.ts'
import { setFontList } from './settings.ts'

/** Turns SVG into PNG with the fonts that come with the program, whatever the machine has. */
export interface Draughtsman {
  /** Refuses with `overloaded` when too many pictures are waiting already. */
  png(svg: string): Promise<Buffer>
}

/** Drawing keeps a core busy for some 40 ms; at least one is left to the requests. */
const AT_ONCE_MAX = Math.max(1, Math.min(2, availableParallelism() - 1))
const WAITING_MAX = 32
const PIXELS_MAX = 4_000_000

const FONTS = fileURLToPath(new URL('../../fonts/fonts.conf', import.meta.url))

/** sharp ignores the fonts that an SVG names by address. */
const loadSharp = async () => {
  setFontList(FONTS)
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

export const createDraughtsman = (): Draughtsman => {
  let sharp: ReturnType<typeof loadSharp> | undefined
  let drawing = 0
  const waiting: (() => void)[] = []

  const turn = async (): Promise<void> => {
    if (drawing < AT_ONCE_MAX) {
      drawing += 1
      return
    }
    if (waiting.length >= WAITING_MAX) throw new Refusal('overloaded')
    // Whoever finishes hands over his place, so that `drawing` need not change.
    await new Promise<void>((resolve) => void waiting.push(resolve))
  }

  const done = (): void => {
    const next = waiting.shift()
    if (next === undefined) drawing -= 1
    else next()
  }

  return {
    async png(svg) {
      await turn()
      try {
        sharp ??= loadSharp()
        const draw = await sharp
        return await draw(Buffer.from(svg), { limitInputPixels: PIXELS_MAX })
          .flatten({ background: '#ffffff' })
          .png({ palette: true, colours: 32 })
          .toBuffer()
      } finally {
        done()
      }
    },
  }
}
