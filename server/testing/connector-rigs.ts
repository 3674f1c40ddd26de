import type { Clock } from '../src/platform/clock.ts'
import { paytmKeyless, paytmV3 } from '../src/providers/paytm.ts'
import { cashfreeRig } from './cashfree-rig.ts'
import type { ConnectorRig } from './connector-rig.ts'
import { paytmRig } from './paytm-rig.ts'
import { phonePeRig } from './phonepe-rig.ts'
import { razorpayRig } from './razorpay-rig.ts'

/** Every connector, for the tests that each of them has to stand. */
export const CONNECTOR_RIGS: Readonly<
  Record<string, { readonly makesQrs: boolean; start(clock: Clock): Promise<ConnectorRig> }>
> = {
  'Paytm order status v3': { makesQrs: false, start: paytmRig(paytmV3) },
  'Paytm order status without a key': { makesQrs: false, start: paytmRig(paytmKeyless) },
  'PhonePe Payment Gateway v2': { makesQrs: true, start: phonePeRig },
  'Razorpay QR codes': { makesQrs: true, start: razorpayRig },
  Cashfree: { makesQrs: true, start: cashfreeRig },
}
