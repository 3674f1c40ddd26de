import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, test } from 'vitest'
import { createDiskFiles } from '../files/files.ts'
import { archiveLog, baseNeededSince, createPace } from './archive-log.ts'

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

test('a drill waits while much log waits for the target', async () => {
  const spool = mkdtempSync(join(tmpdir(), 'galla-pace-'))
  try {
    const pace = createPace(spool, new AbortController().signal)
    for (let n = 1; n <= 33; n += 1) writeFileSync(join(spool, segment(n)), 'log')
    const order: string[] = []
    const waiting = pace().then(() => order.push('go on'))
    // One segment more than a drill may leave: it looks again only after the segment was taken.
    setTimeout(() => {
      order.push('taken')
      rmSync(join(spool, segment(1)))
    }, 50)
    await waiting
    expect(order).toEqual(['taken', 'go on'])
  } finally {
    rmSync(spool, { recursive: true, force: true })
  }
})

test('a segment that the target does not give back as it was stays in the spool', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'galla-log-'))
  try {
    const spool = join(folder, 'spool')
    mkdirSync(spool)
    writeFileSync(join(spool, segment(1)), 'log')
    const identity = await generateX25519Identity()
    const key = { identity, recipient: await identityToRecipient(identity) }
    const files = createDiskFiles(join(folder, 'target'))
    const altering = {
      ...files,
      async *read(name: string) {
        for await (const piece of files.read(name)) yield piece.map((byte) => byte ^ 1)
      },
    }
    const archive = { target: files, system: '7', spool, key, signal: new AbortController().signal }
    await expect(archiveLog({ ...archive, target: altering })).rejects.toThrow()
    expect(readdirSync(spool)).toEqual([segment(1)])
    await archiveLog(archive)
    expect(readdirSync(spool)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
