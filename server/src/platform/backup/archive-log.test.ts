import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, test } from 'vitest'
import { createDiskFiles } from '../files/files.ts'
import { archiveLog, baseNeededSince } from './archive-log.ts'

const segment = (n: number) => n.toString(16).toUpperCase().padStart(24, '0')

test('log that piles up while the target is slow is given up until the next base backup', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'galla-log-'))
  try {
    const spool = join(folder, 'spool')
    mkdirSync(spool)
    const finish = (from: number, count: number) => {
      for (let n = from; n < from + count; n += 1) writeFileSync(join(spool, segment(n)), 'log')
    }
    finish(1, 3)
    const identity = await generateX25519Identity()
    const files = createDiskFiles(join(folder, 'target'))
    const written: string[] = []
    const target = {
      ...files,
      async write(name: string, content: AsyncIterable<Uint8Array>) {
        await files.write(name, content)
        if (written.push(name) === 1) finish(4, 127)
      },
    }
    await archiveLog({
      target,
      system: '7',
      spool,
      signal: new AbortController().signal,
      key: { identity, recipient: await identityToRecipient(identity) },
    })
    expect(written).toEqual([`point-in-time/7/wal/${segment(1)}.gz.age`])
    expect(baseNeededSince(spool)).toBeDefined()
    expect(readdirSync(spool)).not.toContain(segment(3))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
