import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { reachedFrom, readImportGraph } from '../test-run/import-graph.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

test('the program that reads a statement starts without zod, which takes a third of its start', () => {
  const graph = readImportGraph(ROOT)
  expect(graph.get('server/src/bank-statements/import-statement.ts')).toContain('zod')
  const reached = reachedFrom(graph, 'server/src/bank-statements/read-statement-program.ts')
  expect(reached.size).toBeGreaterThan(10)
  expect(reached).not.toContain('zod')
})
