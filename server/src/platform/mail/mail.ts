import { mkdir, rename, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'

export interface Email {
  readonly to: string
  readonly subject: string
  /** Plain text, and the same text as HTML; email-template.ts renders both. */
  readonly text: string
  readonly html: string
  /** Copies of an email share it. By default each email has its own. */
  readonly messageId?: string
}

export interface Mailer {
  /** Resolves when the server accepted the email or the outbox has it. The queue tries again when it throws. */
  send(email: Email): Promise<void>
}

export interface ServerMailer extends Mailer {
  /** Connects and logs in, and sends nothing. Throws where mail could not be sent. */
  verify(): Promise<void>
}

export interface MailerDeps {
  readonly settings: {
    readonly smtpUrl: string | undefined
    readonly smtpTlsRequired?: boolean
    readonly mailFrom: string | undefined
    readonly dataDir: string
    readonly publicUrl: URL
  }
  readonly clock: Clock
  readonly ids: Ids
}

const OUTBOX = 'outbox'
export const outboxOf = (dataDir: string): string => join(dataDir, OUTBOX)

/**
 * The name that mail servers hear (EHLO): some refuse that of the machine, which is often none of the DNS. Without a name in PUBLIC_URL, the
 * library says its address.
 */
const nameOf = ({ hostname }: URL): { readonly name?: string } =>
  isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && hostname !== 'localhost' ? { name: hostname } : {}

const OWNER_ONLY = 0o600
const SMTP_TIMEOUT_MS = 15_000

/** By SMTP, or, without a server, each email as a file in `outbox` of the data folder. */
export const createMailer = ({ settings, clock, ids }: MailerDeps): ServerMailer => {
  const from = settings.mailFrom ?? `Galla <no-reply@${settings.publicUrl.hostname}>`
  const { smtpUrl } = settings
  if (smtpUrl !== undefined) {
    const timeouts = {
      connectionTimeout: SMTP_TIMEOUT_MS,
      greetingTimeout: SMTP_TIMEOUT_MS,
      socketTimeout: SMTP_TIMEOUT_MS,
    }
    // In the URL, whose options overrule the others.
    const url = new URL(smtpUrl)
    if (settings.smtpTlsRequired === true) url.searchParams.set('requireTLS', 'true')
    const transport = createTransport({ url: url.href, ...nameOf(settings.publicUrl), ...timeouts })
    return {
      async send(email) {
        await transport.sendMail({ from, ...email })
      },
      async verify() {
        await transport.verify()
      },
    }
  }
  const writer = createTransport({ streamTransport: true, buffer: true })
  const folder = outboxOf(settings.dataDir)
  return {
    async send(email) {
      const { message } = await writer.sendMail({ from, ...email, date: clock.now() })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `${ids.ulid(clock.now())}.eml`)
      // A reader of the folder sees the whole file or none.
      await writeFile(`${file}.part`, message as Buffer, { mode: OWNER_ONLY })
      await rename(`${file}.part`, file)
    },
    async verify() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
    },
  }
}
