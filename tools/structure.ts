/**
 * The structure test: `node tools/structure.ts [ROOT]` prints each broken rule as
 * `path:line: what, and what instead` and exits with 1 if there is any. Each rule is a table in a separate file,
 * together with the reason for each exception.
 */
import { pathToFileURL } from 'node:url'
import { circles } from './structure/circles.ts'
import { layersOfTheServer } from './structure/layers.ts'
import { limits } from './structure/limits.ts'
import { messages } from './structure/messages.ts'
import { names } from './structure/names.ts'
import { restrictedNames } from './structure/restricted.ts'
import { type Finding, type Repository, readRepository } from './structure/source.ts'
import { statements } from './structure/statements.ts'
import { texts } from './structure/texts.ts'
import { untranslated } from './structure/untranslated.ts'
import { web } from './structure/web.ts'
import { bannedWords } from './structure/words.ts'
import { importsBetweenWorkspaces } from './structure/workspaces.ts'

const RULES: readonly ((repository: Repository) => Finding[])[] = [
  importsBetweenWorkspaces,
  layersOfTheServer,
  names,
  restrictedNames,
  web,
  circles,
  messages,
  untranslated,
  texts,
  limits,
  bannedWords,
  statements,
]

export const checkStructure = (root: string): readonly Finding[] => {
  const repository = readRepository(root)
  const findings = RULES.flatMap((rule) => rule(repository))
  return findings.sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line)
}

const run = (root: string): number => {
  const findings = checkStructure(root)
  for (const { path, line, what, instead } of findings) console.log(`${path}:${line}: ${what}; ${instead}`)
  console.log(
    findings.length === 0 ? 'structure test: nothing to mend' : `structure test: ${findings.length} to mend`,
  )
  return findings.length === 0 ? 0 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = run(process.argv[2] ?? process.cwd())
}
