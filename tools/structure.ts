/**
 * The structure test: `node tools/structure.ts [ROOT]` prints each broken rule as
 * `path:line: what, and what instead` and exits with 1 if there is any. Each rule is a table in a file of its own,
 * with the reason for each exception beside it. Questions are listed and refuse nothing.
 */
import { pathToFileURL } from 'node:url'
import { circles } from './structure/circles.ts'
import { layersOfTheServer } from './structure/layers.ts'
import { questions } from './structure/limits.ts'
import { names } from './structure/names.ts'
import { restrictedNames } from './structure/restricted.ts'
import { type Finding, type Repository, readRepository } from './structure/source.ts'
import { texts } from './structure/texts.ts'
import { web } from './structure/web.ts'
import { importsBetweenWorkspaces } from './structure/workspaces.ts'

const RULES: readonly ((repository: Repository) => Finding[])[] = [
  importsBetweenWorkspaces,
  layersOfTheServer,
  circles,
  names,
  restrictedNames,
  web,
  texts,
]

export interface Report {
  readonly findings: readonly Finding[]
  readonly questions: readonly Finding[]
}

export const checkStructure = (root: string): Report => {
  const repository = readRepository(root)
  const inOrder = (list: Finding[]): Finding[] =>
    list.sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line)
  return {
    findings: inOrder(RULES.flatMap((rule) => rule(repository))),
    questions: inOrder(questions(repository)),
  }
}

const asLine = ({ path, line, what, instead }: Finding): string => `${path}:${line}: ${what}; ${instead}`

const run = (root: string): number => {
  const report = checkStructure(root)
  for (const question of report.questions) console.log(`? ${asLine(question)}`)
  for (const finding of report.findings) console.log(asLine(finding))
  const count = report.findings.length
  console.log(count === 0 ? 'structure test: nothing to mend' : `structure test: ${count} to mend`)
  return count === 0 ? 0 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = run(process.argv[2] ?? process.cwd())
}
