import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const BUILD = fileURLToPath(new URL('../../../tools/test-run/build-what-is-stale.mjs', import.meta.url))
const BUILT = new URL('../../dist/', import.meta.url)

/** The app as it is shipped, with its public pages; built only when its source has changed. */
export const readBuiltApp = (): ((file: string) => string) => {
  // In this process NODE_ENV is test, and React would come in its development build.
  const env = { NODE_ENV: 'production', PATH: dirname(process.execPath) }
  execFileSync(process.execPath, [BUILD], { env, stdio: 'pipe' })
  return (file) => readFileSync(new URL(file, BUILT), 'utf8')
}
