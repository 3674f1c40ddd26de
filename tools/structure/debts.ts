import type { Debt, Finding } from './source.ts'

/** Which files still break a limit: a list for each rule. It only shrinks. */
export type DebtList = Readonly<Record<string, readonly string[]>>

export const DEBTS_FILE = 'tools/structure/debts.json'
const SHRINK = `npm run structure -- --shrink`

export const listDebts = (debts: readonly Debt[]): DebtList => {
  const list = new Map<string, Set<string>>()
  for (const { rule, path } of debts) list.set(rule, (list.get(rule) ?? new Set()).add(path))
  const sorted = [...list].sort(([a], [b]) => a.localeCompare(b))
  return Object.fromEntries(sorted.map(([rule, paths]) => [rule, [...paths].sort()]))
}

/** Finds files that break a limit and are not listed, and listed files that no longer break it. */
export const compareDebts = (debts: readonly Debt[], listed: DebtList): Finding[] => {
  const now = listDebts(debts)
  const isIn = (list: DebtList, rule: string, path: string): boolean => list[rule]?.includes(path) ?? false
  const added = debts.filter(({ rule, path }) => !isIn(listed, rule, path))
  const paid = Object.entries(listed).flatMap(([rule, paths]) =>
    paths
      .filter((path) => !isIn(now, rule, path))
      .map((path) => ({
        path,
        line: 1,
        what: `listed in ${DEBTS_FILE} for ${rule}, which it no longer has`,
        instead: `shorten the list: ${SHRINK}`,
      })),
  )
  return [...added, ...paid]
}

/**
 * Returns the current list, in which no rule may have more files than before. A renamed file may replace its old name.
 * @throws for the rules that more files break than before
 */
export const shrinkDebts = (debts: readonly Debt[], listed: DebtList): DebtList => {
  const now = listDebts(debts)
  const grown = Object.entries(now).filter(([rule, paths]) => paths.length > (listed[rule]?.length ?? 0))
  if (grown.length > 0) {
    const lines = grown.flatMap(([rule, paths]) => [
      `${rule}: ${paths.length} files, and the list has ${listed[rule]?.length ?? 0}`,
      ...paths.filter((path) => !listed[rule]?.includes(path)).map((path) => `  ${path}`),
    ])
    throw new Error(`The list of debts does not grow.\n${lines.join('\n')}`)
  }
  return now
}
