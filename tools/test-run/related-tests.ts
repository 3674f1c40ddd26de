/** Prints as JSON the tests that import the given files, nearest first: `node tools/test-run/related-tests.ts FILE...`. */
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type ImportGraph, importersOf, readImportGraph } from './import-graph.ts'

/** As many as run within a minute; `npm test` runs all. */
const TESTS_MAX = 10
const TEST = /^(?!e2e\/).*(?<!\.slow)\.test\.tsx?$/

export const relatedTests = (
  graph: ImportGraph,
  changed: readonly string[],
): { readonly tests: readonly string[]; readonly left: number } => {
  const tests = importersOf(graph, changed).filter((path) => graph.has(path) && TEST.test(path))
  const own = tests.filter((path) => changed.includes(path)).length
  const max = Math.max(own, TESTS_MAX)
  return { tests: tests.slice(0, max), left: Math.max(tests.length - max, 0) }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const graph = readImportGraph(fileURLToPath(new URL('../..', import.meta.url)))
  console.log(JSON.stringify(relatedTests(graph, process.argv.slice(2))))
}
