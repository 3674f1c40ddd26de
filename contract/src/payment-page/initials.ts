const WORDS_MAX = 2
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The first letters of a name's first two words; a letter of an Indian script keeps its vowel sign. */
export const initialsOf = (name: string): string =>
  name
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX)
    .map((word) => [...letters.segment(word)][0]?.segment.toUpperCase() ?? '')
    .join('')
