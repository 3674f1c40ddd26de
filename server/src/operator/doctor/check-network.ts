import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Clock } from '../../platform/clock.ts'
import type { Secrets } from '../../platform/crypto/crypto.ts'
import { errorCode } from '../../platform/error-code.ts'
import { sendHttp } from '../../platform/http-client/outgoing-http.ts'
import type { Ids } from '../../platform/ids.ts'
import type { ServerMailer } from '../../platform/mail/mail.ts'
import { mailProblem } from '../../platform/mail/mail-problem.ts'
import type { Settings } from '../../platform/settings.ts'
import { PROVIDER_HOSTS } from '../../providers/providers.ts'
import { findAddressProblem } from '../setup/check-public-url.ts'
import { CheckProblem, NotChecked } from './run-checks.ts'

const TIMEOUTS = { connectTimeoutMs: 5_000, totalTimeoutMs: 10_000, maxResponseBytes: 4_096 }

export const checkDns = async ({ hostname }: URL): Promise<string> => {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return `${host} is an address`
  try {
    const addresses = await lookup(host, { all: true })
    return `${host} is ${addresses.map(({ address }) => address).join(', ')}`
  } catch (error) {
    throw new CheckProblem(
      errorCode(error) === 'ENOTFOUND'
        ? `${host} is not in the DNS. Add an A or AAAA record, or correct PUBLIC_URL.`
        : 'The name servers do not respond. Check the network and /etc/resolv.conf.',
    )
  }
}

export const checkPublicAddress = async (
  deps: { readonly ids: Ids; readonly secrets: Secrets | undefined },
  publicUrl: URL,
): Promise<string> => {
  const { ids, secrets } = deps
  if (secrets === undefined) throw new NotChecked('needs the database and the app key')
  const problem = await findAddressProblem({ ids, secrets }, publicUrl)
  if (problem !== null) throw new CheckProblem(`${publicUrl.origin}: ${problem}`)
  return `${publicUrl.origin} leads to this installation`
}

export const checkMail = async (
  mailer: ServerMailer,
  { smtpUrl, production }: Pick<Settings, 'smtpUrl' | 'production'>,
): Promise<string> => {
  if (smtpUrl === undefined && production)
    throw new CheckProblem(
      'SMTP_URL is not set, so e-mails are only written to the outbox folder. Set SMTP_URL and MAIL_FROM.',
    )
  if (smtpUrl === undefined) return 'written to files, because SMTP_URL is not set'
  try {
    await mailer.verify()
    return 'the mail server accepts the login; nothing was sent'
  } catch (error) {
    throw new CheckProblem(mailProblem(error), { cause: error })
  }
}

export interface OutgoingCall {
  readonly note: string
  /** The time that the other side reported, and when that was here. */
  readonly clock: { readonly there: number; readonly here: number } | undefined
}

/** Calls a payment provider's host: webhooks and status checks go the same way. Nothing is sent with it. */
export const callOutside = async (
  { providerUrls }: Pick<Settings, 'providerUrls'>,
  clock: Clock,
): Promise<OutgoingCall> => {
  const url = providerUrls.razorpay ?? PROVIDER_HOSTS.razorpay
  const { host } = new URL(url)
  const allowPrivate = providerUrls.razorpay !== undefined
  const reply = await sendHttp({ url, method: 'GET', ...TIMEOUTS, allowPrivate })
  if (reply.error !== undefined)
    throw new CheckProblem(
      `${host} cannot be reached (${reply.error}), so webhooks and status checks fail. Allow outgoing HTTPS, and check the DNS.`,
    )
  const there = Date.parse(reply.headers.date ?? '')
  return {
    note: `${host} responds`,
    clock: Number.isNaN(there) ? undefined : { there, here: clock.now().getTime() - reply.durationMs / 2 },
  }
}
