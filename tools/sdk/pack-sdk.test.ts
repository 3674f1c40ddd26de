import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { buildSdk } from './installed-sdk.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** What the build of the SDK reads, see `BUILT_PACKAGES`. */
const INPUTS = ['sdk', 'tools/sdk/pack-sdk.ts', 'server/src/platform/backup/tar.ts', 'tsconfig.base.json']

/** The packages that `npm start` installs where nobody develops. */
const packagesToRun = (): string[] => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  return Object.entries<{ dev?: boolean; link?: boolean }>(packages).flatMap(([path, { dev, link }]) =>
    /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && dev !== true && link !== true ? path : [],
  )
}

const packedIn = (folder: string): Buffer[] =>
  globSync('sdk/dist/*.{tgz,zip}', { cwd: folder })
    .sort()
    .map((path) => readFileSync(join(folder, path)))

test('npm start packs the SDK without the packages of developers, to the same bytes', async () => {
  await buildSdk()
  const copy = mkdtempSync(join(tmpdir(), 'galla-copy-'))
  try {
    const isSource = (path: string): boolean => !/\/(?:dist|node_modules)$/.test(path)
    for (const path of INPUTS)
      cpSync(join(ROOT, path), join(copy, path), { recursive: true, filter: isSource })
    for (const path of packagesToRun()) {
      mkdirSync(join(copy, dirname(path)), { recursive: true })
      symlinkSync(join(ROOT, path), join(copy, path))
    }
    const { status, stdout } = spawnSync(process.execPath, ['../tools/sdk/pack-sdk.ts'], {
      cwd: join(copy, 'sdk'),
      encoding: 'utf8',
    })
    expect(status, stdout).toBe(0)
    expect(packedIn(copy)).toHaveLength(2)
    expect(packedIn(copy)).toEqual(packedIn(ROOT))
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
})
