import { Group } from '@mantine/core'

const ALL = 1

/** How much has left this device; after that the server looks at the files. */
export function UploadProgress({ part }: { part: number }) {
  const percent = Math.floor(part * 100)
  return (
    <div>
      <Group component="p" gap="sm" align="stretch" justify="space-between" wrap="nowrap" mb={6}>
        <span>{part >= ALL ? 'Checking the documents...' : 'Sending the documents...'}</span>
        <span className="tabular">{percent} %</span>
      </Group>
      <progress aria-label="Upload progress" max={100} value={percent} />
    </div>
  )
}
