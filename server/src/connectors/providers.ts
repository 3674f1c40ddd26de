import type { Verification } from '../accounts/account-source.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Settings } from '../platform/settings.ts'
import { type ProviderNetwork, TOTAL_TIMEOUT_MS } from './call-provider.ts'
import { cashfree } from './cashfree.ts'
import type { Answer, Question, Tested } from './connector.ts'
import { paytmKeyless, paytmV3 } from './paytm.ts'
import { phonePeV2 } from './phonepe.ts'

/** All providers, asked by what an account holds for its own. */
export interface Providers {
  check(verification: Verification, question: Question): Promise<Answer>
  test(verification: Verification, unusedReference: string): Promise<Tested>
}

const HOSTS = {
  paytm: 'https://securegw.paytm.in',
  phonepe: 'https://api.phonepe.com/apis/pg',
  phonepeAuth: 'https://api.phonepe.com/apis/identity-manager',
  cashfree: 'https://api.cashfree.com/pg',
} as const

/** A host that the operator set is his own choice; the built-in ones are reached like any stranger's. */
export const createProviders = (deps: {
  readonly urls: Settings['providerUrls']
  readonly ids: Pick<Ids, 'bytes'>
  readonly clock: Pick<Clock, 'now'>
  readonly totalTimeoutMs?: number
}): Providers => {
  const networkTo = (set: string | undefined): ProviderNetwork => ({
    totalTimeoutMs: deps.totalTimeoutMs ?? TOTAL_TIMEOUT_MS,
    allowPrivate: set !== undefined,
    bytes: deps.ids.bytes,
  })
  const paytm = [networkTo(deps.urls.paytm), deps.urls.paytm ?? HOSTS.paytm] as const
  const v3 = paytmV3(...paytm)
  const keyless = paytmKeyless(...paytm)
  const phonepe = phonePeV2(
    // Its sandbox answers for both under one address, so a set gateway names the place of the tokens too.
    networkTo(deps.urls.phonepe ?? deps.urls.phonepeAuth),
    {
      gateway: deps.urls.phonepe ?? HOSTS.phonepe,
      auth: deps.urls.phonepeAuth ?? deps.urls.phonepe ?? HOSTS.phonepeAuth,
    },
    deps.clock,
  )
  const ofCashfree = cashfree(networkTo(deps.urls.cashfree), deps.urls.cashfree ?? HOSTS.cashfree)
  return {
    check(verification, question) {
      switch (verification.source) {
        case 'paytm-v3':
          return v3.check(verification.credentials, question)
        case 'paytm-keyless':
          return keyless.check(verification.credentials, question)
        case 'phonepe-v2':
          return phonepe.check(verification.credentials, question)
        case 'cashfree':
          return ofCashfree.check(verification.credentials, question)
      }
    },
    test(verification, unusedReference) {
      switch (verification.source) {
        case 'paytm-v3':
          return v3.test(verification.credentials, unusedReference)
        case 'paytm-keyless':
          return keyless.test(verification.credentials, unusedReference)
        case 'phonepe-v2':
          return phonepe.test(verification.credentials, unusedReference)
        case 'cashfree':
          return ofCashfree.test(verification.credentials, unusedReference)
      }
    },
  }
}
