import { readFile } from 'node:fs/promises'

/** Reads the version from the program's package.json. */
export const readProgramVersion = async (): Promise<string> => {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8')
  const { version } = JSON.parse(text) as { version: string }
  return version
}
