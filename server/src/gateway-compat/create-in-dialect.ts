import { isHttpUrl } from '@galla/contract/fields'
import type { Dialect } from '@galla/contract/gateway-compat/dialects'
import type { CreatedOrder, PaymentLinkForm } from '@galla/contract/orders/orders'
import type { FastifyRequest } from 'fastify'
import type { Authenticators } from '../api-keys/authenticate.ts'
import { findMerchant } from '../merchants/find-merchant.ts'
import type { CreateDeps, CreateOrder } from '../orders/create/create-order.ts'
import { createdData } from '../orders/create/created-order.ts'
import { numberOrder } from '../orders/create/number-order.ts'
import { invalidField } from '../platform/refusal.ts'
import { type IdField, INVALID_REDIRECT, readLenientForm, type Sent } from './lenient-form.ts'

export interface CreateInDialectDeps extends CreateDeps {
  readonly authenticate: Authenticators
  readonly createOrder: CreateOrder
}

/** The fields of the merchant's own ID. The first one that is sent counts. */
const ID_FIELDS = {
  ekqr: ['client_txn_id'],
  cutepe: ['txn_id', 'client_txn_id'],
} as const satisfies Record<Dialect, readonly IdField[]>

export interface CreatedInDialect {
  readonly created: CreatedOrder
  readonly clientTxnId: string
  readonly orderNumber: number | null
}

/** Creates an order as create-order does. Only the form is parsed more leniently. */
export const createInDialect = async (
  deps: CreateInDialectDeps,
  request: FastifyRequest,
  sent: Sent,
  dialect: Dialect,
): Promise<CreatedInDialect> => {
  const caller = await deps.authenticate.key(request)
  const read = readLenientForm(sent, ID_FIELDS[dialect], caller.mode)
  if ('wrong' in read) throw invalidField(read.wrong.field, read.wrong.msg)
  const form = await withWholeRedirect(deps, caller.merchantId, read.form)
  const created = await deps.createOrder(caller, form, dialect)
  return {
    created: createdData(deps, created),
    clientTxnId: created.clientTxnId,
    orderNumber: dialect === 'ekqr' ? await numberOrder(deps.db, created.merchantId, created.orderId) : null,
  }
}

/** Completes a redirect path with the merchant's website, if there is one. */
const withWholeRedirect = async (
  deps: CreateInDialectDeps,
  merchantId: string,
  form: PaymentLinkForm,
): Promise<PaymentLinkForm> => {
  if (!form.redirect_url.startsWith('/')) return form
  const { websiteUrl } = await findMerchant(deps, merchantId)
  const whole = URL.parse(form.redirect_url, websiteUrl)
  if (whole === null) return form
  // Encoding and the website make the URL longer, perhaps too long.
  if (!isHttpUrl(whole.href)) throw invalidField('redirect_url', INVALID_REDIRECT)
  return { ...form, redirect_url: whole.href }
}
