import {
  connectMailbox,
  MAILBOX_FOLDER,
  MAILBOX_PORT,
  type Mailbox,
} from '@galla/contract/bank-emails/bank-emails'
import { type FieldMessages, messagesOf } from '../../../components/form/form-errors.ts'
import { t } from '../../../locales/translate.ts'

/** The form's values as typed. */
export interface MailboxFields {
  readonly username: string
  readonly password: string
  readonly host: string
  readonly port: string
  readonly folder: string
  readonly bankWritesTo: string
}

const GMAIL = 'imap.gmail.com'

/** The IMAP servers of common email domains. */
const SERVERS: Readonly<Record<string, string>> = {
  'gmail.com': GMAIL,
  'googlemail.com': GMAIL,
  'yahoo.com': 'imap.mail.yahoo.com',
  'yahoo.co.in': 'imap.mail.yahoo.com',
  'rediffmail.com': 'imap.rediffmail.com',
  'zoho.com': 'imap.zoho.com',
  'zoho.in': 'imap.zoho.in',
  'icloud.com': 'imap.mail.me.com',
}

/** The IMAP server for an address, if its domain is known. */
export const serverOf = (address: string): string =>
  SERVERS[address.slice(address.lastIndexOf('@') + 1).toLowerCase()] ?? ''

export const mailboxFieldsOf = (mailbox: Mailbox | null): MailboxFields => ({
  username: mailbox?.username ?? '',
  password: '',
  host: mailbox?.host ?? '',
  port: String(mailbox?.port ?? MAILBOX_PORT),
  folder: mailbox?.folder ?? MAILBOX_FOLDER,
  bankWritesTo: mailbox?.bankWritesTo ?? '',
})

/** The request body; empty fields are derived from the email address. */
export const toMailboxForm = (fields: MailboxFields) => ({
  host: fields.host.trim() === '' ? serverOf(fields.username) : fields.host,
  port: Number(fields.port),
  username: fields.username,
  ...(fields.password === '' ? {} : { password: fields.password }),
  folder: fields.folder,
  bankWritesTo: fields.bankWritesTo.trim() === '' ? fields.username : fields.bankWritesTo,
})

export const mailboxMessages = (fields: MailboxFields, isNew: boolean): FieldMessages => ({
  ...(isNew && fields.password === '' ? { password: t('Please enter the app password') } : {}),
  ...messagesOf(connectMailbox.body, toMailboxForm(fields)),
})
