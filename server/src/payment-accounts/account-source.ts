import {
  SOURCE_SERVES,
  type VerificationForm,
  type VerificationSource,
} from '@galla/contract/payment-accounts/verification'

export interface AccountKey {
  readonly merchantId: string
  readonly accountId: string
}

/** The credentials for an account's provider; secret. */
export type Verification =
  | {
      readonly source: 'paytm-v3'
      readonly credentials: { readonly merchantId: string; readonly merchantKey: string }
    }
  | { readonly source: 'paytm-keyless'; readonly credentials: { readonly merchantId: string } }
  | {
      readonly source: 'phonepe-v2'
      readonly credentials: {
        readonly clientId: string
        readonly clientSecret: string
        readonly clientVersion: string
        /** Null: notifications of this account cannot be verified, so none are accepted. */
        readonly webhook: { readonly username: string; readonly password: string } | null
      }
    }
  | {
      readonly source: 'razorpay-qr'
      readonly credentials: {
        readonly keyId: string
        readonly keySecret: string
        readonly webhookSecret: string | null
      }
    }
  | {
      readonly source: 'cashfree'
      readonly credentials: { readonly clientId: string; readonly clientSecret: string }
    }

/** When the form leaves out the provider's merchant ID, the account's own is used. */
export const verificationFrom = (form: VerificationForm, providerMerchantId: string): Verification => {
  switch (form.source) {
    case 'paytm-v3': {
      const { merchantId = providerMerchantId, merchantKey } = form.credentials
      return { source: form.source, credentials: { merchantId, merchantKey } }
    }
    case 'paytm-keyless':
      return {
        source: form.source,
        credentials: { merchantId: form.credentials?.merchantId ?? providerMerchantId },
      }
    case 'phonepe-v2': {
      const {
        clientId,
        clientSecret,
        clientVersion = '1',
        webhookUsername,
        webhookPassword,
      } = form.credentials
      const webhook =
        webhookUsername === undefined || webhookPassword === undefined
          ? null
          : { username: webhookUsername, password: webhookPassword }
      return { source: form.source, credentials: { clientId, clientSecret, clientVersion, webhook } }
    }
    case 'razorpay-qr': {
      const { keyId, keySecret, webhookSecret = null } = form.credentials
      return { source: form.source, credentials: { keyId, keySecret, webhookSecret } }
    }
    case 'cashfree':
      return { source: form.source, credentials: form.credentials }
  }
}

/** The health of an account's provider calls. Nothing in it is secret. */
export interface AccountSource {
  readonly merchantId: string
  readonly accountId: string
  readonly source: VerificationSource
  readonly calls: bigint
  /** Failures in a row, up to now. */
  readonly failures: number
  readonly pausedUntil: Date | null
  readonly lastWorkedAt: Date | null
  readonly lastFailedAt: Date | null
  readonly lastMessage: string
  /** The secret part of the URL for its notifications. */
  readonly notificationId: string
}

export const keepsSource = ({ source }: Pick<AccountSource, 'source'>, provider: string): boolean =>
  SOURCE_SERVES[source] === provider

type Health = {
  state: 'untested' | 'working' | 'failing' | 'paused'
  detail: string
  lastWorkedAt: string | null
  lastFailedAt: string | null
  asked: number
}

export const healthOf = (source: AccountSource, now: Date): Health => {
  const { failures, pausedUntil, lastWorkedAt, lastFailedAt } = source
  const isPaused = pausedUntil !== null && pausedUntil > now
  const worked = lastWorkedAt === null ? 'untested' : 'working'
  return {
    state: isPaused ? 'paused' : failures > 0 ? 'failing' : worked,
    detail: source.lastMessage,
    lastWorkedAt: lastWorkedAt?.toISOString() ?? null,
    lastFailedAt: lastFailedAt?.toISOString() ?? null,
    asked: Number(source.calls),
  }
}
