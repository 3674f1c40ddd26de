import { systemClock } from '../src/platform/clock.ts'
import { secretsFrom } from '../src/platform/crypto/crypto.ts'
import { randomIds } from '../src/platform/ids.ts'
import type { QrMaking } from '../src/provider-qr/with-provider-qr.ts'
import { createProviders } from '../src/providers/providers.ts'

/** For shops whose accounts make their QRs, so that no provider is called. */
export const askingNobody: QrMaking = {
  secrets: secretsFrom(new Uint8Array(32).fill(7)),
  providers: createProviders({
    urls: {
      paytm: undefined,
      phonepe: undefined,
      razorpay: undefined,
      cashfree: undefined,
    },
    ids: randomIds,
    clock: systemClock,
  }),
}
