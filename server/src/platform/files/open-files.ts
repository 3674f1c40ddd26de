import type { Log } from '../log.ts'
import type { Settings } from '../settings.ts'
import { createDiskFiles, type Files, filesFolder } from './files.ts'
import { createS3Files } from './s3-files.ts'
import { parseS3Location } from './s3-location.ts'

/**
 * Opens the file store of the settings. A store that refuses our credentials stops the start, before merchants lose documents; one that is
 * briefly unavailable does not.
 */
export const openFiles = async (
  settings: Pick<Settings, 'filesUrl' | 'dataDir'>,
  log: Pick<Log, 'warn'>,
): Promise<Files> => {
  const location = settings.filesUrl === undefined ? undefined : parseS3Location(settings.filesUrl)
  if (location === undefined) return createDiskFiles(filesFolder(settings))
  const files = createS3Files(location)
  if (!(await files.answers())) log.warn('the file store does not respond yet')
  return files
}
