import type { Paise } from '@galla/upi/rupees'
import type { ProviderNetwork } from '../src/providers/call-provider.ts'
import type { Connector } from '../src/providers/connector.ts'
import type { FakeProvider, Fault } from './fake-provider.ts'

export type Fields = Record<string, unknown>
interface SentNotification {
  readonly headers: Record<string, string>
  readonly body: string
}
export type Bend = (answer: Fields) => Fields

/** One connector and the fake of its provider, so that the same tests run for every connector. */
export interface ConnectorRig {
  readonly fake: FakeProvider & { bend(change: Bend | undefined): void }
  connect(network: ProviderNetwork, credentials?: 'right' | 'wrong'): Bound
  /** Must not appear in any result, history or health. */
  readonly secrets: readonly string[]
  /** The provider's status for a successful payment. */
  readonly successWord: string
  readonly fields: readonly string[]
  pay(reference: string, amount: Paise, utr: string): void
  /** A payment is in progress. */
  leaveOpen(reference: string): void
  /** Where the provider creates the QR. */
  readonly maker?: {
    /** It accepts a used name and creates another QR, so the caller has to keep names unique. */
    readonly mayBeMadeTwice?: true
    /** Responses to its creation without a link that may be passed on. */
    readonly badLinks: Readonly<Record<string, Bend>>
    /** The provider's notification about a paid reference. */
    notification(reference: string): SentNotification
    /** The notification as an attacker would send it. */
    readonly forgeries: Readonly<Record<string, (notification: SentNotification) => SentNotification>>
    /** Notifications that are signed, but about no payment. */
    readonly otherwise: readonly ((reference: string) => SentNotification)[]
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
  check: (query) => connector.check(credentials, query),
  test: (unusedReference) => connector.test(credentials, unusedReference),
  create: connector.create?.bind(undefined, credentials),
  close: connector.close?.bind(undefined, credentials),
  notification: connector.notification?.bind(undefined, credentials),
})

/** Faults on the way to any provider, with the error they give and the wait that they ask for. */
export const TRANSPORT_FAULTS: readonly (readonly [
  what: string,
  fault: Fault,
  error: 'down' | 'invalid_response' | 'credentials',
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
  ['half an answer', { kind: 'half' }, 'invalid_response', null],
  ['1 MB', { kind: 'huge' }, 'invalid_response', null],
  ['a web page', { kind: 'not_json' }, 'invalid_response', null],
  ['a redirect', { kind: 'redirect' }, 'invalid_response', null],
]

export const without =
  (name: string): Bend =>
  ({ [name]: _gone, ...rest }) =>
    rest
