import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const BUILD = fileURLToPath(new URL('../../../tools/test-run/build-what-is-stale.mjs', import.meta.url))
const BUILT = new URL('../../dist/', import.meta.url)

/** The production build with its public pages; rebuilt only when its source has changed. */
export const readBuiltApp = (): ((file: string) => string) => {
  // NODE_ENV is test in this process, which would select React's development build.
  const env = { NODE_ENV: 'production', PATH: dirname(process.execPath) }
  execFileSync(process.execPath, [BUILD], { env, stdio: 'pipe' })
  return (file) => readFileSync(new URL(file, BUILT), 'utf8')
}
