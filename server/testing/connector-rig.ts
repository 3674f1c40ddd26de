import type { Paise } from '@galla/upi/rupees'
import type { ProviderNetwork } from '../src/providers/call-provider.ts'
import type { Connector } from '../src/providers/connector.ts'
import type { FakeProvider, Fault } from './fake-provider.ts'

export type Fields = Record<string, unknown>
interface SentNotice {
  readonly headers: Record<string, string>
  readonly body: string
}
export type Bend = (answer: Fields) => Fields

/** One connector before the fake of its provider: what every connector has to stand is told of each in the same words. */
export interface ConnectorRig {
  readonly fake: FakeProvider & { bend(change: Bend | undefined): void }
  connect(network: ProviderNetwork, credentials?: 'right' | 'wrong'): Bound
  /** What must stand in no answer, no history and no health. */
  readonly secrets: readonly string[]
  /** The provider's word for money that came. */
  readonly successWord: string
  readonly fields: readonly string[]
  pay(reference: string, amount: Paise, utr: string): void
  /** Somebody is trying to pay, nothing is known. */
  leaveOpen(reference: string): void
  /** Where the provider makes the QR. */
  readonly maker?: {
    /** It takes the same name again and makes another QR, so that whoever names them has to see to it. */
    readonly mayBeMadeTwice?: true
    /** Answers to its making that hold no link that may be passed on. */
    readonly badLinks: Readonly<Record<string, Bend>>
    /** What the provider sends about a reference that was paid. */
    notice(reference: string): SentNotice
    /** What is left of it when somebody else sends it. */
    readonly forgeries: Readonly<Record<string, (notice: SentNotice) => SentNotice>>
    /** Notices that are signed, but about no payment. */
    readonly otherwise: readonly ((reference: string) => SentNotice)[]
  }
  /** Answers that say success, but are about something else or not what is documented. */
  readonly impostors: Readonly<Record<string, Bend>>
}

/** A connector with its credentials. */
export type Bound = {
  [V in keyof Omit<Connector<unknown>, 'limits'>]: Connector<unknown>[V] extends infer Verb
    ? Verb extends (credentials: unknown, ...rest: infer Rest) => infer Reply
      ? (...rest: Rest) => Reply
      : undefined
    : never
}

export const bind = <Credentials>(connector: Connector<Credentials>, credentials: Credentials): Bound => ({
  check: (question) => connector.check(credentials, question),
  test: (unusedReference) => connector.test(credentials, unusedReference),
  create: connector.create?.bind(undefined, credentials),
  close: connector.close?.bind(undefined, credentials),
  notification: connector.notification?.bind(undefined, credentials),
})

/** What breaks on the way to any provider, and what that is to us: its trouble, and how long it asked us to wait. */
export const TRANSPORT_FAULTS: readonly (readonly [
  what: string,
  fault: Fault,
  trouble: 'down' | 'nonsense' | 'credentials',
  retryAfterSeconds: number | null,
])[] = [
  ['HTTP 500', { kind: 'status', status: 500 }, 'down', null],
  ['HTTP 502', { kind: 'status', status: 502 }, 'down', null],
  ['HTTP 503 with a wish', { kind: 'status', status: 503, retryAfter: '120' }, 'down', 120],
  ['HTTP 429', { kind: 'status', status: 429, retryAfter: '7' }, 'down', 7],
  ['a wish for a year', { kind: 'status', status: 429, retryAfter: '31536000' }, 'down', 3600],
  ['a wish in words', { kind: 'status', status: 503, retryAfter: 'soon' }, 'down', null],
  ['HTTP 401', { kind: 'status', status: 401 }, 'credentials', null],
  ['HTTP 403', { kind: 'status', status: 403 }, 'credentials', null],
  ['a broken connection', { kind: 'cut' }, 'down', null],
  ['half an answer', { kind: 'half' }, 'nonsense', null],
  ['1 MB', { kind: 'huge' }, 'nonsense', null],
  ['a web page', { kind: 'not_json' }, 'nonsense', null],
  ['a redirect', { kind: 'redirect' }, 'nonsense', null],
]

export const without =
  (name: string): Bend =>
  ({ [name]: _gone, ...rest }) =>
    rest
