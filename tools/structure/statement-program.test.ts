import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const LISTS_IMPORTS = `data:text/javascript,${encodeURIComponent(`import { registerHooks } from 'node:module'
registerHooks({ resolve(name, context, next) { console.log(name); return next(name, context) } })`)}`
const importedBy = (file: string): string[] => {
  const program = fileURLToPath(new URL(`../../server/src/bank-statements/${file}`, import.meta.url))
  return spawnSync(process.execPath, ['--import', LISTS_IMPORTS, program], { encoding: 'utf8' }).stdout.split(
    '\n',
  )
}

test('the program that reads a statement starts without zod, which takes a third of its start', () => {
  expect(importedBy('import-statement.ts')).toContain('zod')
  const imported = importedBy('read-statement-program.ts')
  expect(imported.length).toBeGreaterThan(10)
  expect(imported).not.toContain('zod')
})
