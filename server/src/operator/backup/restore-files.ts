import { Readable } from 'node:stream'
import { listTarget } from '../../platform/backup/list-target.ts'
import { readBackup } from '../../platform/backup/read-backup.ts'
import { readStored } from '../../platform/backup/store-backup.ts'
import type { Files } from '../../platform/files/files.ts'
import { ARCHIVES, archivesOf } from './backup-schedule.ts'

export interface RestoreFilesDeps {
  readonly target: Files
  readonly passphrase: string
  readonly installation: string
}

/** Brings back the documents of an installation's newest backup, which a copy of the database does not have. Resolves to their number. */
export const restoreFiles = async (
  { target, passphrase, installation }: RestoreFilesDeps,
  files: Files,
): Promise<number> => {
  const archives = archivesOf(await listTarget(target, ARCHIVES))
  const name = archives.find((archive) => archive.installation === installation)?.name
  if (name === undefined) return 0
  let count = 0
  for await (const part of readBackup(readStored({ target, name, passphrase }))) {
    if (part.kind !== 'file') continue
    await files.write(part.name, Readable.from([part.content]))
    count += 1
  }
  return count
}
