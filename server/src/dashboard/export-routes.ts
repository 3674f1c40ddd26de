import { type EXPORT_FORMATS, exportTransactions } from '@galla/contract/orders/transactions'
import type { FastifyInstance } from 'fastify'
import { ANSWERED, bind } from '../platform/http/endpoint-binding.ts'
import type { ExportOrders } from './export-orders.ts'

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<(typeof EXPORT_FORMATS)[number], string>

export const exportRoutes = (app: FastifyInstance, deps: { readonly exportOrders: ExportOrders }): void => {
  bind(app, exportTransactions, async ({ caller, query, request, reply }) => {
    reply.type(TYPES[query.format])
    // A request for the headers alone must not read all the rows.
    if (request.method === 'HEAD') {
      reply.send()
      return ANSWERED
    }
    const { fileName, rows, body } = await deps.exportOrders(caller, query)
    reply.header('content-disposition', `attachment; filename="${fileName}"`)
    // For a progress bar; the file's own end says whether it is complete.
    if (rows !== undefined) reply.header('x-total-rows', rows)
    reply.send(body)
    return ANSWERED
  })
}
