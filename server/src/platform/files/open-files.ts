import type { Log } from '../log.ts'
import type { Settings } from '../settings.ts'
import { createDiskFiles, type Files, filesFolder } from './files.ts'
import { createS3Files } from './s3-files.ts'
import { parseS3Location } from './s3-location.ts'

/**
 * The files where the settings say that they lie. A store that does not know us stops the start, before merchants are told that
 * their documents could not be kept; one that is away for a moment does not.
 */
export const openFiles = async (
  settings: Pick<Settings, 'filesUrl' | 'dataDir'>,
  log: Pick<Log, 'warn'>,
): Promise<Files> => {
  const place = settings.filesUrl === undefined ? undefined : parseS3Location(settings.filesUrl)
  if (place === undefined) return createDiskFiles(filesFolder(settings))
  const files = createS3Files(place)
  if (!(await files.answers())) log.warn('the store of files does not answer yet')
  return files
}
