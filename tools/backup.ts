import { resolve } from 'node:path'
import { openBackupTarget } from '../server/src/operator/backup/backup-target.ts'
import { makeBackup } from '../server/src/operator/backup/make-backup.ts'
import { takeBackup } from '../server/src/operator/backup/take-backup.ts'
import type { Backup } from '../server/src/platform/backup/write-backup.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { openFiles } from '../server/src/platform/files/open-files.ts'
import { createLog } from '../server/src/platform/log.ts'
import { runCommand } from '../server/src/platform/report-failure.ts'
import { readSettings } from '../server/src/platform/settings.ts'
import { counted, getBackupSettings, readCommand } from './backup-arguments.ts'
import { findDatabase } from './find-database.ts'

const sentence = (name: string, made: Backup): string =>
  `${name}: ${counted(made.rows, 'row', 'rows')} and ${counted(made.files, 'file', 'files')} in ${counted(made.bytes, 'byte', 'bytes')}, verified.`

const main = async (): Promise<void> => {
  const { file: given, passphrase } = readCommand(process.argv.slice(2))
  const file = given === undefined ? undefined : resolve(given)
  const settings = readSettings(process.env)
  const files = await openFiles(settings, createLog({ level: 'warn' }))
  const data = await findDatabase(settings)
  const db = openDatabase(data.connectionString, { applicationName: 'galla backup', max: 1 })
  try {
    const { connectionString } = data
    const deps = { db, connectionString, clock: systemClock, files, settings }
    if (file === undefined) {
      const backup = getBackupSettings(settings.backup)
      const target = openBackupTarget(backup)
      const { signal } = new AbortController()
      const { file: name, made } = await makeBackup({ ...deps, target, backup, signal })
      console.log(sentence(`${name} in BACKUP_URL`, made))
      return
    }
    console.log(sentence(file, await takeBackup(deps, file, passphrase)))
    console.log(
      passphrase === undefined
        ? 'The backup does not contain the key. Keep a copy of app.key (or APP_KEY) elsewhere, or its secrets are lost.'
        : 'The backup contains the key, encrypted with the passphrase. Anyone who has both can read every secret.',
    )
  } finally {
    await db.close()
    await data.stop()
  }
}

void runCommand(main)
