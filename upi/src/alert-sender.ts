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
  'com.naviapp',
  'money.super.payments',
  'com.mobikwik_new',
  'com.freecharge.android',
])

/** Where persons write to one another as well: whoever knows the shop's number can say there that he has paid. */
const CHATS =
  /^(?:whatsapp|telegram|signal|messages?|messaging|messenger|facebook|instagram|gmail|email|sms|rcs)\b/i

/** Payment apps that also carry messages between persons, whose title is the writer's name. */
const APPS_WITH_CHAT = new Set([
  'com.google.android.apps.nbu.paisa.user',
  'com.phonepe.app',
  'net.one97.paytm',
  'com.dreamplug.androidapp',
  'com.naviapp',
  'money.super.payments',
])

/** Under their title, which tells the payment, stands the note that the payer wrote. */
const APPS_WITH_NOTE = new Set([
  'com.google.android.apps.nbu.paisa.user',
  'com.google.android.apps.nbu.paisa.merchant',
])

/** What such apps put over the news of money, and no person has for a name. */
const MONEY_TITLE =
  /(?:₹|\brs\.?|\binr)\s?\d|\b(?:received|credited|payment|paid|sent you|money|upi|transaction|google pay|gpay|phonepe|paytm|cred|navi)\b/i

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
  if (CHATS.test(name)) return 'unexpected'
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

/** Whether what stands under the title is the payer's own note, in which anything may be written. */
export const writesNotes = (sender: string): boolean => APPS_WITH_NOTE.has(sender.trim().toLowerCase())

/** Whether a notification of a payment app may be a message that some person wrote in its chat. */
export const isOfThePayer = (sender: string, title: string | null): boolean =>
  title !== null && APPS_WITH_CHAT.has(sender.trim().toLowerCase()) && !MONEY_TITLE.test(title)

const isBankDomain = (domain: string): boolean =>
  MAIL_DOMAINS.has(domain) || /^(?:[a-z0-9-]+\.)+bank\.in$/.test(domain)
