import { IconPlayerPlay } from 'virtual:icons'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { lazyPart } from '../../../../components/overlay/lazy-part.tsx'

const TryPanel = lazyPart(async () => (await import('./try-panel.tsx')).TryPanel, {
  failed: 'The form could not be loaded',
  fallback: <p role="status">Loading...</p>,
})

/** A button that loads and opens the form for a call. */
export function TryCall({ name }: { name: string }) {
  const [open, setOpen] = useState(false)
  if (open) return <TryPanel name={name} />
  return (
    <Group component="p" gap="8px 12px" c="dimmed" fz="sm" className="needs-script">
      <Button
        variant="default"
        px={14}
        leftSection={<IconPlayerPlay size={15} />}
        onClick={() => setOpen(true)}
      >
        Try it
      </Button>
      <span>Runs in test mode. No real money moves.</span>
    </Group>
  )
}
