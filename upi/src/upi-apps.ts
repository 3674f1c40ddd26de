/**
 * The UPI apps that get a button of their own, as of 2026-11-21.
 * Packages: Juspay's list for UPI intent. Schemes: Razorpay's and Google's pages for iOS, and what gateways emit.
 */
export const UPI_APPS = {
  bhim: { androidPackage: 'in.org.npci.upiapp', linkStart: 'bhim://upi/pay?' },
  paytm: { androidPackage: 'net.one97.paytm', linkStart: 'paytmmp://pay?' },
  phonepe: { androidPackage: 'com.phonepe.app', linkStart: 'phonepe://pay?' },
  googlepay: { androidPackage: 'com.google.android.apps.nbu.paisa.user', linkStart: 'tez://upi/pay?' },
  cred: { androidPackage: 'com.dreamplug.androidapp', linkStart: 'credpay://upi/pay?' },
} as const satisfies Record<string, { androidPackage: string; linkStart: string }>

export type UpiApp = keyof typeof UPI_APPS

/**
 * More apps that answer a scheme of their own on iOS, which has no chooser between apps: schemes that both Razorpay's list of August 2026
 * and what other gateways query agree on. A dead button is worse than none.
 */
export const IOS_APPS = [
  { name: 'Amazon Pay', linkStart: 'amazonpay://upi/pay?' },
  { name: 'MobiKwik', linkStart: 'mobikwik://upi/pay?' },
  { name: 'Navi', linkStart: 'navi://upi/pay?' },
  { name: 'Kiwi', linkStart: 'kiwi://upi/pay?' },
  { name: 'slice', linkStart: 'slice-upi://upi/pay?' },
  { name: 'FamApp', linkStart: 'in.fampay.app://upi/pay?' },
  { name: 'Jupiter', linkStart: 'jupiter://upi/pay?' },
] as const

/** What a link that any UPI app may answer begins with. */
export const UPI_LINK_START = 'upi://pay?'

/** Every beginning that marks a UPI payment link; the last ones are seen in the wild though we never write them. */
export const LINK_STARTS: readonly string[] = [
  UPI_LINK_START,
  ...[...Object.values(UPI_APPS), ...IOS_APPS].map((app) => app.linkStart),
  'gpay://upi/pay?',
  'bhim://pay?',
  'paytmmp://upi/pay?',
]
