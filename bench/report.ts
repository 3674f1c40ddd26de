import { writeFileSync } from 'node:fs'

/** One line of the table. */
export interface Figure {
  readonly what: string
  readonly measured: string
  /** Absent for a figure without a goal. */
  readonly goal?: string
  /** Absent without a goal, or when it could not be measured. */
  readonly met?: boolean
}

export interface Chapter {
  readonly title: string
  /** How it was measured, in a sentence or two. */
  readonly how: string
  readonly figures: readonly Figure[]
}

const RESULTS = new URL('./results/', import.meta.url)
const WIDTH_MAX = 76

export const digits = (value: number, decimals: number): string =>
  value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })

const verdict = ({ goal, met }: Figure): string => {
  if (goal === undefined) return ''
  return met === undefined ? 'not measured' : met ? 'met' : 'missed'
}

export const printChapter = ({ title, figures }: Chapter): void => {
  console.log(`\n${title}`)
  const width = Math.min(WIDTH_MAX, Math.max(...figures.map(({ what }) => what.length)))
  for (const figure of figures) {
    const goal = figure.goal === undefined ? '' : `  (goal ${figure.goal}: ${verdict(figure)})`
    console.log(`  ${figure.what.padEnd(width)}  ${figure.measured}${goal}`)
  }
}

const asMarkdown = ({ title, how, figures }: Chapter, date: Date): string => {
  const rows = figures.map(
    (figure) => `| ${figure.what} | ${figure.goal ?? ''} | ${figure.measured} | ${verdict(figure)} |`,
  )
  const lines = [
    `# ${title}`,
    '',
    `Measured on ${date.toISOString().slice(0, 10)}. ${how}`,
    '',
    '| figure | goal | measured | |',
    '|---|---|---|---|',
    ...rows,
  ]
  return `${lines.join('\n')}\n`
}

/** Writes the last run of each part to a separate file. */
export const writeChapter = (part: string, chapter: Chapter, date: Date): void =>
  writeFileSync(new URL(`${part}.md`, RESULTS), asMarkdown(chapter, date))
