import { afterAll, expect, test } from 'vitest'
import { endlessPdf, HOSTILE_PDFS } from '../../testing/hostile-pdfs.ts'
import { picture } from '../../testing/kyc-file-parts.ts'
import { manualClock, systemClock } from '../platform/clock.ts'
import { Refusal } from '../platform/refusal.ts'
import { createFileInspector } from './file-inspector.ts'
import type { FileToInspect } from './inspect-file.ts'

const inspector = createFileInspector({ clock: systemClock })
afterAll(() => inspector.stop())

const never = () => new Promise<FileToInspect>(() => {})

test('the files of one merchant are inspected one after the other, and delay no other merchant', async () => {
  const waiting = Array.from({ length: 7 }, () => inspector.inspect('hostile', 'slow.jpg', never))
  for (const each of waiting) each.catch(() => {})
  await expect(inspector.inspect('hostile', 'slow.jpg', never)).rejects.toMatchObject({
    code: 'overloaded',
    retryAfterSeconds: 5,
  })
  const text = () => Promise.resolve({ bytes: Buffer.from('no picture'), password: undefined })
  await expect(inspector.inspect('owner', 'note.txt', text)).rejects.toMatchObject({
    code: 'unsupported_file',
  })
})

const file = (bytes: Uint8Array) => () => Promise.resolve({ bytes, password: undefined })

test('a page that is never finished is refused, not before 30 seconds, and meanwhile others are served', async () => {
  const clock = manualClock(new Date('2026-11-28T09:00:00Z'))
  const timed = createFileInspector({ clock })
  try {
    const endless = timed.inspect('hostile', 'endless.pdf', file(endlessPdf()))
    let end: unknown
    endless.then(
      () => (end = 'drawn'),
      (error: unknown) => (end = error),
    )
    const owner = () => picture().png().toBuffer()
    for (const name of ['one.png', 'two.png'])
      expect((await timed.inspect('owner', name, file(await owner()))).mediaType).toBe('image/png')
    clock.advance({ seconds: 29 })
    expect((await timed.inspect('owner', 'three.png', file(await owner()))).mediaType).toBe('image/png')
    expect(end).toBeUndefined()
    await expect
      .poll(() => {
        clock.advance({ seconds: 30 })
        return end
      })
      .toMatchObject({
        code: 'file_refused',
        message: 'endless.pdf takes too long to check. Please print or photograph it and send that.',
      })
  } finally {
    timed.stop()
  }
})

test.each(HOSTILE_PDFS)(
  'a PDF of %s is refused or drawn within its limits, and the next file is read',
  async (_name, make) => {
    const outcome = await inspector
      .inspect('stranger', 'hostile.pdf', file(make()))
      .catch((error: unknown) => error)
    if (!(outcome instanceof Refusal)) expect(outcome).toMatchObject({ mediaType: 'image/jpeg' })
    else expect(outcome.message).toMatch(/^hostile\.pdf /)
    const next = await inspector.inspect('stranger', 'next.png', file(await picture().png().toBuffer()))
    expect(next.mediaType).toBe('image/png')
  },
)
