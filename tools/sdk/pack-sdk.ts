import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { TAR_END, tarEntry } from '../../server/src/platform/backup/tar.ts'

/**
 * Compiles the SDK and packs it, and the PHP package beside it, for package managers. Not with npm, whose archives differ by version: a lockfile holds the checksum of
 * these bytes, so every build and process of one Galla must produce the same ones.
 */

const SDK = fileURLToPath(new URL('../../sdk/', import.meta.url))
const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))

const { name, version } = JSON.parse(readFileSync(join(SDK, 'package.json'), 'utf8'))

// Files that were deleted from the source must not stay in the package.
rmSync(join(SDK, 'dist'), { recursive: true, force: true })
for (const project of ['tsconfig.build.json', 'tsconfig.commonjs.json']) {
  const { status } = spawnSync(process.execPath, [TSC, '-p', project], { cwd: SDK, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
// The package itself says that its files are ES modules.
writeFileSync(join(SDK, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n')

const compiled = globSync('dist/**/*.{js,ts,json}', { cwd: SDK }).map((path) => path.replaceAll('\\', '/'))
const files = ['LICENSE', 'README.md', 'package.json', ...compiled.sort()]
const entries = files.map((path) =>
  tarEntry({ name: `package/${path}`, content: readFileSync(join(SDK, path)) }),
)
const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
const php = globSync(['php/composer.json', 'php/README.md', 'php/src/*.php', 'LICENSE'], { cwd: SDK })
  .map((path) => path.replaceAll('\\', '/'))
  .sort()
const zipped = zipSync(
  Object.fromEntries(
    php.map((path) => [path.replace(/^php\//, ''), new Uint8Array(readFileSync(join(SDK, path)))]),
  ),
  // ZIP keeps local times; the fields of this one are the same in every time zone.
  { level: 9, mtime: new Date(1980, 0, 1) },
)
writeFileSync(join(SDK, 'dist', `galla-php-${version}.zip`), zipped)
writeFileSync(join(SDK, 'dist', file), gzipSync(Buffer.concat([...entries, TAR_END]), { level: 9 }))
