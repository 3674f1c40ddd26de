import { type KeyScope, SCOPES_OF_CALL } from '@galla/contract/api-keys/key-scopes'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { CALLERS, type Caller, SCOPES_OF_KEY } from '../testing/every-caller.ts'
import { bodyFieldsOf, type Operation } from '../testing/openapi-replies.ts'
import { bodiesForAnyone, spoiledFields, spoiledTexts } from '../testing/spoiled-bodies.ts'
import { BOUNDARY, FORM_TYPE, formOf } from '../testing/upload-form.ts'
import { ENDS_THE_SESSION, expectNothingLogged, openFuzzedApp } from './app-fuzz-harness.ts'

const app = openFuzzedApp()
const { expectEnvelope } = app

const isJson = (reply: LightMyRequestResponse): boolean =>
  String(reply.headers['content-type']).startsWith('application/json')

/** The address of an operation, its parameters as the document's examples, but for what is really there. */
const addressOf = (
  path: string,
  operation: Operation,
  query: Readonly<Record<string, string>> = {},
): string => {
  const real: Readonly<Record<string, string>> = {
    orderId: app.orderId,
    merchantId: app.cast.judged.merchantId,
  }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const example = operation.parameters?.find((each) => each.name === name)?.example
    // A stream that was opened would stay open.
    return encodeURIComponent(
      operation.operationId === 'orderEvents' ? 'x' : (real[name] ?? String(example ?? 'x')),
    )
  })
  const examples = (operation.parameters ?? [])
    .filter((each) => each.in === 'query' && each.example !== undefined)
    .map((each) => [each.name, String(each.example)] as const)
  const all = { ...Object.fromEntries(examples), ...query }
  const asked = Object.entries(all).map(
    ([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`,
  )
  return asked.length === 0 ? filled : `${filled}?${asked.join('&')}`
}

/** A caller without permission learns only that, whatever they send. */
const refusedFor = (path: string, operation: Operation, caller: Caller): readonly number[] => {
  const [needs, orNothing] = operation.security
  const needed: readonly KeyScope[] = SCOPES_OF_CALL[path.replaceAll(/\{(\w+)\}/g, ':$1')] ?? []
  if (needs === undefined || orNothing !== undefined) return []
  if ('apiKey' in needs) {
    const scopes = SCOPES_OF_KEY[caller]
    return scopes === undefined ? [401] : needed.some((scope) => scopes.includes(scope)) ? [] : [403]
  }
  if (caller === 'operator') return []
  if (caller === 'merchant' || caller === 'other') return operation.tags.includes('Operator') ? [403] : []
  return [401]
}

const rightfulCaller = (operation: Operation): Caller => {
  const [needs] = operation.security
  if (needs === undefined) return 'visitor'
  if ('apiKey' in needs) return 'wideKey'
  return operation.tags.includes('Operator') ? 'operator' : 'merchant'
}

describe('every operation of the OpenAPI document replies as documented', () => {
  const ask = async (
    path: string,
    method: string,
    caller: Caller,
    url: string,
    what: string,
    sent?: { readonly payload: string | Buffer; readonly type: string },
  ): Promise<LightMyRequestResponse> => {
    const ending = ENDS_THE_SESSION.has(path.replace('/api/v1', ''))
    const headers = {
      ...app.cast.headersOf(ending ? 'visitor' : caller),
      ...(sent === undefined ? {} : { 'content-type': sent.type }),
    }
    const reply = await app.shop.call({
      method: method.toUpperCase() as 'GET' | 'POST' | 'PUT',
      url,
      headers,
      ...(sent === undefined ? {} : { payload: sent.payload }),
    })
    const context = `${caller} ${method} ${url.slice(0, 200)}, ${what}: ${reply.statusCode} ${reply.body.slice(0, 300)}`
    expect(reply.statusCode, context).toBeLessThan(500)
    expect(app.replyFault(path, method, reply), context).toBeUndefined()
    // Other gateways' clients are answered in those gateways' words.
    if (isJson(reply) && path.startsWith('/api/v1/')) expectEnvelope(reply, context)
    return reply
  }

  const operations = () =>
    Object.entries(app.document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
  const exampleOf = (operation: Operation) =>
    operation.requestBody?.content['application/json']?.example ?? {}

  test('to every caller, with its example, no body, too many fields, repeated fields and names such as __proto__', async () => {
    let calls = 0
    for (const { path, method, operation } of operations()) {
      app.shop.clock.advance({ seconds: 1 })
      for (const caller of CALLERS) {
        const refused = refusedFor(path, operation, caller)
        const url = addressOf(path, operation)
        const all = bodiesForAnyone(exampleOf(operation))
        // A caller without access is refused before the body is read: a few bodies show that.
        const bodies = method === 'get' ? [undefined] : refused.length > 0 ? all.slice(0, 2) : all
        for (const body of bodies) {
          const sent = body === undefined ? undefined : { payload: body.body, type: 'application/json' }
          const reply = await ask(path, method, caller, url, body?.what ?? 'asked', sent)
          calls += 1
          if (refused.length > 0)
            expect(refused, `${caller} ${url} ${body?.what} ${reply.body}`).toContain(reply.statusCode)
        }
      }
    }
    expect(calls).toBeGreaterThan(1_500)
  })

  test('to each field of its body at and beyond its limits, of another type, huge and with odd characters', async () => {
    let calls = 0
    for (const { path, method, operation } of operations())
      for (const { what, body } of spoiledFields(
        exampleOf(operation),
        bodyFieldsOf(app.document, operation),
      )) {
        const caller = rightfulCaller(operation)
        const sent = { payload: body, type: 'application/json' }
        await ask(path, method, caller, addressOf(path, operation), what, sent)
        calls += 1
      }
    expect(calls).toBeGreaterThan(1_000)
  })

  test('to each parameter of its query with the same values', async () => {
    let calls = 0
    for (const { path, method, operation } of operations())
      for (const { name, schema } of (operation.parameters ?? []).filter((each) => each.in === 'query'))
        for (const text of spoiledTexts(schema)) {
          const url = addressOf(path, operation, { [name]: text })
          await ask(path, method, rightfulCaller(operation), url, `${name} spoiled`)
          calls += 1
        }
    expect(calls).toBeGreaterThan(200)
  })

  test('and a reply that differs from the document is found', async () => {
    const plans = await app.shop.call({ url: '/api/v1/plans' })
    expect(app.replyFault('/api/v1/plans', 'get', plans)).toBeUndefined()
    expect(app.replyFault('/api/v1/order/create-order', 'post', plans)).toContain('data')
    expect(app.replyFault('/api/v1/nowhere', 'get', plans)).toContain('does not know')
    const late = await app.shop.call({ url: '/api/v1/user/stats' })
    expect(late.statusCode).toBe(401)
    expect(app.replyFault('/api/v1/plans', 'get', late)).toContain('401')
  })

  test('to uploads without a file, with an invalid file and in a broken form', async () => {
    const forms = operations().filter(
      ({ operation }) => 'multipart/form-data' in (operation.requestBody?.content ?? {}),
    )
    expect(forms.length).toBeGreaterThan(1)
    for (const { path, method, operation } of forms)
      for (const payload of [
        formOf({ documentType: 'panCard', documentNumber: 'ABCPE1234F' }, [
          { name: 'a.pdf', content: Buffer.from('%PDF-1.7 but no more') },
        ]),
        formOf({}, [{ name: '\u202e.csv', content: Buffer.from('a,b\n1,2'), field: 'file' }]),
        formOf({ ['__proto__']: 'x', constructor: 'y' }, []),
        Buffer.from(
          `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\nnever ends`,
        ),
      ])
        await ask(path, method, rightfulCaller(operation), addressOf(path, operation), 'a form', {
          payload,
          type: FORM_TYPE,
        })
  })
})

expectNothingLogged(app)
