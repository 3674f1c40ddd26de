import { readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'

const CALLS = '?calls'
const IMPORTS = /^import \{([^}]*)\} from '(@galla\/contract\/[^'?]+)'/gm
const ENDPOINT = /^export const (\w+) = endpoint\(/gm

const JSON_SCHEMA = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/
const EXPORTED = /^export (?:const|function) (\w+)/gm

/** The properties of an endpoint that a call needs. The others are schemas, and texts for the reference. */
const OF_A_CALL = new Set(['method', 'path', 'auth'])
const SCHEMAS = 'params|query|body|reply'

/**
 * Calls need the method and the path of an endpoint only: its schemas, and with them zod, load with the forms that check by them. An import
 * of an endpoint is therefore taken from a second module, `orders.ts?calls`, except where one of its schemas is used.
 */
export const contractCalls = (): Plugin => ({
  name: 'contract-calls',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (!source.endsWith(CALLS)) return undefined
    const found = await this.resolve(source.slice(0, -CALLS.length), importer)
    return found && found.id + CALLS
  },
  load(id) {
    // The server prints JSON schemas; no page does.
    if (JSON_SCHEMA.test(id)) return emptied(readFileSync(id, 'utf8'))
    if (!id.endsWith(CALLS)) return undefined
    const code = readFileSync(id.slice(0, -CALLS.length), 'utf8')
    return { code: callsIn(code, this.parse(code, { lang: 'ts' })), moduleSideEffects: false }
  },
  async transform(code, id) {
    if (!/\/web\/src\/.*\.tsx?$/.test(id) || !code.includes('@galla/contract/')) return undefined
    let changed = code
    for (const [statement, list = '', source = ''] of code.matchAll(IMPORTS)) {
      const file = await this.resolve(source, id)
      if (!file) continue
      const endpoints = new Set([...readFileSync(file.id, 'utf8').matchAll(ENDPOINT)].map(([, name]) => name))
      const names = list
        .split(',')
        .map((each) => each.trim())
        .filter((each) => each !== '' && !each.startsWith('type '))
      const called = names.filter(
        (name) => endpoints.has(name) && !new RegExp(`\\b${name}\\.(?:${SCHEMAS})\\b`).test(code),
      )
      const others = names.filter((name) => !called.includes(name))
      const lines = [
        ...(called.length > 0 ? [`import { ${called.join(', ')} } from '${source}${CALLS}'`] : []),
        ...(others.length > 0 ? [`import { ${others.join(', ')} } from '${source}'`] : []),
      ]
      changed = changed.replace(statement, () => lines.join('; '))
    }
    return { code: changed, map: null }
  },
})

const emptied = (code: string): string =>
  [...code.matchAll(EXPORTED)].map(([, name]) => `export const ${name} = () => {}\n`).join('')

/** The endpoints of a module of the contract, without their schemas. */
const callsIn = (code: string, { body }: ReturnType<Rolldown.PluginContext['parse']>): string =>
  body
    .flatMap((statement) => {
      if (
        statement.type !== 'ExportNamedDeclaration' ||
        statement.declaration?.type !== 'VariableDeclaration'
      )
        return []
      const [made] = statement.declaration.declarations
      if (made?.id.type !== 'Identifier' || made.init?.type !== 'CallExpression') return []
      const [definition] = made.init.arguments
      if (!/^endpoint\(/.test(code.slice(made.init.start)) || definition?.type !== 'ObjectExpression')
        return []
      const kept = definition.properties.filter(
        (each) => each.type === 'Property' && each.key.type === 'Identifier' && OF_A_CALL.has(each.key.name),
      )
      return `export const ${made.id.name} = { ${kept.map(({ start, end }) => code.slice(start, end)).join(', ')} }\n`
    })
    .join('')
