import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { email, instant, mobile } from '../fields.ts'
import { MODES, ORDER_STATUSES } from '../orders/order-status.ts'

/** After an order ended; without a term its customer is kept. Events of orders are kept for 90 days, so none is shorter. */
export const KEEP_DAYS = [90, 180, 365, 1095] as const
export type KeepDays = (typeof KEEP_DAYS)[number]

export const NOTICE_LENGTH_MAX = 1000
export const NOTICE_VERSIONS_MAX = 200
/** Orders in one file, the newest. */
export const EXPORTED_ORDERS_MAX = 1000

const CONTACT_WRONG = 'Enter a 10-digit mobile number or an e-mail address'

/** A customer is who has this mobile number or this e-mail address. */
const ofCustomer = z.object({
  contact: z.union([mobile(CONTACT_WRONG, CONTACT_WRONG), email(CONTACT_WRONG)], { error: CONTACT_WRONG }),
})

const notice = z.object({ version: z.int(), text: z.string(), at: instant })
export type DataNotice = z.output<typeof notice>

const dataDuties = z.object({
  /** Null: names, mobile numbers and e-mail addresses are kept. */
  keepDays: z.literal(KEEP_DAYS).nullable(),
  /** What the payment page shows; null: none. */
  notice: notice.nullable(),
})
export type DataDuties = z.output<typeof dataDuties>

export const readDataDuties = endpoint({
  method: 'GET',
  path: '/user/customer-data',
  auth: 'session',
  summary: "Get how long customers' data is kept, and the notice on the payment page",
  reply: z.object({ data: dataDuties }),
})

export const updateKeepDays = endpoint({
  method: 'POST',
  path: '/user/customer-data/keep',
  auth: 'session',
  needsConfirmation: true,
  summary:
    "Choose how long customers' names, mobile numbers and e-mail addresses are kept after an order ended",
  body: z.object({ keepDays: z.literal(KEEP_DAYS, { error: 'Choose one of the terms' }).nullable() }),
  reply: z.object({ data: dataDuties }),
})

export const saveDataNotice = endpoint({
  method: 'POST',
  path: '/user/customer-data/notice',
  auth: 'session',
  summary: 'Save a new version of the notice on the payment page; an empty text shows none',
  body: z.object({
    text: z
      .string({ error: 'Enter the notice' })
      .trim()
      .max(NOTICE_LENGTH_MAX, `Please use at most ${NOTICE_LENGTH_MAX} characters`),
  }),
  reply: z.object({ data: dataDuties }),
  refusals: ['too_many_notices'],
})

const found = z.object({
  /** Orders that have this customer's data, in both modes. */
  orders: z.int(),
  /** Those of them that have not ended. */
  open: z.int(),
})

export const findCustomer = endpoint({
  method: 'POST',
  path: '/user/customer-data/find',
  auth: 'session',
  summary: "Count the orders with a customer's data",
  body: ofCustomer,
  reply: z.object({ data: found }),
})

const exportedOrder = z.object({
  orderId: z.string(),
  clientTxnId: z.string(),
  mode: z.enum(MODES),
  status: z.enum(ORDER_STATUSES),
  /** In rupees. */
  amount: z.string(),
  purpose: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  customerMobile: z.string(),
  /** What the customer wrote in the form of a reusable link. */
  answers: z.array(z.object({ question: z.string(), answer: z.string() })),
  createdAt: instant,
  openedAt: instant.nullable(),
  /** The notice that the page showed when it was opened; null: none. */
  noticeVersion: z.int().nullable(),
  paidAt: instant.nullable(),
  utr: z.string().nullable(),
  payerName: z.string().nullable(),
  payerUpiId: z.string().nullable(),
})

const customerExport = z.object({
  contact: z.string(),
  exportedAt: instant,
  /** False: there are more orders than the newest, which this has. */
  isComplete: z.boolean(),
  orders: z.array(exportedOrder),
  /** The notices that the orders name. */
  notices: z.array(notice),
})
export type CustomerExport = z.output<typeof customerExport>

export const exportCustomer = endpoint({
  method: 'POST',
  path: '/user/customer-data/export',
  auth: 'session',
  summary: 'Get all data of one customer',
  body: ofCustomer,
  reply: z.object({ data: customerExport }),
})

export const eraseCustomer = endpoint({
  method: 'POST',
  path: '/user/customer-data/erase',
  auth: 'session',
  needsConfirmation: true,
  summary: "Erase a customer's name, mobile number and e-mail address; open orders follow when they end",
  body: ofCustomer,
  reply: z.object({ data: z.object({ erased: z.int(), waiting: z.int() }) }),
})
