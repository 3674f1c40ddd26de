import { afterAll, expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { createFileInspector } from './file-inspector.ts'

const inspector = createFileInspector({ clock: systemClock })
afterAll(() => inspector.stop())

const never = () => new Promise<Uint8Array>(() => {})

test('the files of one merchant are inspected one after the other, and delay no other merchant', async () => {
  const waiting = Array.from({ length: 7 }, () => inspector.inspect('hostile', 'slow.jpg', never))
  for (const each of waiting) each.catch(() => {})
  await expect(inspector.inspect('hostile', 'slow.jpg', never)).rejects.toMatchObject({
    code: 'overloaded',
    retryAfterSeconds: 5,
  })
  const text = () => Promise.resolve(Buffer.from('no picture'))
  await expect(inspector.inspect('owner', 'note.txt', text)).rejects.toMatchObject({
    code: 'unsupported_file',
  })
})
