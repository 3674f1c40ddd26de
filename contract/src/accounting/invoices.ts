import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_LENGTH } from '../field-lengths.ts'
import { requiredText } from '../fields.ts'
import { GST_STATES, isGstin, stateOfGstin } from './gstin.ts'

const GSTIN_WRONG = 'Please enter a valid GSTIN'

const gstin = z
  .string()
  .trim()
  .toUpperCase()
  .refine((text) => text === '' || isGstin(text), GSTIN_WRONG)
  .default('')

/** The recipient of an invoice, or, for the operator, its issuer. */
export const billingDetails = z
  .object({
    legalName: requiredText('Legal name is required', MAX_LENGTH.name),
    address: requiredText('Address is required', MAX_LENGTH.address),
    stateCode: z.string().refine((code) => Object.hasOwn(GST_STATES, code), 'Please choose a state'),
    gstin,
  })
  .superRefine((details, context) => {
    if (details.gstin !== '' && stateOfGstin(details.gstin) !== details.stateCode)
      context.addIssue({ code: 'custom', path: ['stateCode'], message: 'The GSTIN belongs to another state' })
  })
export type BillingDetails = z.output<typeof billingDetails>

export const getBillingDetails = endpoint({
  method: 'GET',
  path: '/user/billing-details',
  auth: 'session',
  summary: 'Get the billing details for invoices; null until they are set',
  reply: z.object({ data: billingDetails.nullable() }),
})

export const saveBillingDetails = endpoint({
  method: 'POST',
  path: '/user/billing-details',
  auth: 'session',
  summary: 'Set the billing details for future invoices',
  body: billingDetails,
  reply: z.object({ data: billingDetails }),
})

/** Replies with the stored PDF, the same bytes each time; only refusals are JSON. */
export const subscriptionInvoice = endpoint({
  method: 'GET',
  path: '/user/subscription-history/:orderId/invoice.pdf',
  auth: 'session',
  summary: 'Get the invoice of a successful payment',
  params: z.object({ orderId: z.string() }),
  responseContentTypes: ['application/pdf'],
  refusals: ['not_found'],
})

const party = z.object({
  name: z.string(),
  address: z.string(),
  stateCode: z.string(),
  gstin: z.string(),
  email: z.string(),
})
export type InvoiceParty = z.output<typeof party>

/** Everything that is printed on an invoice. Amounts are paise as text. */
export const invoiceContent = z.object({
  seller: party,
  buyer: party,
  description: z.string(),
  /** Printed below the description, with the code where there is tax. */
  detail: z.string(),
  /** The HSN code of goods or the SAC of a service. */
  code: z.string(),
  orderId: z.string(),
  utr: z.string(),
  /** The day on which the payment arrived; null if no source reported it. */
  receivedOn: z.iso.date().nullable(),
  price: z.string(),
  gst: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('none') }),
    z.object({
      kind: z.literal('within_state'),
      percent: z.number(),
      taxable: z.string(),
      cgst: z.string(),
      sgst: z.string(),
    }),
    z.object({
      kind: z.literal('between_states'),
      percent: z.number(),
      taxable: z.string(),
      igst: z.string(),
    }),
  ]),
})
export type InvoiceContent = z.output<typeof invoiceContent>
