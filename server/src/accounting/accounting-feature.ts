import * as calls from '@galla/contract/accounting/accounting'
import { getBillingDetails, saveBillingDetails as saveBillingCall } from '@galla/contract/accounting/invoices'
import type { FastifyInstance } from 'fastify'
import { SALE_INVOICE_JOB } from '../orders/change-order.ts'
import type { Feature, Platform } from '../platform/feature.ts'
import { ANSWERED, bind } from '../platform/http/endpoint-binding.ts'
import { type MonthDeps, openMonth } from './export-month.ts'
import { issueSaleInvoice } from './issue-sale-invoice.ts'
import { readBillingDetails, readSettings, saveBillingDetails, saveSettings } from './keep-settings.ts'

const TYPES = {
  tally: 'application/xml; charset=utf-8',
  zoho: 'text/csv; charset=utf-8',
  gstr1: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<calls.MonthFormat, string>

const accountingRoutes = (app: FastifyInstance, deps: Platform & MonthDeps): void => {
  bind(app, getBillingDetails, async ({ caller }) => ({
    data: await readBillingDetails(deps, caller.merchantId),
  }))
  bind(app, saveBillingCall, async ({ body, caller }) => ({
    msg: 'Billing details saved',
    data: await saveBillingDetails(deps, caller.merchantId, body),
  }))
  bind(app, calls.readAccounting, async ({ caller }) => ({
    data: await readSettings(deps, caller.merchantId),
  }))
  bind(app, calls.saveAccounting, async ({ body, caller }) => ({
    msg: 'Accounting saved',
    data: await saveSettings(deps, caller.merchantId, body),
  }))
  bind(app, calls.exportMonth, async ({ caller, query, request, reply }) => {
    reply.type(TYPES[query.format])
    // A request for the headers alone must not read all the rows.
    if (request.method === 'HEAD') {
      reply.send()
      return ANSWERED
    }
    const { fileName, body } = await openMonth(deps, caller, query)
    reply.header('content-disposition', `attachment; filename="${fileName}"`).send(body)
    return ANSWERED
  })
}

/** The accountant's month, and the tax invoices of the merchants' sales. */
export const accountingFeature = (deps: Platform & MonthDeps): Feature => ({
  routes: (http) => accountingRoutes(http, deps),
  jobs: { [SALE_INVOICE_JOB]: (payload) => issueSaleInvoice(deps, payload) },
})
