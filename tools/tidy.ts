/**
 * Keeps the house as it is drawn: `node tools/tidy.ts [ROOT]` prints each broken habit as
 * `path:line: what, and what instead` and exits with 1 if there is any. Each rule is a table in a file of its own,
 * with the reason for each exception beside it. Questions are listed and refuse nothing.
 */
import { pathToFileURL } from 'node:url'
import { circles } from './tidy-circles.ts'
import { floorsOfTheServer } from './tidy-floors.ts'
import { names } from './tidy-names.ts'
import { questions } from './tidy-questions.ts'
import { reservedWords } from './tidy-reserved.ts'
import { arrowsBetweenRooms } from './tidy-rooms.ts'
import { type Finding, type House, readHouse } from './tidy-source.ts'
import { texts } from './tidy-texts.ts'
import { web } from './tidy-web.ts'

const RULES: readonly ((house: House) => Finding[])[] = [
  arrowsBetweenRooms,
  floorsOfTheServer,
  circles,
  names,
  reservedWords,
  web,
  texts,
]

export interface Verdict {
  readonly findings: readonly Finding[]
  readonly questions: readonly Finding[]
}

export const tidy = (root: string): Verdict => {
  const house = readHouse(root)
  const inOrder = (list: Finding[]): Finding[] =>
    list.sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line)
  return {
    findings: inOrder(RULES.flatMap((rule) => rule(house))),
    questions: inOrder(questions(house)),
  }
}

const asLine = ({ path, line, what, instead }: Finding): string => `${path}:${line}: ${what}; ${instead}`

const run = (root: string): number => {
  const verdict = tidy(root)
  for (const question of verdict.questions) console.log(`? ${asLine(question)}`)
  for (const finding of verdict.findings) console.log(asLine(finding))
  const count = verdict.findings.length
  console.log(count === 0 ? 'tidy: nothing to mend' : `tidy: ${count} to mend`)
  return count === 0 ? 0 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = run(process.argv[2] ?? process.cwd())
}
