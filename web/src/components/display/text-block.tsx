import { Box, Group } from '@mantine/core'
import { CopyIcon } from './copy-button.tsx'

const PRE = {
  mah: 280,
  m: 0,
  py: 10,
  px: 12,
  bdrs: 'sm',
  bg: 'var(--galla-sunken)',
  fz: 'xs',
  style: { overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
} as const

/** A titled block of preformatted text, such as the body of a webhook. */
export function TextBlock({ title, text }: { title: string; text: string }) {
  return (
    <Box component="section" mb="sm" aria-label={title}>
      <Group component="header" gap="8px 12px" justify="space-between">
        <small className="muted">{title}</small>
        <CopyIcon text={text} what={title.toLowerCase()} />
      </Group>
      <Box component="pre" tabIndex={0} {...PRE}>
        {text}
      </Box>
    </Box>
  )
}
