import type { HeadingCell } from './pdf-headings.ts'
import type { Line, Word } from './pdf-lines.ts'

/** Half a point is less than any gap between two columns. */
const STEPS_PER_POINT = 2
/** Larger than any sheet of paper. */
const WIDTH_MAX = 4_000
/** A space may be a gap between two columns; a word never is. */
const SPACE_WEIGHT = 0.5
const SPACE_MAX = 0.45

/**
 * Finds where each column ends: between two headings, in the widest gap that the fewest words of the table cross. This works for left,
 * right and centre alignment.
 */
export const columnEnds = (headings: readonly HeadingCell[], lines: readonly Line[]): number[] => {
  const origin = Math.min(0, ...headings.map(({ left }) => left))
  const stepOf = (x: number): number =>
    Math.max(0, Math.min(WIDTH_MAX * STEPS_PER_POINT, Math.round((x - origin) * STEPS_PER_POINT)))
  const crossings = countCrossings(lines, stepOf)
  const ends = headings.slice(1).map((next, n) => {
    const here = headings[n] ?? next
    for (const { left, right } of [here, next])
      for (let step = stepOf(left); step <= stepOf(right); step += 1)
        crossings[step] = Number.MAX_SAFE_INTEGER
    const middle = widestLow(crossings, stepOf(middleOf(here)), stepOf(middleOf(next)))
    return middle / STEPS_PER_POINT + origin
  })
  return [...ends, Number.POSITIVE_INFINITY]
}

const middleOf = ({ left, right }: HeadingCell): number => (left + right) / 2

const countCrossings = (lines: readonly Line[], stepOf: (x: number) => number): Float64Array => {
  const changes = new Float64Array(WIDTH_MAX * STEPS_PER_POINT + 2)
  const add = (left: number, right: number, weight: number): void => {
    const [from, to] = [stepOf(left), stepOf(right)]
    changes[from] = (changes[from] ?? 0) + weight
    changes[to + 1] = (changes[to + 1] ?? 0) - weight
  }
  for (const { words, height } of lines)
    for (const [n, { left, right }] of words.entries()) {
      add(left, right, 1)
      const next = words[n + 1]
      if (next !== undefined && next.left > right && next.left - right <= SPACE_MAX * height)
        add(right, next.left, SPACE_WEIGHT)
    }
  let sum = 0
  return changes.map((change) => {
    sum += change
    return sum
  })
}

/** The middle of the widest range with the smallest count. */
const widestLow = (counts: Float64Array, from: number, to: number): number => {
  const lowest = counts.subarray(from, to + 1).reduce((low, count) => Math.min(low, count), Infinity)
  let best = { start: from, length: 0 }
  let start: number | undefined
  for (let step = from; step <= to + 1; step += 1) {
    if (step <= to && counts[step] === lowest) start ??= step
    else if (start !== undefined) {
      if (step - start > best.length) best = { start, length: step - start }
      start = undefined
    }
  }
  return best.start + best.length / 2
}

/** Distributes the words of a line to columns by the middle of each word. */
export const inColumns = (words: readonly Word[], ends: readonly number[]): Word[][] => {
  const cells: Word[][] = ends.map(() => [])
  for (const word of words) {
    const middle = (word.left + word.right) / 2
    cells[ends.findIndex((end) => middle < end)]?.push(word)
  }
  return cells
}
