import type { UpiLink } from './link.ts'
import { IOS_APPS, UPI_APPS, UPI_LINK_START, type UpiApp } from './upi-apps.ts'

/** One scheme link for each app, and the generic one. iOS needs these: it has no chooser between UPI apps. */
export type AppLinks = Readonly<Record<UpiApp | 'generic', string>>

/** One `intent:` link for each app, for browsers on Android, where the user taps the button of one app. */
export type AndroidIntents = Readonly<Record<UpiApp, string>>

/** The same payment addressed to each app. What follows `?` is the link's own, byte for byte. */
export function appLinks(link: UpiLink): AppLinks {
  return { ...forEachApp(({ linkStart }) => linkStart + queryOf(link)), generic: link }
}

/**
 * Android opens exactly the named app, and `fallbackUrl` where that app is missing. The links work only from a tap on an
 * `<a>`: browsers drop an intent that a script opens without a tap.
 */
export function androidIntents(link: UpiLink, fallbackUrl?: string): AndroidIntents {
  const fallback =
    fallbackUrl === undefined ? '' : `S.browser_fallback_url=${encodeURIComponent(fallbackUrl)};`
  return forEachApp(
    ({ androidPackage }) =>
      `intent://pay?${queryOf(link)}#Intent;scheme=upi;package=${androidPackage};${fallback}end`,
  )
}

/** The same payment addressed to the apps that only iOS needs buttons for. */
export function iosLinks(link: UpiLink): { readonly name: string; readonly href: string }[] {
  return IOS_APPS.map(({ name, linkStart }) => ({ name, href: linkStart + queryOf(link) }))
}

function queryOf(link: UpiLink): string {
  return link.slice(UPI_LINK_START.length)
}

function forEachApp(linkFor: (app: (typeof UPI_APPS)[UpiApp]) => string): Record<UpiApp, string> {
  return {
    bhim: linkFor(UPI_APPS.bhim),
    paytm: linkFor(UPI_APPS.paytm),
    phonepe: linkFor(UPI_APPS.phonepe),
    googlepay: linkFor(UPI_APPS.googlepay),
    cred: linkFor(UPI_APPS.cred),
  }
}
