import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

test('a command executes no configuration of the folder in which it is run', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'galla-folder-'))
  try {
    writeFileSync(path.join(folder, '.graphile-workerrc.cjs'), 'console.log("executed"); module.exports = {}')
    const program = `await import(${JSON.stringify(path.join(import.meta.dirname, 'job-queue.ts'))}); console.log(process.cwd())`
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(printed).toBe(`${folder}\n`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
