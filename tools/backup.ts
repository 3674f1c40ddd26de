import { resolve } from 'node:path'
import { openBackupTarget } from '../server/src/operator/backup/backup-target.ts'
import { makeBackup } from '../server/src/operator/backup/make-backup.ts'
import { takeBackup } from '../server/src/operator/backup/take-backup.ts'
import type { Backup } from '../server/src/platform/backup/backup-archive.ts'
import { fileTarget } from '../server/src/platform/backup/file-target.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { openFiles } from '../server/src/platform/files/open-files.ts'
import { createLog } from '../server/src/platform/log.ts'
import { runCommand } from '../server/src/platform/report-failure.ts'
import { readSettings } from '../server/src/platform/settings.ts'
import { counted, getBackupSettings, getPassphrase, readCommand } from './backup-arguments.ts'
import { findDatabase } from './find-database.ts'

const sentence = (name: string, made: Backup): string =>
  `${name}: the database, the app key and ${counted(made.files, 'file', 'files')} in ${counted(made.bytes, 'byte', 'bytes')}, verified. Only its passphrase opens it.`

const main = async (): Promise<void> => {
  const { file, passphrase } = readCommand(process.argv.slice(2))
  const settings = readSettings(process.env)
  const files = await openFiles(settings, createLog({ level: 'warn' }))
  const data = await findDatabase(settings)
  const db = openDatabase(data.connectionString, { applicationName: 'galla backup', max: 1 })
  const { signal } = new AbortController()
  try {
    const { connectionString } = data
    const deps = { db, connectionString, clock: systemClock, files, settings }
    if (file === undefined) {
      const backup = getBackupSettings(settings.backup)
      const { file: name, made } = await makeBackup({
        ...deps,
        target: openBackupTarget(backup),
        backup,
        signal,
      })
      console.log(sentence(`${name} in BACKUP_URL`, made))
      return
    }
    const name = resolve(file)
    const to = { target: fileTarget(name), name, passphrase: getPassphrase(passphrase, settings.backup) }
    console.log(sentence(name, await takeBackup(deps, to, signal)))
  } finally {
    await db.close()
    await data.stop()
  }
}

void runCommand(main)
