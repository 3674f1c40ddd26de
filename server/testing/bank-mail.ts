import { generateKeyPairSync } from 'node:crypto'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import type { FakeDns } from './fake-dns.ts'

export interface MailForm {
  readonly from?: string
  readonly to?: string
  readonly subject?: string
  readonly text?: string
  readonly html?: string
  readonly contentType?: string
  readonly date?: Date
  readonly messageId?: string
  /** The domain whose key signs. Null: unsigned. */
  readonly domain?: string | null
  /** The signed header fields, with colons. */
  readonly headerList?: string
  readonly bodyBytesSigned?: number
  /** Before all other fields. */
  readonly extraHeader?: string
}

export const SHOP_ADDRESS = 'shop@example.com'
export const BANK_ADDRESS = 'alerts@hdfcbank.net'
const SELECTOR = 'mail2026'
const SIGNED = 'From:To:Subject:Date:Message-ID:MIME-Version:Content-Type'

let sent = 0

/** The sentence in which HDFC Bank's e-mails report a UPI credit. */
export const creditText = (rupees: string, utr: string, payer = 'ASHA RAO', day = '21-11-26'): string =>
  `Dear Customer, Rs. ${rupees} is successfully credited to your account **7722 by VPA asha@okaxis ${payer} on ${day}. ` +
  `Your UPI transaction reference number is ${utr}. Thank you for banking with us.`

export interface BankMail {
  /** A signed e-mail of a bank, as it stands in a mailbox. */
  write(form?: MailForm): Promise<Buffer>
}

/** Makes a key for each domain that signs, and publishes it in the name server. */
export const createBankMail = (dns: FakeDns, now: () => Date): BankMail => {
  const keys = new Map<string, string>()
  const keyOf = (domain: string): string => {
    const known = keys.get(domain)
    if (known !== undefined) return known
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const published = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    dns.txt.set(`${SELECTOR}._domainkey.${domain}`, `v=DKIM1; k=rsa; p=${published}`)
    keys.set(domain, pem)
    return pem
  }
  return {
    async write(form = {}) {
      sent += 1
      const { domain = 'hdfcbank.net', date = now() } = form
      const mail = writeMail(form, date, sent)
      if (domain === null) return Buffer.from(mail)
      const by = { signingDomain: domain, selector: SELECTOR, privateKey: keyOf(domain) }
      const length = form.bodyBytesSigned === undefined ? {} : { maxBodyLength: form.bodyBytesSigned }
      const { signatures, errors } = await dkimSign(mail, {
        ...by,
        signatureData: [{ ...by, ...length }],
        canonicalization: 'relaxed/relaxed',
        signTime: date,
        headerList: form.headerList ?? SIGNED,
      })
      if (errors.length > 0) throw new Error(`not signed: ${JSON.stringify(errors)}`)
      return Buffer.from(signatures + mail)
    },
  }
}

const writeMail = (form: MailForm, date: Date, nth: number): string => {
  const { from = `HDFC Bank InstaAlerts <${BANK_ADDRESS}>`, to = SHOP_ADDRESS, html } = form
  const body = html ?? form.text ?? creditText('499.00', String(612_345_000_000 + nth))
  return [
    ...(form.extraHeader === undefined ? [] : [form.extraHeader]),
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${form.subject ?? 'View: Account update for your HDFC Bank A/c'}`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: ${form.messageId ?? `<${nth}.alert@hdfcbank.net>`}`,
    'MIME-Version: 1.0',
    `Content-Type: ${form.contentType ?? `text/${html === undefined ? 'plain' : 'html'}; charset=utf-8`}`,
    '',
    body.replaceAll('\n', '\r\n'),
    '',
  ].join('\r\n')
}
