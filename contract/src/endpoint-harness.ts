import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { DocumentedCall } from './api-reference/integrator-calls.ts'
import type { Endpoint } from './endpoint.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'auth' in value

const FILES = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/(\.test|-harness)\.ts$/.test(file))
  .toSorted()

const callsOf = async (file: string): Promise<DocumentedCall[]> => {
  const module = (await import(/* @vite-ignore */ path.join(import.meta.dirname, file))) as object
  return Object.entries(module)
    .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
    .map(([name, endpoint]) => ({ name, endpoint, group: path.dirname(file) }))
}

/** Every call there is, named by what the contract exports it as. */
export const ENDPOINTS: readonly DocumentedCall[] = (await Promise.all(FILES.map(callsOf))).flat()
