import { type ImportGraph, reachedFrom, readImportGraph } from './import-graph.ts'

/** The files of the vitest projects. */
export interface TestFiles {
  /** Load no app and no database, and start no other program. */
  readonly unit: readonly string[]
  readonly integration: readonly string[]
  /** `*.slow.test.ts`, and every file that takes its number of random runs from `fuzzRuns`. */
  readonly slow: readonly string[]
}

const TEST = /^(?!e2e\/).*\.test\.tsx?$/
const SLOW = /\.slow\.test\.ts$/
const FUZZ = 'upi/src/fuzz-harness.ts'
/** The app, a database, another program or thread, and what reads the whole repository. */
const NEEDS_MORE = new Set([
  'server/src/app.ts',
  'server/testing/database.ts',
  'pg',
  'node:child_process',
  'node:worker_threads',
  'tools/structure/source.ts',
])

/** Sorts the test files of the repository by what they load. */
export const findTestFiles = (root: string, graph: ImportGraph = readImportGraph(root)): TestFiles => {
  const tests = [...graph.keys()].filter((path) => TEST.test(path)).sort()
  const isSlow = (path: string): boolean => SLOW.test(path) || (graph.get(path) ?? []).includes(FUZZ)
  const isUnit = (path: string): boolean =>
    ![...reachedFrom(graph, path)].some((reached) => NEEDS_MORE.has(reached))
  const usual = tests.filter((path) => !SLOW.test(path))
  return {
    unit: usual.filter(isUnit),
    integration: usual.filter((path) => !isUnit(path)),
    slow: tests.filter(isSlow),
  }
}
