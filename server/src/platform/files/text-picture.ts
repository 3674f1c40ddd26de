import { escapeXml } from '../escape-markup.ts'
import { loadSharp } from './svg-to-png.ts'

/** A text as a picture, in points. */
export interface TextPicture {
  readonly png: Buffer
  readonly width: number
  readonly height: number
}

export interface TextStyle {
  readonly size: number
  readonly bold: boolean
  /** As `#14181f`. */
  readonly colour: string
  /** Longer texts are broken into lines. */
  readonly width: number
  /** Of its lines. Left is where the text starts: at the right in Urdu. */
  readonly align?: 'left' | 'center' | 'right'
}

const POINTS_PER_INCH = 72
/** The resolution of an office printer. */
const SCALE = 4
const CHARACTERS_MAX = 1000

/** Draws text of any script of India, shaped by HarfBuzz and in its own direction. The same text gives the same bytes. */
export const drawText = async (
  text: string,
  { size, bold, colour, width, align = 'left' }: TextStyle,
): Promise<TextPicture> => {
  const sharp = await loadSharp()
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}">${escapeXml(text.slice(0, CHARACTERS_MAX))}</span>`,
      font: `Noto Sans ${bold ? 'Bold ' : ''}${size}`,
      width: Math.floor(width * SCALE),
      dpi: POINTS_PER_INCH * SCALE,
      wrap: 'word-char',
      align,
      rgba: true,
    },
  })
    // Without transparency, which PDFKit writes in an order that differs from run to run.
    .flatten({ background: '#ffffff' })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { png: data, width: info.width / SCALE, height: info.height / SCALE }
}
