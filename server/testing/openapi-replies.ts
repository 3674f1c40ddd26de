import Ajv from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { LightMyRequestResponse } from 'fastify'

export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly maxLength?: number
  readonly minLength?: number
  readonly maximum?: number
  readonly minimum?: number
  readonly properties?: Readonly<Record<string, JsonSchema>>
}

export interface Media {
  readonly schema?: JsonSchema & { readonly $ref?: string }
  readonly example?: Readonly<Record<string, unknown>>
}

export interface Operation {
  readonly operationId: string
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly tags: readonly string[]
  readonly parameters?: readonly {
    readonly name: string
    readonly in: 'path' | 'query' | 'header'
    readonly schema: JsonSchema
    readonly example?: string | number
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<
    Record<string, { readonly $ref?: string; readonly content?: Record<string, Media> }>
  >
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>
}

/** `#/components/kind/name`, or the thing itself. */
const resolve = <T extends { readonly $ref?: string }>(document: OpenApi, thing: T): T => {
  if (thing.$ref === undefined) return thing
  const [, , kind = '', name = ''] = thing.$ref.split('/')
  return document.components[kind]?.[name] as T
}

/** The fields of a call's JSON body. */
export const bodyFieldsOf = (
  document: OpenApi,
  operation: Operation,
): Readonly<Record<string, JsonSchema>> => {
  const { schema } = operation.requestBody?.content['application/json'] ?? {}
  return schema === undefined ? {} : (resolve(document, schema).properties ?? {})
}

/** Holds replies against the document, as someone would who has nothing else. Says what is wrong; nothing: it fits. */
export const replyChecker = (document: OpenApi) => {
  const ajv = new Ajv.default({ strict: false, allErrors: false, validateFormats: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'document')
  const pointer = (...parts: readonly string[]) =>
    parts.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')

  return (path: string, method: string, reply: LightMyRequestResponse): string | undefined => {
    const operation = document.paths[path]?.[method.toLowerCase()]
    const documented = operation?.responses[String(reply.statusCode)]
    if (documented === undefined) return `answers ${reply.statusCode}, which the document does not know`
    const type = String(reply.headers['content-type'] ?? '').split(';', 1)[0] ?? ''
    const { content } = resolve(document, documented)
    if (content === undefined)
      return reply.body === '' ? undefined : 'answers with a body that the document does not know'
    if (content[type] === undefined) return `answers ${type}, which the document does not know`
    if (type !== 'application/json') return undefined
    const pointerToReply =
      documented.$ref === undefined
        ? `document#/${pointer('paths', path, method.toLowerCase(), 'responses', String(reply.statusCode))}`
        : `document${documented.$ref}`
    const $ref = `${pointerToReply}/content/application~1json/schema`
    const validate = ajv.getSchema($ref) ?? ajv.compile({ $ref })
    return validate(reply.json()) ? undefined : ajv.errorsText(validate.errors)
  }
}
