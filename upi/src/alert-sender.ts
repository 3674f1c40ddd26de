/** Packages of the apps that tell a shop or a person of money that came in. */
const APPS = new Set([
  'com.google.android.apps.nbu.paisa.user',
  'com.google.android.apps.nbu.paisa.merchant',
  'com.phonepe.app',
  'com.phonepe.app.business',
  'net.one97.paytm',
  'com.paytm.business',
  'in.org.npci.upiapp',
  'com.bharatpe.app',
  'com.bharatpe.merchant',
  'in.amazon.mshop.android.shopping',
  'com.dreamplug.androidapp',
  'com.whatsapp',
  'com.whatsapp.w4b',
  'com.naviapp',
  'money.super.payments',
  'com.mobikwik_new',
  'com.freecharge.android',
])

/** Mail of banks, other than the domain that only banks may have (bank.in, ordered by the RBI in 2025). */
const MAIL_DOMAINS = new Set([
  'hdfcbank.net',
  'hdfcbank.com',
  'icicibank.com',
  'axisbank.com',
  'alerts.sbi.co.in',
  'sbi.co.in',
  'kotak.com',
  'idfcfirstbank.com',
  'yesbank.in',
  'indusind.com',
  'federalbank.co.in',
  'rblbank.com',
  'aubank.in',
  'bankofbaroda.com',
  'pnb.co.in',
  'canarabank.com',
  'unionbankofindia.bank',
])

/**
 * Headers that Indian operators register for senders (DLT): an operator's prefix, the name, and since 2025 a letter for its
 * kind: Service, Transaction, Government, Promotion.
 */
const HEADER = /^(?:[A-Z]{2}-)?(?=[A-Z0-9]*[A-Z])[A-Z0-9]{3,9}(?:-([STPG]))?$/i

export type AlertSender = 'expected' | 'promotion' | 'unexpected'

/**
 * Whether such alerts come from such a sender. It can be forged on the way into a phone, so `expected` proves nothing; but
 * what is not expected (a person's number, an unknown app) must never settle an order by itself.
 */
export function alertSender(sender: string): AlertSender {
  const name = sender.trim()
  if (APPS.has(name.toLowerCase())) return 'expected'
  const at = name.lastIndexOf('@')
  if (at > 0)
    return isBankDomain(
      name
        .slice(at + 1)
        .replace(/>$/, '')
        .toLowerCase(),
    )
      ? 'expected'
      : 'unexpected'
  const header = HEADER.exec(name)
  if (header === null) return 'unexpected'
  return header[1]?.toUpperCase() === 'P' ? 'promotion' : 'expected'
}

const isBankDomain = (domain: string): boolean =>
  MAIL_DOMAINS.has(domain) || /^(?:[a-z0-9-]+\.)+bank\.in$/.test(domain)
