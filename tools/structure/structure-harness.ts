import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkStructure } from '../structure.ts'
import type { Finding } from './source.ts'

export type Tree = Readonly<Record<string, string>>

/** A tree that breaks a rule, the finding, and the nearest tree that keeps the rule. */
export interface RuleCase {
  readonly rule: string
  readonly bad: Tree
  readonly finding: string
  readonly good: Tree
}

export const X = 'export const x = 1\n'
export const importing = (specifier: string): string =>
  `import { x } from '${specifier}'\nexport const y = x\n`

/** The findings in a repository of these files; it is removed when the test has finished. */
export const findingsIn = (tree: Tree): readonly Finding[] => {
  const root = mkdtempSync(join(tmpdir(), 'galla-structure-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return checkStructure(root)
}

const findings = (tree: Tree): string[] =>
  findingsIn(tree).map(({ path, line, what, instead }) => `${path}:${line}: ${what}; ${instead}`)

/** One test for each rule: the bad tree has this one finding, the good tree none. */
export const describeRules = (about: string, cases: readonly RuleCase[]): void => {
  describe(about, () => {
    it.each(cases)('$rule', ({ bad, finding, good }) => {
      expect(findings(bad)).toEqual([expect.stringContaining(finding)])
      expect(findings(good)).toEqual([])
    })
  })
}
