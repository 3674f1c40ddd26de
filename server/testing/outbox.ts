import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The letters that lie in the outbox, the oldest first, with their soft line breaks joined. */
export const lettersIn = (dataDir: string): string[] => {
  const outbox = join(dataDir, 'outbox')
  if (!existsSync(outbox)) return []
  return readdirSync(outbox)
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => readFileSync(join(outbox, name), 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '='))
}
