import { readFile } from 'node:fs/promises'

/** As the program's own package says it. */
export const readProgramVersion = async (): Promise<string> => {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8')
  const { version } = JSON.parse(text) as { version: string }
  return version
}
