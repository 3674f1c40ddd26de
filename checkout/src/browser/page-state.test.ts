import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cameBack,
  gotView,
  heardStatus,
  isOffered,
  isWaiting,
  lostContact,
  noticeOf,
  type PageState,
  type Shown,
  type Status,
  startState,
} from './page-state.ts'

const WINDOWS = ['2026-11-23T05:00:00.000Z', '2026-11-23T05:05:00.000Z'] as const

/** An order as the server commits it: every state that a page can meet, in an order that orders can take. */
const LIVES: readonly (readonly (readonly [kind: Shown['kind'], status: string, window: 0 | 1])[])[] = [
  [
    ['payable', 'created', 0],
    ['payable', 'pending', 0],
    ['paid', 'success', 0],
  ],
  [
    ['payable', 'created', 0],
    ['payable', 'pending', 0],
    ['declined', 'failed', 0],
    ['payable', 'pending', 1],
    ['paid', 'success', 1],
  ],
  [
    ['payable', 'pending', 0],
    ['expired', 'pending', 0],
    ['expired', 'failed', 0],
    ['paid', 'success', 0],
  ],
  [
    ['payable', 'created', 0],
    ['declined', 'failed', 0],
    ['paid', 'success', 0],
  ],
]

type Life = (typeof LIVES)[number]

const viewAt = (life: Life, at: number): Shown => {
  const [kind, status, window] = life[at] ?? ['paid', 'success', 0]
  return { kind, status, expires: WINDOWS[window], version: at + 1 }
}
const statusAt = (life: Life, at: number): Status => {
  const { status, expires, version } = viewAt(life, at)
  return { status, expiresAt: expires, serverTime: WINDOWS[0], version }
}

/** What a day of cuts, app switches and slow answers does to a page: each step moves the server, the network or the customer. */
const STEP = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ kind: 'server' as const }) },
  { weight: 3, arbitrary: fc.constantFrom({ kind: 'poll' as const }, { kind: 'fetch' as const }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('arrive' as const), which: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cut' as const), which: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.constantFrom({ kind: 'back' as const }, { kind: 'offline' as const }) },
)
type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never
type Message = { readonly view: Shown } | { readonly status: Status }

/** The page, the messages on their way to it, and all that it ever heard. */
class World {
  state: PageState
  at = 0
  paidHeard = false
  answeredSinceBack = true
  readonly life: Life
  private readonly under: Message[] = []

  constructor(life: Life) {
    this.life = life
    this.state = startState(viewAt(life, 0))
  }

  take(step: Step): void {
    if (step.kind === 'server') this.at = Math.min(this.at + 1, this.life.length - 1)
    else if (step.kind === 'poll') this.under.push({ status: statusAt(this.life, this.at) })
    else if (step.kind === 'fetch') this.under.push({ view: viewAt(this.life, this.at) })
    else if (step.kind === 'offline') this.state = lostContact(this.state)
    else if (step.kind === 'back') {
      this.state = cameBack(this.state)
      this.answeredSinceBack = false
    } else this.end(step)
  }

  private end({ kind, which }: { kind: 'arrive' | 'cut'; which: number }): void {
    const [message] = this.under.splice(which % Math.max(1, this.under.length), 1)
    if (message === undefined) return
    if (kind === 'cut') {
      this.state = 'view' in message ? gotView(this.state, undefined) : lostContact(this.state)
      return
    }
    this.answeredSinceBack = true
    if ('view' in message) this.show(message.view)
    else {
      this.paidHeard ||= message.status.status === 'success'
      this.state = heardStatus(this.state, message.status)
    }
  }

  private show(view: Shown): void {
    this.paidHeard ||= view.kind === 'paid'
    const { isShown: _, ...next } = gotView(this.state, view)
    this.state = next
  }

  /** The network heals: the page polls and fetches, as its clock makes it. */
  settle(): void {
    this.state = heardStatus(this.state, statusAt(this.life, this.at))
    if (this.state.isOutdated) this.show(viewAt(this.life, this.at))
  }
}

const asked = fc.record({ life: fc.constantFrom(...LIVES), steps: fc.array(STEP, { maxLength: 60 }) })
const RUNS = { numRuns: 10_000 }

describe('a page through cuts, app switches and answers that overtake each other', () => {
  it('never invites to pay what it knows to be paid', () => {
    fc.assert(
      fc.property(asked, ({ life, steps }) => {
        const world = new World(life)
        for (const step of steps) {
          world.take(step)
          const { shown } = world.state
          const invites = isOffered(world.state) && (shown.kind === 'payable' || shown.kind === 'declined')
          if (world.paidHeard) expect(invites).toBe(false)
          // Which says that the code may still be paid.
          if (world.paidHeard && isWaiting(shown)) expect(noticeOf(world.state)).not.toBe('offline')
        }
      }),
      RUNS,
    )
  })

  it('never shows what is older than what it knows, without saying that it is checking', () => {
    fc.assert(
      fc.property(asked, ({ life, steps }) => {
        const world = new World(life)
        let before = 0
        for (const step of steps) {
          world.take(step)
          const { shown, newest, isOutdated } = world.state
          expect(shown.version).toBeGreaterThanOrEqual(before)
          before = shown.version
          const known = viewAt(life, newest - 1)
          const isTrue = shown.kind === known.kind && shown.expires === known.expires
          if (!isTrue && isWaiting(shown) && known.kind !== 'expired') expect(isOutdated).toBe(true)
          if (isOutdated) expect(noticeOf(world.state)).not.toBe('waiting')
        }
      }),
      RUNS,
    )
  })

  it('says that it waits for a payment only where an answer came since the customer was back', () => {
    fc.assert(
      fc.property(asked, ({ life, steps }) => {
        const world = new World(life)
        for (const step of steps) {
          world.take(step)
          if (!world.answeredSinceBack) expect(noticeOf(world.state)).not.toBe('waiting')
        }
      }),
      RUNS,
    )
  })

  it('shows the truth as soon as the network is back', () => {
    fc.assert(
      fc.property(asked, ({ life, steps }) => {
        const world = new World(life)
        for (const step of steps) world.take(step)
        world.settle()
        const truth = viewAt(life, world.at)
        const { shown } = world.state
        // The end of the window is the page's own clock's, which asks for the view by itself.
        if (truth.kind !== 'expired') expect([shown.kind, shown.expires]).toEqual([truth.kind, truth.expires])
        if (isWaiting(shown) && truth.kind !== 'expired') expect(noticeOf(world.state)).toBe('waiting')
      }),
      RUNS,
    )
  })
})
