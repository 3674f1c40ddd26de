import type { VerificationSource } from '@galla/contract/payment-accounts/verification'
import type { Verification } from '../payment-accounts/account-source.ts'
import { type Clock, waitRealMs } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Settings } from '../platform/settings.ts'
import { type ProviderNetwork, TOTAL_TIMEOUT_MS } from './call-provider.ts'
import { cashfree } from './cashfree.ts'
import type { Connector, CreateQrResult } from './connector.ts'
import { paytmKeyless, paytmV3 } from './paytm.ts'
import { phonePeV2 } from './phonepe.ts'
import { razorpayQrCodes } from './razorpay.ts'

/** The connector of each source. */
type Connectors = {
  readonly [S in VerificationSource]: Connector<Extract<Verification, { source: S }>['credentials']>
}

/** A connector bound to the credentials of one account, so that callers never see them. */
export interface Provider {
  readonly source: VerificationSource
  readonly limits: NonNullable<Connector<never>['limits']> | undefined
  readonly refundsOnce: boolean
  readonly check: Bound<'check'>
  readonly test: Bound<'test'>
  readonly create: Bound<'create'> | undefined
  readonly close: Bound<'close'> | undefined
  readonly list: Bound<'list'> | undefined
  readonly startRefund: Bound<'startRefund'> | undefined
  readonly findRefund: Bound<'findRefund'> | undefined
  readonly notification: Bound<'notification'> | undefined
}

type Verb = Exclude<keyof Connector<never>, 'limits' | 'refundsOnce'>
type Bound<V extends Verb> =
  NonNullable<Connector<never>[V]> extends (credentials: never, ...rest: infer Rest) => infer Reply
    ? (...rest: Rest) => Reply
    : never

export type Providers = (verification: Verification) => Provider

/** Sources whose connector has `list`: the status of many QRs in one call. */
export const LISTS = {
  'paytm-v3': false,
  'paytm-keyless': false,
  'phonepe-v2': false,
  'razorpay-qr': true,
  cashfree: false,
} as const satisfies Record<VerificationSource, boolean>

/** For all calls together, because the customer waits. */
const CREATE_TIMEOUT_MS = 4_000

export const PROVIDER_HOSTS = {
  paytm: 'https://securegw.paytm.in',
  phonepe: 'https://api.phonepe.com/apis/pg',
  phonepeAuth: 'https://api.phonepe.com/apis/identity-manager',
  razorpay: 'https://api.razorpay.com',
  cashfree: 'https://api.cashfree.com/pg',
} as const

/** Only a host that the operator set may be private. */
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
    [networkTo(deps.urls[provider]), deps.urls[provider] ?? PROVIDER_HOSTS[provider]] as const
  const connectors: Connectors = {
    'paytm-v3': paytmV3(...at('paytm')),
    'paytm-keyless': paytmKeyless(...at('paytm')),
    'phonepe-v2': phonePeV2(
      // The sandbox serves both under one address, so a set gateway is also the host for tokens.
      networkTo(deps.urls.phonepe),
      {
        gateway: deps.urls.phonepe ?? PROVIDER_HOSTS.phonepe,
        auth: deps.urls.phonepe ?? PROVIDER_HOSTS.phonepeAuth,
      },
      deps.clock,
    ),
    'razorpay-qr': razorpayQrCodes(...at('razorpay')),
    cashfree: cashfree(...at('cashfree'), deps.clock),
  }
  return ({ source, credentials }) => {
    // The table pairs each source with the connector for its credentials; the lookup loses the type of the pair.
    const connector = connectors[source] as Connector<unknown>
    const create = connector.create?.bind(undefined, credentials)
    return {
      source,
      limits: connector.limits,
      refundsOnce: connector.refundsOnce === true,
      check: (query) => connector.check(credentials, query),
      test: (unusedReference) => connector.test(credentials, unusedReference),
      create:
        create && ((request) => withTimeout(create(request), deps.createTimeoutMs ?? CREATE_TIMEOUT_MS)),
      close: connector.close?.bind(undefined, credentials),
      list: connector.list?.bind(undefined, credentials),
      startRefund: connector.startRefund?.bind(undefined, credentials),
      findRefund: connector.findRefund?.bind(undefined, credentials),
      notification: connector.notification?.bind(undefined, credentials),
    }
  }
}

const withTimeout = async (creating: Promise<CreateQrResult>, timeoutMs: number): Promise<CreateQrResult> => {
  const controller = new AbortController()
  const late = async (): Promise<CreateQrResult> => {
    await waitRealMs(timeoutMs, controller.signal)
    const message = 'The provider did not answer in time'
    return { kind: 'unknown', message, error: { kind: 'down', retryAfterSeconds: null } }
  }
  try {
    return await Promise.race([creating, late()])
  } finally {
    controller.abort()
  }
}
