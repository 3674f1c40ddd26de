import type { Files } from '../files/files.ts'

/** Lists every file of a folder of a backup target, whole or not. */
export const listTarget = async (target: Files, folder: string): Promise<string[]> => {
  const names: string[] = []
  for await (const name of target.list(folder)) names.push(name)
  return names
}
