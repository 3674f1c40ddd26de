import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** One line of the table. */
export interface Figure {
  readonly what: string
  readonly measured: string
  /** None: for information only. */
  readonly goal?: string
  /** None: without a goal, or it could not be measured. */
  readonly met?: boolean
}

export interface Chapter {
  readonly title: string
  /** How it was measured, in a sentence or two. */
  readonly how: string
  readonly figures: readonly Figure[]
}

const RESULTS_FILE = fileURLToPath(new URL('./results.md', import.meta.url))
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

const asMarkdown = ({ title, how, figures }: Chapter): string => {
  const rows = figures.map(
    (figure) => `| ${figure.what} | ${figure.goal ?? ''} | ${figure.measured} | ${verdict(figure)} |`,
  )
  return [`## ${title}`, '', how, '', '| figure | goal | measured | |', '|---|---|---|---|', ...rows].join(
    '\n',
  )
}

const INTRODUCTION = `Written by \`npm run bench\`. Absolute rates say as much about the machine as about the program: compare the ratios, which
are measured against pgbench in the same run, and the processor time per request, which other work on the machine disturbs
least.`

export const writeResults = (chapters: readonly Chapter[], date: Date): void => {
  const missed = chapters.flatMap(({ title, figures }) =>
    figures
      .filter(({ met }) => met === false)
      .map(({ what, goal, measured }) => ({ title, what, goal, measured })),
  )
  const sum =
    missed.length === 0
      ? 'Every goal that was measured is met.'
      : `Missed:\n\n${missed.map((each) => `- ${each.title}: ${each.what}: ${each.measured}, goal ${each.goal}`).join('\n')}`
  const head = `# What was measured on ${date.toISOString().slice(0, 10)}\n\n${INTRODUCTION}\n\n${sum}`
  writeFileSync(RESULTS_FILE, `${[head, ...chapters.map(asMarkdown)].join('\n\n')}\n`)
}
