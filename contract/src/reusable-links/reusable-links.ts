import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  amount,
  count,
  instant,
  istDate,
  nextCursor,
  orderId,
  pageByCursor,
  requiredText,
  rowsLimit,
} from '../fields.ts'
import { FAILURE_REASONS, MODES, ORDER_STATUSES } from '../orders/order-status.ts'
import { pagination, paging } from '../reconciliation/credits.ts'

/** The limit of a merchant in a mode; closed links do not count. */
export const LINKS_MAX = 200
/** Unless another limit is given. */
export const LINKS_PER_PAGE = 50
export const LINK_TITLE_CHARS_MAX = 100
export const LINK_TEXT_CHARS_MAX = 500
export const LINK_ITEMS_MAX = 20
export const ITEM_NAME_CHARS_MAX = 60
export const ITEM_QUANTITY_MAX = 99
export const QUESTIONS_MAX = 5
export const QUESTION_CHARS_MAX = 80
export const ANSWER_CHARS_MAX = 200
export const LINK_USES_MAX = 10_000

/** The end of the link's URL: 50 random bits. */
export const LINK_CODE = /^[0-9A-HJKMNP-TV-Z]{10}$/

export const LINK_STATES = ['open', 'closed', 'ended', 'used_up'] as const
export type LinkState = (typeof LINK_STATES)[number]

/**
 * Why a link takes no payment.
 * - `busy`: open orders reserve the last uses; an order that expires unpaid releases its use.
 * - `unavailable`: the merchant is suspended, has no account or no quota.
 * - `later`: too many customers have an order of the link that can still be paid; each one that expires leaves its place.
 * - `too_many`: this address sends forms, or asks for pages, too fast.
 * - `too_many_unpaid`: this address created many unpaid orders.
 */
export type NoPayment =
  | 'not_found'
  | 'closed'
  | 'ended'
  | 'used_up'
  | 'busy'
  | 'unavailable'
  | 'later'
  | 'too_many'
  | 'too_many_unpaid'

/** Allows several lines, and no other control characters. */
const text = z
  .string({ error: 'Please enter a text' })
  .trim()
  .max(LINK_TEXT_CHARS_MAX, `Please use at most ${LINK_TEXT_CHARS_MAX} characters`)
  .refine((value) => !/[^\P{Cc}\n\r\t]/u.test(value), 'This contains characters that are not allowed')

const usesWrong = `Enter a whole number from 1 to ${LINK_USES_MAX}`

const title = requiredText('Enter what the payment is for', LINK_TITLE_CHARS_MAX)
const changeable = {
  description: text,
  thanks: text.meta({ description: 'Shown after the payment.' }),
  lastDay: istDate
    .nullable()
    .meta({ description: 'The last day of the link in India; null if it has no end.' }),
  usesMax: z
    .int(usesWrong)
    .min(1, usesWrong)
    .max(LINK_USES_MAX, usesWrong)
    .nullable()
    .meta({ description: 'The maximum number of payments; null if unlimited.' }),
}

const question = z.object({
  label: requiredText('Enter the question', QUESTION_CHARS_MAX),
  isRequired: z.boolean().default(false),
})

const price = z
  .discriminatedUnion(
    'kind',
    [
      z.object({ kind: z.literal('fixed'), amount }),
      z.object({ kind: z.literal('choice'), min: amount, max: amount }),
      z.object({
        kind: z.literal('items'),
        items: z
          .array(z.object({ name: requiredText('Enter the item name', ITEM_NAME_CHARS_MAX), price: amount }))
          .min(1, 'Add an item')
          .max(LINK_ITEMS_MAX, `Please use at most ${LINK_ITEMS_MAX} items`),
      }),
    ],
    { error: 'Choose how the amount is set' },
  )
  .refine((chosen) => chosen.kind !== 'choice' || chosen.min <= chosen.max, {
    error: 'The minimum amount is above the maximum',
    path: ['max'],
  })
  .meta({ description: 'Cannot be changed later, so that customers pay the amount that they saw.' })

/** The price in replies, with amounts as numbers of rupees. */
const priceSent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fixed'), amount: z.number() }),
  z.object({ kind: z.literal('choice'), min: z.number(), max: z.number() }),
  z.object({ kind: z.literal('items'), items: z.array(z.object({ name: z.string(), price: z.number() })) }),
])

