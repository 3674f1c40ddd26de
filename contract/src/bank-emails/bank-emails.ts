import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { CONTROL_CHARACTER, count, email, instant, requiredText } from '../fields.ts'

/** Why an e-mail in a bank's name is not trusted. Each sentence is shown with the message. */
export const EMAIL_REFUSALS = {
  not_the_bank: 'The sender is not a known address of a bank.',
  two_senders: 'This email has more than one sender.',
  unsigned: 'The signature of this email is missing or wrong.',
  signature_incomplete: 'The signature of this email does not cover all required parts.',
  signature_unchecked:
    "The signature of this email could not be checked, because the bank's key was not found in time.",
  not_to_you: 'This email was not sent to the address that your bank writes to.',
  too_old: 'This email is more than seven days old, or has no date.',
  too_large: 'This email is too large.',
  unreadable: 'This email could not be read.',
} as const
export type EmailRefusal = keyof typeof EMAIL_REFUSALS

/** Why a mailbox is not connected, and what to do. */
export const MAILBOX_PROBLEMS = {
  wrong_password:
    'The mail server rejected the user name or password. Enter the app password again. With Gmail, your usual password does not work.',
  no_folder: 'The mailbox does not have this folder. Check the name.',
  private_address: 'This server cannot be used, because its address is not on the public internet.',
  dns_failed: 'The server was not found. Check the name.',
  connect_failed: 'The server does not respond. Check the name and the port.',
  tls_failed: 'The connection is not secure, because the certificate of the server is not valid.',
  timed_out: 'The server took too long to respond. Galla will try again.',
  connection_lost: 'The connection was lost. Galla will try again.',
  unavailable: 'The mail server is temporarily unavailable. Galla will try again.',
  dns_unchecked:
    "The bank's signature could not be checked, because the name server does not respond. Galla will try again.",
  too_much: 'The server sends more than Galla can process. Galla tries again, but less and less often.',
  unusable: 'The server sent a response that Galla cannot read. Galla will try again.',
} as const
export type MailboxProblem = keyof typeof MAILBOX_PROBLEMS

export const MAILBOX_PORT = 993
export const MAILBOX_FOLDER = 'INBOX'
const PASSWORD_CHARS_MAX = 256

const server = requiredText('Please enter the name of the mail server, such as imap.gmail.com', 255)
  .toLowerCase()
  .regex(
    /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/,
    'Please enter the name of the mail server, such as imap.gmail.com',
  )

const mailboxForm = z.object({
  host: server,
  port: z
    .number({ error: 'Please enter a port' })
    .int('Please enter a port')
    .min(1)
    .max(65_535)
    .default(MAILBOX_PORT),
  username: requiredText('Please enter the user name of the mailbox', 320),
  /** Without it, the stored password is used, if server and user are unchanged. */
  password: z
    .string({ error: 'Please enter the app password' })
    .min(1, 'Please enter the app password')
    .max(PASSWORD_CHARS_MAX, `Please use at most ${PASSWORD_CHARS_MAX} characters`)
    .refine((text) => !/[\r\n\0]/.test(text), CONTROL_CHARACTER)
    .optional(),
  folder: requiredText('Please enter a folder', 255).default(MAILBOX_FOLDER),
  /** The address that the bank writes to. An e-mail to another address was meant for someone else. */
  bankWritesTo: email('Please enter the address that your bank writes to'),
})
export type MailboxForm = z.output<typeof mailboxForm>

const mailbox = z.object({
  host: z.string(),
  port: z.number(),
  username: z.string(),
  folder: z.string(),
  bankWritesTo: z.string(),
  state: z.enum(['connecting', 'connected', 'failing']),
  /** A sentence if it is failing, otherwise null. */
  problem: z.string().nullable(),
  nextAttemptAt: instant.nullable(),
  /** When the server last responded. */
  lastAnsweredAt: instant.nullable(),
  lastMessageAt: instant.nullable(),
})
export type Mailbox = z.output<typeof mailbox>

const bankEmailSource = z.object({
  /** The account that the e-mails are about. */
  upiId: z.string(),
  mailbox: mailbox.nullable(),
  /** True if this installation receives e-mail by SMTP. */
  receives: z.boolean(),
  /** The address for the bank's e-mails; null until the merchant creates one. */
  address: z.object({ address: z.string(), bankWritesTo: z.string() }).nullable(),
  /** E-mails of today that report no payment and were only counted, because too many came. */
  notListed: count,
})
export type BankEmailSource = z.output<typeof bankEmailSource>

const replySource = z.object({ data: bankEmailSource })

export const readBankEmailSource = endpoint({
  method: 'GET',
  path: '/user/bank-email',
  auth: 'session',
  summary: "Get the mailbox of the mode's current account and its status",
  reply: replySource,
  refusals: ['account_not_found'],
})

export const connectMailbox = endpoint({
  method: 'POST',
  path: '/user/connect-mailbox',
  auth: 'session',
  needsConfirmation: true,
  summary: "Connect a mailbox and read the bank's e-mails in one folder; Galla changes nothing in it",
  body: mailboxForm,
  reply: replySource,
  refusals: ['no_account', 'suspended'],
})

export const testMailbox = endpoint({
  method: 'POST',
  path: '/user/test-mailbox',
  auth: 'session',
  summary: 'Test a mailbox: log in and open its folder once; nothing is stored',
  body: mailboxForm,
  reply: z.object({
    data: z.object({
      works: z.boolean(),
      /** A sentence that says what works, or what to do. */
      detail: z.string(),
    }),
  }),
  refusals: ['no_account', 'too_many_requests'],
})

export const disconnectMailbox = endpoint({
  method: 'POST',
  path: '/user/disconnect-mailbox',
  auth: 'session',
  needsConfirmation: true,
  summary: 'Disconnect the mailbox and delete its password',
  reply: replySource,
  refusals: ['no_account'],
})

export const rotateEmailAddress = endpoint({
  method: 'POST',
  path: '/user/rotate-email-address',
  auth: 'session',
  needsConfirmation: true,
  summary:
    "Create a new address for the bank's e-mails of the current account; the old one stops immediately",
  body: z.object({ bankWritesTo: email('Please enter the address that your bank writes to') }),
  reply: replySource,
  refusals: ['no_account', 'not_found'],
})
