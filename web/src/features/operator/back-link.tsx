import { IconArrowLeft } from 'virtual:icons'
import { Button } from '@mantine/core'
import { Link } from 'react-router'

/** The way back to the list that a screen was opened from. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Button
      component={Link}
      to={to}
      variant="subtle"
      px="xs"
      ml="-xs"
      mt={-8}
      leftSection={<IconArrowLeft />}
    >
      {children}
    </Button>
  )
}
