import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { en } from '../messages/en.ts'
import {
  cameBack,
  gotView,
  heardStatus,
  isWaiting,
  lookOf,
  lostContact,
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
    ['declined', 'failed', 0],
    ['payable', 'pending', 1],
    ['expired', 'pending', 1],
    ['expired', 'failed', 1],
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

/** The end of a window changes nothing that is stored, so the version stays. */
const versionAt = (life: Life, at: number): number =>
  life.slice(0, at + 1).filter(([kind, status]) => kind !== 'expired' || status !== 'pending').length

const viewAt = (life: Life, at: number): Shown => {
  const [kind, status, window] = life[at] ?? ['paid', 'success', 0]
  return { kind, status, expires: WINDOWS[window], version: versionAt(life, at), received: '' }
}
const statusAt = (life: Life, at: number): Status => {
  const { status, expires, version } = viewAt(life, at)
  return { status, expiresAt: expires, serverTime: WINDOWS[0], version, received: null }
}

/** What a month of cuts, app switches and slow answers does to a page: each step moves the server, a clock, the network or the customer. */
const STEP = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom({ kind: 'server' as const }, { kind: 'over' as const }) },
  { weight: 3, arbitrary: fc.constantFrom({ kind: 'poll' as const }, { kind: 'fetch' as const }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('arrive' as const), which: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cut' as const), which: fc.nat(9) }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      { kind: 'back' as const },
      { kind: 'offline' as const },
      { kind: 'retry' as const },
      { kind: 'reload' as const },
    ),
  },
)
type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never
type Message = { readonly view: Shown } | { readonly status: Status }

const OUTCOMES: Readonly<Record<string, readonly string[]>> = {
  declined: [en.failed, en.failedText, en.retry],
  expired: [en.expired, en.expiredText],
  paid: [en.success, en.successText],
}

/** The page, the messages on their way to it, and the newest that it heard. */
class World {
  state: PageState
  at = 0
  answeredSinceBack = true
  known: Shown
  readonly life: Life
  /** Windows that are over by the page's own clock, be it early or late. */
  private readonly over = new Set<string>()
  private under: Message[] = []

  constructor(life: Life) {
    this.life = life
    this.state = startState(viewAt(life, 0))
    this.known = viewAt(life, 0)
  }

  take(step: Step): void {
    if (step.kind === 'server') this.advance()
    else if (step.kind === 'over') this.over.add(this.state.shown.expires)
    else if (step.kind === 'poll') this.under.push({ status: statusAt(this.life, this.at) })
    else if (step.kind === 'fetch') this.under.push({ view: viewAt(this.life, this.at) })
    else if (step.kind === 'offline') this.state = lostContact(this.state)
    else if (step.kind === 'retry') this.retry()
    else if (step.kind === 'reload') this.reload()
    else if (step.kind === 'back') {
      this.state = cameBack(this.state)
      this.answeredSinceBack = false
    } else this.end(step)
  }

  /** What stands on the screen, by the rules of the page and its style sheet. */
  sentences(): readonly string[] {
    const { shown } = this.state
    const { isOffered, notice } = lookOf(this.state, this.over.has(shown.expires))
    if (shown.kind !== 'payable') return isOffered ? (OUTCOMES[shown.kind] ?? []) : [en.checking]
    return [...(isOffered ? [en.scan, en.anyApp] : []), en[notice]]
  }

  /** The network heals: the page polls, and asks for the view where it is another one or its time is over. */
  settle(): void {
    this.hear(statusAt(this.life, this.at))
    const isOver = this.state.shown.kind === 'payable' && viewAt(this.life, this.at).kind === 'expired'
    if (this.state.isOutdated || isOver) this.show(viewAt(this.life, this.at))
  }

  private advance(): void {
    this.at = Math.min(this.at + 1, this.life.length - 1)
  }

  /** The button is pressed only where it stands; the server tries again, and the view is asked for. */
  private retry(): void {
    if (!this.sentences().includes(en.retry)) return
    if (viewAt(this.life, this.at).kind === 'declined' && this.life[this.at + 1]?.[2] === 1) this.advance()
    this.under.push({ view: viewAt(this.life, this.at) })
  }

  private reload(): void {
    this.under = []
    this.over.clear()
    this.known = viewAt(this.life, this.at)
    this.state = startState(this.known)
    this.answeredSinceBack = true
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
    else this.hear(message.status)
  }

  private hear(status: Status): void {
    const { version, expiresAt: expires } = status
    const kinds: Readonly<Record<string, string>> = { success: 'paid', failed: 'failed' }
    const kind = kinds[status.status] ?? 'payable'
    if (version > this.known.version)
      this.known = { kind, status: status.status, expires, version, received: '' }
    this.state = heardStatus(this.state, status)
  }

  private show(view: Shown): void {
    if (view.version >= this.known.version) this.known = view
    const { isShown: _, ...next } = gotView(this.state, view)
    this.state = next
  }
}

const INVITES: readonly string[] = [en.scan, en.anyApp, en.offline, en.retry]

/** What may not stand on the screen of a page whose newest word is this. */
const UNTRUE: Readonly<Record<string, readonly string[]>> = {
  paid: [...INVITES, en.waiting, en.failed, en.expired],
  // A poll doesn't say whether a failed payment was declined or is too late.
  failed: [en.scan, en.anyApp, en.offline, en.waiting, en.success],
  declined: [en.scan, en.anyApp, en.offline, en.waiting, en.success, en.expired],
  expired: [...INVITES, en.waiting, en.success, en.failed],
  payable: [en.success, en.failed, en.retry, en.expired],
}

const asked = fc.record({ life: fc.constantFrom(...LIVES), steps: fc.array(STEP, { maxLength: 60 }) })
const RUNS = { numRuns: 10_000 }

const afterEachStep = (check: (world: World) => void): void =>
  fc.assert(
    fc.property(asked, ({ life, steps }) => {
      const world = new World(life)
      for (const step of steps) {
        world.take(step)
        check(world)
      }
    }),
    RUNS,
  )

describe('a page through disconnections, app switches, reloads, retries and replies out of order', () => {
  it('never asks for a payment that it knows was made, and never contradicts the latest known state', () => {
    afterEachStep((world) => {
      const untrue = world.sentences().filter((said) => UNTRUE[world.known.kind]?.includes(said))
      expect(untrue).toEqual([])
    })
  })

  it('shows that it waits for a payment only after a reply since the customer returned', () => {
    afterEachStep((world) => {
      if (!world.answeredSinceBack) expect(world.sentences()).not.toContain(en.waiting)
    })
  })

  it('neither asks for a payment nor waits for one once the time is over by its own clock', () => {
    afterEachStep((world) => {
      world.take({ kind: 'over' })
      const said = world.sentences()
      for (const sentence of [en.scan, en.anyApp, en.offline, en.waiting])
        expect(said).not.toContain(sentence)
    })
  })

  it('shows the current state as soon as the network is back', () => {
    fc.assert(
      fc.property(asked, ({ life, steps }) => {
        const world = new World(life)
        for (const step of steps) world.take(step)
        world.settle()
        const truth = viewAt(life, world.at)
        const { shown, isOutdated } = world.state
        expect([shown.kind, shown.expires, isOutdated]).toEqual([truth.kind, truth.expires, false])
        if (isWaiting(shown)) expect(world.state.contact).toBe('fine')
      }),
      RUNS,
    )
  })
})
