import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { type Galla, RefusedError } from '../src/galla.ts'

/** What this was tried with. */
export const MCP_PACKAGE = '@modelcontextprotocol/server@2.4.0'

type Given = Readonly<Record<string, unknown>>

interface Tool {
  readonly about: string
  readonly fields: Readonly<Record<string, object>>
  readonly required?: readonly string[]
  /** Creates something; the others only read. */
  readonly writes?: true
  readonly run: (galla: Galla, given: Given, signal: AbortSignal) => Promise<unknown>
}

const text = (description: string) => ({ type: 'string', description })
const PAGE = {
  cursor: text('`next` of the page before'),
  limit: { type: 'integer', minimum: 1, maximum: 100 },
}
const DAYS = {
  from: text('First day in India, YYYY-MM-DD'),
  to: text('Last day in India, YYYY-MM-DD'),
}

const POLL_MS = 3_000
const WAIT_SECONDS_MAX = 300

/** Returns the order once it is paid or has failed, or as it is when the time is over. */
const awaitOrder = async (galla: Galla, { orderId, seconds }: Given, signal: AbortSignal) => {
  const until = Date.now() + Math.min(Number(seconds ?? 60), WAIT_SECONDS_MAX) * 1000
  for (;;) {
    const order = await galla.getOrder(String(orderId), { signal })
    const isOver = order.status === 'success' || order.status === 'failed'
    if (isOver || Date.now() + POLL_MS > until) return order
    await wait(POLL_MS, undefined, { signal })
  }
}

/** The order that a refused one repeats. */
const firstOf = (error: unknown) => {
  if (!(error instanceof RefusedError) || error.orderId === null || error.paymentUrl === null) throw error
  return { order_id: error.orderId, payment_url: error.paymentUrl }
}

/** No tool refunds, cancels, or says that a payment came: only a person does, in the dashboard. */
const TOOLS: Readonly<Record<string, Tool>> = {
  list_orders: {
    about: 'List or search orders, newest first.',
    fields: {
      search: text('Part of an id, the customer or the purpose; or a whole amount, UTR or UPI ID'),
      status: { enum: ['created', 'pending', 'success', 'failed'] },
      ...DAYS,
      ...PAGE,
    },
    run: (galla, given, signal) => galla.listOrders({ ...given, signal }),
  },
  get_order: {
    about: 'Get an order with its payments, the proof that it was paid: status success and the UTR.',
    fields: { orderId: text("Galla's id of the order") },
    required: ['orderId'],
    run: (galla, { orderId }, signal) => galla.getOrder(String(orderId), { signal }),
  },
  wait_for_payment: {
    about: `Wait until an order is paid or has failed, at most ${WAIT_SECONDS_MAX} seconds, and get it.`,
    fields: {
      orderId: text("Galla's id of the order"),
      seconds: { type: 'integer', minimum: 1, maximum: WAIT_SECONDS_MAX },
    },
    required: ['orderId'],
    run: awaitOrder,
  },
  list_payments: {
    about: 'List the payments that came, newest first.',
    fields: {
      state: {
        enum: ['matched', 'unmatched', 'ambiguous', 'amount_mismatch', 'duplicate', 'ignored', 'refunded'],
      },
      ...DAYS,
      ...PAGE,
    },
    run: (galla, given, signal) => galla.listPayments({ ...given, signal }),
  },
  list_open_cases: {
    about: 'List the payments that wait for a decision, and count the open cases.',
    fields: PAGE,
    run: (galla, given, signal) => galla.listOpenCases({ ...given, signal }),
  },
  get_closing: {
    about: 'Get the sums of a day in India.',
    fields: { date: text('YYYY-MM-DD') },
    required: ['date'],
    run: (galla, { date }, signal) => galla.getClosing(String(date), { signal }),
  },
  create_order: {
    about:
      'Create an order. Give the person its payment_url, or the picture of its QR at qr_url: a person pays, you cannot. Then use wait_for_payment.',
    fields: {
      amount: text('Rupees with at most 2 decimals, such as 499.00'),
      p_info: text('What the payment is for'),
      customer_name: text('Name of the customer'),
      customer_email: text('E-mail of the customer'),
      customer_mobile: text('Ten digits'),
      client_txn_id: text('Your own id; random without one. The same id never makes a second order.'),
      redirect_url: text('Where the customer goes after the payment; default: the first page of this Galla'),
    },
    required: ['amount', 'p_info', 'customer_name', 'customer_email', 'customer_mobile'],
    writes: true,
    run: async (galla, given, signal) => {
      const field = (name: string) => String(given[name] ?? '')
      const asked = {
        client_txn_id: field('client_txn_id') || `agent-${randomUUID()}`,
        amount: field('amount'),
        p_info: field('p_info'),
        customer_name: field('customer_name'),
        customer_email: field('customer_email'),
        customer_mobile: field('customer_mobile'),
        redirect_url: field('redirect_url') || galla.baseUrl,
      }
      const made = galla.createOrder(asked, { signal })
      const order = await made.then(
        ({ order_id, payment_url, amount, expires_at }) => ({ order_id, payment_url, amount, expires_at }),
        firstOf,
      )
      return { ...order, qr_url: `${order.payment_url}/qr.png` }
    },
  },
}

const answer = async (work: () => Promise<unknown>): Promise<CallToolResult> => {
  try {
    return { content: [{ type: 'text', text: JSON.stringify(await work()) }] }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { content: [{ type: 'text', text: why }], isError: true }
  }
}

/** Whether the package is here that speaks the protocol; this one has no dependencies. */
export const hasMcpPackage = (): boolean => {
  try {
    createRequire(import.meta.url).resolve('@modelcontextprotocol/server')
    return true
  } catch {
    return false
  }
}

/** Serves the calls of a key as tools over stdin and stdout: those that read, and with `mayCreate` also create_order. */
export const serveMcp = async (galla: Galla, version: string, mayCreate: boolean): Promise<void> => {
  const [{ fromJsonSchema, McpServer }, { serveStdio }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/server/stdio'),
  ])
  serveStdio(() => {
    const server = new McpServer({ name: 'galla', version }, { capabilities: { tools: {} } })
    for (const [name, { about, fields, required = [], writes = false, run }] of Object.entries(TOOLS)) {
      if (writes && !mayCreate) continue
      const schema = { type: 'object', properties: fields, required, additionalProperties: false }
      server.registerTool(
        name,
        {
          description: about,
          inputSchema: fromJsonSchema<Given>(schema),
          annotations: { readOnlyHint: !writes, destructiveHint: false, openWorldHint: false },
        },
        (given, { mcpReq }) => answer(() => run(galla, given, mcpReq.signal)),
      )
    }
    return server
  })
}
