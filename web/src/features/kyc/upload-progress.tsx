import { Group } from '@mantine/core'
import { t } from '../../locales/translate.ts'

const ALL = 1

/** How much has left this device; after that the server looks at the files. */
export function UploadProgress({ part }: { part: number }) {
  const percent = Math.floor(part * 100)
  return (
    <div>
      <Group component="p" gap="sm" align="stretch" justify="space-between" wrap="nowrap" mb={6}>
        <span>{part >= ALL ? t('Checking the documents...') : t('Sending the documents...')}</span>
        <span className="tabular">{percent} %</span>
      </Group>
      <progress aria-label={t('Upload progress')} max={100} value={percent} />
    </div>
  )
}
