import type { VerificationSource } from '@galla/contract/verification'
import type { Verification } from '../payment-accounts/account-source.ts'
import { type Clock, waitRealMs } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Settings } from '../platform/settings.ts'
import { type ProviderNetwork, TOTAL_TIMEOUT_MS } from './call-provider.ts'
import { cashfree } from './cashfree.ts'
import type { Connector, Made } from './connector.ts'
import { paytmKeyless, paytmV3 } from './paytm.ts'
import { phonePeV2 } from './phonepe.ts'
import { razorpayQrCodes } from './razorpay.ts'

/** Each source and who speaks to its provider. */
type Connectors = {
  readonly [S in VerificationSource]: Connector<Extract<Verification, { source: S }>['credentials']>
}

/** A connector with the credentials of one account, so that whoever asks never holds them. */
export interface Provider {
  readonly source: VerificationSource
  readonly limits: NonNullable<Connector<never>['limits']> | undefined
  readonly check: Bound<'check'>
  readonly test: Bound<'test'>
  readonly create: Bound<'create'> | undefined
  readonly close: Bound<'close'> | undefined
  readonly list: Bound<'list'> | undefined
  readonly notification: Bound<'notification'> | undefined
}

type Verb = Exclude<keyof Connector<never>, 'limits'>
type Bound<V extends Verb> =
  NonNullable<Connector<never>[V]> extends (credentials: never, ...rest: infer Rest) => infer Reply
    ? (...rest: Rest) => Reply
    : never

export type Providers = (verification: Verification) => Provider

/** Whose provider answers for many QRs by one question; the connector's `list`. */
export const LISTS = {
  'paytm-v3': false,
  'paytm-keyless': false,
  'phonepe-v2': false,
  'razorpay-qr': true,
  cashfree: false,
} as const satisfies Record<VerificationSource, boolean>

/** A customer waits for it, so however many calls it takes they end by then. */
const CREATE_TIMEOUT_MS = 4_000

const HOSTS = {
  paytm: 'https://securegw.paytm.in',
  phonepe: 'https://api.phonepe.com/apis/pg',
  phonepeAuth: 'https://api.phonepe.com/apis/identity-manager',
  razorpay: 'https://api.razorpay.com',
  cashfree: 'https://api.cashfree.com/pg',
} as const

/** A host that the operator set is his own choice; the built-in ones are reached like any stranger's. */
export const createProviders = (deps: {
  readonly urls: Settings['providerUrls']
  readonly ids: Pick<Ids, 'bytes'>
  readonly clock: Pick<Clock, 'now'>
  readonly totalTimeoutMs?: number
  readonly createTimeoutMs?: number
}): Providers => {
  const networkTo = (set: string | undefined): ProviderNetwork => ({
    totalTimeoutMs: deps.totalTimeoutMs ?? TOTAL_TIMEOUT_MS,
    allowPrivate: set !== undefined,
    bytes: deps.ids.bytes,
    now: () => deps.clock.now(),
  })
  const at = (provider: 'paytm' | 'razorpay' | 'cashfree') =>
    [networkTo(deps.urls[provider]), deps.urls[provider] ?? HOSTS[provider]] as const
  const connectors: Connectors = {
    'paytm-v3': paytmV3(...at('paytm')),
    'paytm-keyless': paytmKeyless(...at('paytm')),
    'phonepe-v2': phonePeV2(
      // Its sandbox answers for both under one address, so a set gateway names the place of the tokens too.
      networkTo(deps.urls.phonepe ?? deps.urls.phonepeAuth),
      {
        gateway: deps.urls.phonepe ?? HOSTS.phonepe,
        auth: deps.urls.phonepeAuth ?? deps.urls.phonepe ?? HOSTS.phonepeAuth,
      },
      deps.clock,
    ),
    'razorpay-qr': razorpayQrCodes(...at('razorpay')),
    cashfree: cashfree(...at('cashfree'), deps.clock),
  }
  return ({ source, credentials }) => {
    // The table pairs each source with the connector for its credentials; the type of a pair is lost by looking it up.
    const connector = connectors[source] as Connector<unknown>
    const create = connector.create?.bind(undefined, credentials)
    return {
      source,
      limits: connector.limits,
      check: (question) => connector.check(credentials, question),
      test: (unusedReference) => connector.test(credentials, unusedReference),
      create: create && ((wanted) => inTime(create(wanted), deps.createTimeoutMs ?? CREATE_TIMEOUT_MS)),
      close: connector.close?.bind(undefined, credentials),
      list: connector.list?.bind(undefined, credentials),
      notification: connector.notification?.bind(undefined, credentials),
    }
  }
}

const inTime = async (making: Promise<Made>, timeoutMs: number): Promise<Made> => {
  const made = new AbortController()
  const late = async (): Promise<Made> => {
    await waitRealMs(timeoutMs, made.signal)
    const said = 'The provider did not answer in time'
    return { kind: 'unknown', said, trouble: { kind: 'down', retryAfterSeconds: null } }
  }
  try {
    return await Promise.race([making, late()])
  } finally {
    made.abort()
  }
}
