/**
 * The structure test: `node tools/structure.ts [ROOT]` prints each broken rule as
 * `path:line: what, and what instead` and exits with 1 if there is any. Each rule is a table in a separate file,
 * together with the reason for each exception. Files that broke a limit when it came are listed in a file that only shrinks;
 * `npm run structure -- --shrink` rewrites it.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { circles } from './structure/circles.ts'
import { compareDebts, DEBTS_FILE, type DebtList, shrinkDebts } from './structure/debts.ts'
import { layersOfTheServer } from './structure/layers.ts'
import { limits } from './structure/limits.ts'
import { messages } from './structure/messages.ts'
import { names } from './structure/names.ts'
import { restrictedNames } from './structure/restricted.ts'
import { type Debt, type Finding, type Repository, readRepository } from './structure/source.ts'
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
]

/** Rules that some files still break: debts.json lists those. */
const LIMITS: readonly ((repository: Repository) => Debt[])[] = [limits, bannedWords, statements]

export const checkStructure = (root: string): readonly Finding[] => {
  const repository = readRepository(root)
  const findings = [
    ...RULES.flatMap((rule) => rule(repository)),
    ...compareDebts(debtsOf(repository), readDebts(root)),
  ]
  return findings.sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line)
}

const debtsOf = (repository: Repository): Debt[] => LIMITS.flatMap((limit) => limit(repository))

const readDebts = (root: string): DebtList => {
  const file = join(root, DEBTS_FILE)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

const shrink = (root: string): void => {
  const list = shrinkDebts(debtsOf(readRepository(root)), readDebts(root))
  writeFileSync(join(root, DEBTS_FILE), `${JSON.stringify(list, undefined, 2)}\n`)
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
  const [root = process.cwd()] = process.argv.slice(2).filter((each) => !each.startsWith('--'))
  if (process.argv.includes('--shrink')) shrink(root)
  process.exitCode = run(root)
}
