import { mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { completePackage } from './binaries.ts'

test('a release has the links of the libraries, even if no server ran from its source folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'galla-binaries-'))
  try {
    mkdirSync(join(folder, 'native/lib'), { recursive: true })
    writeFileSync(join(folder, 'native/lib/libpq.so.5.18'), '')
    const link = { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }
    writeFileSync(join(folder, 'native/pg-symlinks.json'), JSON.stringify([link]))
    completePackage(folder)
    completePackage(folder)
    expect(readlinkSync(join(folder, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
