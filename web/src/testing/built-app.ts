import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const BUILD_TIMEOUT_MS = 120_000

export interface BuiltApp {
  readonly read: (file: string) => string
  readonly remove: () => void
}

/** Builds the app as it is shipped, with its public pages, into a folder of its own. */
export const buildApp = (): BuiltApp => {
  const web = join(dirname(fileURLToPath(import.meta.url)), '../..')
  const out = mkdtempSync(join(tmpdir(), 'galla-built-app-'))
  const vite = fileURLToPath(new URL('../../../node_modules/vite/bin/vite.js', import.meta.url))
  // A process of its own: in this one NODE_ENV is test, and React would come in its development build.
  execFileSync(process.execPath, [vite, 'build', '--outDir', out, '--emptyOutDir', '--manifest'], {
    cwd: web,
    env: { NODE_ENV: 'production' },
    stdio: 'pipe',
  })
  return {
    read: (file) => readFileSync(join(out, file), 'utf8'),
    remove: () => rmSync(out, { recursive: true, force: true }),
  }
}
