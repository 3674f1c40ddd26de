import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { constants, getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ManualClock, manualClock } from '../clock.ts'
import { ChildEnded, type ChildWorkers, createChildWorkers } from './child-workers.ts'

const PROGRAM = `
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
const attempt = (work) => { try { work(); return 'may' } catch (error) { return error.code } }
process.on('message', (bytes) => {
  const text = Buffer.from(bytes).toString()
  if (text === 'die') process.exit(3)
  if (text === 'hang') return
  if (text === 'fill') { const held = []; for (;;) held.push(new Array(1e6).fill(text)) }
  process.send({
    text, pid: process.pid, environment: Object.keys(process.env),
    writes: attempt(() => writeFileSync('${join(tmpdir(), 'galla-must-not-be')}', 'x')),
    starts: attempt(() => spawn('true')),
  })
})
process.on('disconnect', () => process.exit(0))
`

let folder: string
let clock: ManualClock
let workers: ChildWorkers

const open = (waitingMax = 4): ChildWorkers =>
  createChildWorkers({
    clock,
    program: pathToFileURL(join(folder, 'program.mjs')),
    queue: { atOnceMax: 1, waitingMax, waitingPerKeyMax: waitingMax, retryAfterSeconds: 5 },
    answerMsMax: 1_000,
    heapMegabytesMax: 64,
    idleMs: 60_000,
  })

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'galla-children-'))
  writeFileSync(join(folder, 'program.mjs'), PROGRAM)
  clock = manualClock(new Date('2026-11-21T04:00:00Z'))
  workers = open()
})
afterAll(() => {
  workers.stop()
  rmSync(folder, { recursive: true, force: true })
})

type Answer = { text: string; pid: number; environment: string[]; writes: string; starts: string }
const ask = (text: string, of = workers) => of.ask('me', async () => Buffer.from(text)) as Promise<Answer>

test('a child answers requests one by one, and does not see our environment', async () => {
  const [one, two] = await Promise.all([ask('one'), ask('two')])
  expect([one.text, two.text]).toEqual(['one', 'two'])
  expect(one.pid).toBe(two.pid)
  expect(
    one.environment.filter((name) => !name.startsWith('NODE_CHANNEL') && !name.startsWith('__')),
  ).toEqual([])
})

test('a child may neither write nor start a program', async () => {
  expect(await ask('x')).toMatchObject({ writes: 'ERR_ACCESS_DENIED', starts: 'ERR_ACCESS_DENIED' })
})

test('a child that dies fails only its own request', async () => {
  await expect(ask('die')).rejects.toThrow(ChildEnded)
  expect((await ask('next')).text).toBe('next')
})

test('a child that exceeds its memory limit dies', async () => {
  await expect(ask('fill')).rejects.toThrow(ChildEnded)
  expect((await ask('next')).text).toBe('next')
})

test('a child that never answers is ended', async () => {
  let ended: unknown
  ask('hang').catch((error) => {
    ended = error
  })
  // The time-out begins when the child has been asked.
  await expect
    .poll(() => {
      clock.advance({ seconds: 2 })
      return ended
    })
    .toBeInstanceOf(ChildEnded)
  expect((await ask('next')).text).toBe('next')
})

test('an idle child ends, and the next request starts a new one', async () => {
  const { pid } = await ask('one')
  clock.advance({ seconds: 61 })
  expect((await ask('two')).pid).not.toBe(pid)
})

test('a request that would wait too long is refused, and uses no memory while it waits', async () => {
  const few = open(1)
  let read = 0
  const slow = () => few.ask('me', async () => Buffer.from(`${++read}`))
  const first = slow()
  const second = slow()
  await expect(slow()).rejects.toMatchObject({ code: 'overloaded' })
  expect(read).toBe(1)
  expect(await Promise.all([first, second])).toMatchObject([{ text: '1' }, { text: '2' }])
  few.stop()
})

test('endless requests of one sender leave a child to the others', async () => {
  const shared = createChildWorkers({
    clock,
    program: pathToFileURL(join(folder, 'program.mjs')),
    queue: { atOnceMax: 2, atOncePerKeyMax: 1, waitingMax: 8, waitingPerKeyMax: 2, retryAfterSeconds: 5 },
    answerMsMax: 1_000,
    heapMegabytesMax: 64,
    idleMs: 60_000,
  })
  const hang = () => shared.ask('hostile', async () => Buffer.from('hang')).catch((error: unknown) => error)
  const hanging = [hang(), hang(), hang()]
  // Its own excess is refused at once.
  expect(await hang()).toMatchObject({ code: 'overloaded', retryAfterSeconds: 5 })
  expect(await shared.ask('owner', async () => Buffer.from('mine'))).toMatchObject({ text: 'mine' })
  for (const each of hanging) {
    const ended = expect.poll(async () => {
      clock.advance({ seconds: 1 })
      return (await Promise.race([each, 'none'])) instanceof ChildEnded
    })
    await ended.toBe(true)
  }
  shared.stop()
})

test('a child runs with a lower priority than the server', async () => {
  expect(getPriority((await ask('one')).pid)).toBe(constants.priority.PRIORITY_BELOW_NORMAL)
})
