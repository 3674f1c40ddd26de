import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { httpUrl, instant } from '../fields.ts'

export const NOTICE_KINDS = ['payment', 'question', 'reversal', 'source', 'webhook', 'limit', 'plan'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]
export const NOTICE_WAYS = ['push', 'telegram', 'email'] as const
export type NoticeWay = (typeof NOTICE_WAYS)[number]
export const NOTICE_LANGUAGES = ['en', 'hi'] as const
export type NoticeLanguage = (typeof NOTICE_LANGUAGES)[number]
/** Translates an English text of a notice or an e-mail, and inserts its values. */
export type Translate = (english: string, values?: Readonly<Record<string, string | number>>) => string

/** Browsers and chats of a merchant. */
export const NOTICE_TARGETS_MAX = 10
export const TELEGRAM_LINK_MINUTES = 10

/** What is sent until the merchant chooses: everything, but payments and new cases not by e-mail. */
export const isWantedAtFirst = (kind: NoticeKind, way: NoticeWay): boolean =>
  way !== 'email' || (kind !== 'payment' && kind !== 'question')

const language = z.enum(NOTICE_LANGUAGES)
const choice = z.object({ kind: z.enum(NOTICE_KINDS), way: z.enum(NOTICE_WAYS), isWanted: z.boolean() })

const notices = z.object({
  /** The key that a browser's push service has to expect, in base64url. */
  pushKey: z.string(),
  /** Whether the operator has set up a bot. */
  hasTelegram: z.boolean(),
  /** Each kind in each way. */
  choices: z.array(choice),
  targets: z.array(
    z.object({
      id: z.string(),
      way: z.enum(['push', 'telegram']),
      label: z.string(),
      createdAt: instant,
      notifiedAt: instant.nullable(),
      /** Why it could not be notified the last time. */
      problem: z.string().nullable(),
    }),
  ),
})
export type Notices = z.output<typeof notices>
export type NoticeTarget = Notices['targets'][number]
const reply = z.object({ data: notices })

export const readNotices = endpoint({
  method: 'GET',
  path: '/user/notices',
  auth: 'session',
  summary: 'List which events the merchant is notified of at once, in which ways, and where',
  reply,
})

export const chooseNotice = endpoint({
  method: 'POST',
  path: '/user/notices/choices',
  auth: 'session',
  summary: 'Choose whether a kind of event is sent in a way',
  body: choice,
  reply,
})

const ENDPOINT_WRONG = 'This is not the URL of a push service'
/** The unpadded base64url of so many bytes. */
const encodedBytes = (bytes: number) =>
  z
    .string()
    .regex(/^[\w-]+$/, 'This is not base64url')
    .length(Math.ceil((bytes * 4) / 3), `This is not the base64url of ${bytes} bytes`)

export const addBrowser = endpoint({
  method: 'POST',
  path: '/user/notices/browsers',
  auth: 'session',
  needsConfirmation: true,
  summary: 'Tell this browser by web push; the same subscription again only changes the language',
  body: z.object({
    endpoint: httpUrl(ENDPOINT_WRONG, ENDPOINT_WRONG),
    p256dh: encodedBytes(65),
    auth: encodedBytes(16),
    language,
  }),
  reply: z.object({ data: notices.extend({ targetId: z.string() }) }),
  refusals: ['too_many_notice_targets'],
})

export const removeNoticeTarget = endpoint({
  method: 'POST',
  path: '/user/notices/targets/:id/remove',
  auth: 'session',
  summary: 'Tell a browser or chat nothing more',
  params: z.object({ id: z.string().max(40) }),
  reply,
  refusals: ['not_found'],
})

export const openTelegramLink = endpoint({
  method: 'POST',
  path: '/user/notices/telegram-link',
  auth: 'session',
  needsConfirmation: true,
  summary: 'Create a link that opens a chat with the bot and, once Start is pressed there, adds the chat',
  body: z.object({ language }),
  reply: z.object({ data: z.object({ url: z.string(), expiresAt: instant }) }),
  refusals: ['no_telegram', 'telegram_failed'],
})

export const closeTelegramLink = endpoint({
  method: 'POST',
  path: '/user/notices/telegram-link/close',
  auth: 'session',
  summary: 'End the link that was created last',
})

export const sendTestNotice = endpoint({
  method: 'POST',
  path: '/user/notices/test',
  auth: 'session',
  summary: 'Send a test to every browser and chat, and by e-mail',
})
