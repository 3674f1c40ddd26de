import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSharedChild, type GuestEnd, type SharedChild } from './shared-child.ts'

const SERVE = new URL('./serve-guests.ts', import.meta.url).href
const PROGRAM = `
import { serveGuests } from '${SERVE}'
serveGuests((send) => {
  let busy = 0
  return {
    take(text) {
      if (text === 'hang') for (;;);
      if (text === 'hang later') { busy += 1; setImmediate(() => setImmediate(() => { for (;;); })) }
      if (text === 'die') process.exit(3)
      if (text === 'work') { const before = process.cpuUsage(); for (;;) { const { user, system } = process.cpuUsage(before); if (user + system >= 100_000) break } }
      send(text)
    },
    get isBusy() { return busy > 0 },
    end() {},
  }
})
`

let folder: string
const children: SharedChild[] = []
const errors: unknown[] = []
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'galla-guests-'))
  writeFileSync(join(folder, 'program.mjs'), PROGRAM)
})
afterAll(() => {
  for (const child of children) child.stop()
  rmSync(folder, { recursive: true, force: true })
})

const startChild = (turnMsMax: number): SharedChild => {
  const child = createSharedChild({
    program: pathToFileURL(join(folder, 'program.mjs')),
    heapMegabytesMax: 64,
    turnMsMax,
    burstMs: 1_000,
    onError: (error) => errors.push(error),
  })
  children.push(child)
  return child
}

const guest = (child: SharedChild) => {
  const got: unknown[] = []
  let end: GuestEnd | undefined
  const { send, leave } = child.join({
    take: (message) => got.push(message),
    ended: (why) => {
      end = why
    },
  })
  return { got, send, leave, end: () => end }
}

test.each(['hang', 'hang later', 'die'])(
  'of many guests, only the one whose message makes the process %s is to blame, and the others go on in the next one',
  async (fatal) => {
    const child = startChild(500)
    const [one, hostile, other] = [guest(child), guest(child), guest(child)]
    await Promise.all([one.send('a'), other.send('b')])
    expect([one.got, other.got]).toEqual([['a'], ['b']])
    // The last two are in the queue behind it.
    await Promise.all([hostile.send(fatal), one.send('c'), other.send('d')])
    expect([one.end(), hostile.end(), other.end()]).toEqual(['restarted', 'own_fault', 'restarted'])
    const again = guest(child)
    await again.send('e')
    expect(again.got).toEqual(['e'])
    again.leave()
    expect(errors).toEqual([])
  },
)

test('a guest with endless work leaves most of the time to the others, who go first', async () => {
  // Its turns use little, but a busy machine makes a process of low priority wait long for it.
  const child = startChild(30_000)
  const [busy, calm] = [guest(child), guest(child)]
  await calm.send('start')
  let turns = 0
  for (let n = 0; n < 1_000; n += 1)
    void busy.send('work').then(() => {
      turns += 1
    })
  // It uses up what it may use at once: ten turns.
  await expect.poll(() => turns, { timeout: 200_000 }).toBeGreaterThanOrEqual(10)
  const [before, askedMs] = [turns, performance.now()]
  for (let n = 0; n < 20; n += 1) await calm.send(String(n))
  const seconds = (performance.now() - askedMs) / 1_000
  expect(calm.got).toHaveLength(21)
  expect(turns - before, 'at most one each second').toBeLessThanOrEqual(3 + seconds)
  busy.leave()
  calm.leave()
})
