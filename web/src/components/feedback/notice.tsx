import type { Icon } from 'virtual:icons'
import { Box, Group, type GroupProps, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Tone } from '../../theme/tone.ts'

interface NoticeProps extends Omit<GroupProps, 'title'> {
  readonly tone?: Tone
  readonly Icon?: Icon
  readonly title?: ReactNode
  /** The remedy: a link or a button. */
  readonly action?: ReactNode
}

/** A highlighted note, tinted with the colour of its tone. */
export function Notice({ tone = 'calm', Icon, title, action, children, ...rest }: NoticeProps) {
  const [colour, ground] =
    tone === 'calm'
      ? ['var(--galla-accent)', 'var(--galla-sunken)']
      : [`var(--galla-${tone})`, `var(--galla-${tone}-soft)`]
  return (
    <Group gap="8px 16px" py={10} px={14} bdrs="md" bg={ground} {...rest}>
      <Group flex="1 1 260px" gap={10} wrap="nowrap" align="flex-start">
        {Icon !== undefined && (
          <Box component="span" flex="none" lh="20px" mt={2} c={colour}>
            <Icon size={18} />
          </Box>
        )}
        <Box flex={1} miw={0} className="breaks">
          {title !== undefined && (
            <Text fw={600} {...(tone === 'calm' ? {} : { c: colour })}>
              {title}
            </Text>
          )}
          {children}
        </Box>
      </Group>
      {action}
    </Group>
  )
}
