import { pathToFileURL } from 'node:url'
import { systemClock } from '../../platform/clock.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { createDiskFiles } from '../../platform/files/files.ts'
import { openBackupTarget } from './backup-target.ts'
import { makeBackup } from './make-backup.ts'

/** A real process for the crash test: writes half of a backup, says so, and waits to be killed. */
const [connectionString = '', folder = ''] = process.argv.slice(2)
const target = openBackupTarget({ url: pathToFileURL(folder).href })
await makeBackup({
  db: openDatabase(connectionString),
  connectionString,
  clock: systemClock,
  files: createDiskFiles(folder),
  settings: { appKey: Buffer.alloc(32, 7), dataDir: folder },
  backup: { url: '', passphrase: 'a passphrase', everyMs: 1, keep: 1, drillEveryMs: undefined },
  signal: new AbortController().signal,
  target: {
    ...target,
    write: (name, content) =>
      target.write(
        name,
        (async function* () {
          for await (const piece of content) {
            yield piece
            process.stdout.write('half\n')
            // Never resolves: the process is killed here.
            await new Promise(() => undefined)
          }
        })(),
      ),
  },
})
