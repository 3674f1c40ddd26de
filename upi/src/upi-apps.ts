/**
 * The UPI apps with their own button, as of 2026-11-21.
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
 * More apps with their own scheme on iOS, which has no chooser between apps. Razorpay's list of August 2026 and other gateways agree on these
 * schemes; a dead button is worse than none.
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

/** The start of a link that any UPI app may open. */
export const UPI_LINK_START = 'upi://pay?'

/** All known starts of UPI payment links. We do not write the last three, but others do. */
export const LINK_STARTS: readonly string[] = [
  UPI_LINK_START,
  ...[...Object.values(UPI_APPS), ...IOS_APPS].map((app) => app.linkStart),
  'gpay://upi/pay?',
  'bhim://pay?',
  'paytmmp://upi/pay?',
]
