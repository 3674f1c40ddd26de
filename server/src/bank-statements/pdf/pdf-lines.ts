import type { Glyph } from './pdf-pages.ts'

export interface Word {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly firstCharacterWidth: number
  /** Whether the file has a space before or after it. At the edge of a line, the space separates two words. */
  readonly spaceBefore: boolean
  readonly spaceBehind: boolean
}

export interface Line {
  readonly baseline: number
  readonly height: number
  /** From left to right. */
  readonly words: readonly Word[]
}

/** In heights of the font. A space is about 0.24 of it. */
const WORD_GAP = 0.15
const OVERLAP_MAX = 0.3
const SAME_LINE = 0.3

type DraftWord = { -readonly [Key in keyof Word]: Word[Key] } & Pick<Glyph, 'baseline' | 'height'>

/** The lines of a page from top to bottom, in whatever order the file draws them. */
export const linesOf = (glyphs: readonly Glyph[]): Line[] => {
  const words = wordsOf(glyphs).sort((a, b) => b.baseline - a.baseline)
  const lines: { baseline: number; height: number; words: DraftWord[] }[] = []
  for (const word of words) {
    const line = lines.at(-1)
    if (line !== undefined && line.baseline - word.baseline <= SAME_LINE * word.height) line.words.push(word)
    else lines.push({ baseline: word.baseline, height: word.height, words: [word] })
  }
  return lines.map((line) => ({ ...line, words: line.words.sort((a, b) => a.left - b.left) }))
}

/** Groups characters that are adjacent in the file and on the line, up to a space or a gap. */
const wordsOf = (glyphs: readonly Glyph[]): DraftWord[] => {
  const words: DraftWord[] = []
  let word: DraftWord | undefined
  let space: Glyph | undefined
  for (const glyph of glyphs) {
    if (/^\s$/.test(glyph.text)) {
      if (word !== undefined) word.spaceBehind = follows(word, glyph)
      word = undefined
      space = glyph
    } else if (word !== undefined && follows(word, glyph)) {
      word.text += glyph.text
      word.left = Math.min(word.left, glyph.left)
      word.right = Math.max(word.right, glyph.right)
    } else {
      const spaceBefore = space !== undefined && follows(space, glyph)
      word = { ...glyph, firstCharacterWidth: glyph.right - glyph.left, spaceBefore, spaceBehind: false }
      words.push(word)
      space = undefined
    }
  }
  return words
}

const follows = ({ right, baseline, height }: Omit<Glyph, 'text'>, next: Glyph): boolean => {
  const gap = next.left - right
  return (
    Math.abs(next.baseline - baseline) <= SAME_LINE * height &&
    gap <= WORD_GAP * height &&
    gap >= -OVERLAP_MAX * height
  )
}

export const textOf = (words: readonly Word[]): string => words.map(({ text }) => text).join(' ')
