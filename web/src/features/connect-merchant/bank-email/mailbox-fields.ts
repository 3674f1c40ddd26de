import {
  connectMailbox,
  MAILBOX_FOLDER,
  MAILBOX_PORT,
  type Mailbox,
} from '@galla/contract/bank-emails/bank-emails'
import { type FieldMessages, messagesOf } from '../../../components/form/form-errors.ts'
import { t } from '../../../locales/translate.ts'

/** The form's fields as they are typed. */
export interface MailboxFields {
  readonly username: string
  readonly password: string
  readonly host: string
  readonly port: string
  readonly folder: string
  readonly bankWritesTo: string
}

const GMAIL = 'imap.gmail.com'

/** The mail servers of common addresses. */
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

/** The server that reads this address's mail, as far as it is known. */
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

/** What the call takes; a field that was left empty is filled in from the address. */
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