const reusableLink = z.object({
  code: z.string(),
  url: z.string(),
  mode: z.enum(MODES),
  title: z.string(),
  description: z.string(),
  thanks: z.string(),
  price: priceSent,
  questions: z.array(z.object({ label: z.string(), isRequired: z.boolean() })),
  lastDay: z.string().nullable(),
  usesMax: z.number().nullable(),
  state: z.enum(LINK_STATES),
  paid: count,
  /** Orders that can be paid now. */
  open: count,
  collected: z.number(),
  createdAt: instant,
})
export type ReusableLink = z.output<typeof reusableLink>

const ofLink = z.object({ code: z.string().max(40) })

export const listReusableLinks = endpoint({
  method: 'GET',
  path: '/user/reusable-links',
  auth: 'session',
  summary: "List the reusable links of the session's mode: open ones first, then the newest",
  query: z.object({ ...paging, limit: rowsLimit.default(LINKS_PER_PAGE) }),
  reply: z.object({ data: z.array(reusableLink), pagination }),
})

export const createReusableLink = endpoint({
  method: 'POST',
  path: '/user/reusable-links',
  auth: 'session',
  summary: 'Create a reusable link; each payment of it is a separate order',
  body: z.object({
    title,
    description: changeable.description.default(''),
    thanks: changeable.thanks.default(''),
    lastDay: changeable.lastDay.default(null),
    usesMax: changeable.usesMax.default(null),
    price,
    questions: z
      .array(question)
      .max(QUESTIONS_MAX, `Please ask at most ${QUESTIONS_MAX} questions`)
      .default([]),
  }),
  reply: z.object({ data: reusableLink }),
  refusals: ['suspended', 'too_many_links'],
})

export const updateReusableLink = endpoint({
  method: 'PUT',
  path: '/user/reusable-links/:code',
  auth: 'session',
  summary:
    'Update the texts and limits of a reusable link, close it or reopen it; absent fields do not change',
  params: ofLink,
  body: z.object({ title, ...changeable, isClosed: z.boolean() }).partial(),
  reply: z.object({ data: reusableLink }),
  refusals: ['link_not_found', 'too_many_links'],
})

const linkOrder = z.object({
  orderId,
  createdAt: instant,
  customerName: z.string(),
  amount: z.number(),
  purpose: z.string(),
  status: z.enum(ORDER_STATUSES),
  failureReason: z.enum(FAILURE_REASONS).nullable(),
  answers: z.array(z.object({ question: z.string(), answer: z.string() })),
})
export type LinkOrder = z.output<typeof linkOrder>

export const listLinkOrders = endpoint({
  method: 'GET',
  path: '/user/reusable-links/:code/orders',
  auth: 'session',
  summary: "List the orders of a reusable link with the customers' answers, newest first",
  params: ofLink,
  query: z.object({
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    limit: rowsLimit.default(20),
  }),
  reply: z.object({
    data: z.array(linkOrder),
    pagination: z.object({ currentPage: count, hasNextPage: z.boolean() }),
  }),
  refusals: ['link_not_found'],
})

/** A link as a key reads it: money is text with two decimals. */
const linkByKey = reusableLink
  .pick({
    code: true,
    url: true,
    mode: true,
    title: true,
    lastDay: true,
    usesMax: true,
    state: true,
    paid: true,
    open: true,
    createdAt: true,
  })
  .extend({ collected: z.string() })
export type LinkByKey = z.output<typeof linkByKey>

export const listLinks = endpoint({
  method: 'GET',
  path: '/links',
  auth: 'key',
  summary: 'List reusable links, newest first',
  query: z.object(pageByCursor),
  reply: z.object({ data: z.array(linkByKey), next: nextCursor }),
})

export const createLink = endpoint({
  method: 'POST',
  path: '/links',
  auth: 'key',
  summary: 'Create a reusable link that many customers can pay',
  body: createReusableLink.body,
  reply: z.object({ data: linkByKey }),
  refusals: ['suspended', 'too_many_links', 'idempotency_key_reused'],
})

export const closeLink = endpoint({
  method: 'POST',
  path: '/links/:code/close',
  auth: 'key',
  summary: 'Close a reusable link; closing it again changes nothing',
  params: ofLink,
  reply: z.object({ data: linkByKey }),
})
