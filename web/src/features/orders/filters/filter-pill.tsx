import { type Icon, IconChevronDown, IconX } from 'virtual:icons'
import { ActionIcon, Box, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { useAnchor } from '../../../components/overlay/anchored.tsx'
import { t } from '../../../locales/translate.ts'

interface FilterPillProps {
  readonly name: string
  readonly Icon: Icon
  /** The selected value as text; empty when nothing is selected. */
  readonly chosen: string
  readonly buttonProps: ReturnType<typeof useAnchor>['buttonProps']
  readonly onClear: () => void
  /** The popover. */
  readonly children: ReactNode
}

/** A filter button that shows its value and opens a popover, with a button that clears it. */
export function FilterPill({ name, Icon, chosen, buttonProps, onClear, children }: FilterPillProps) {
  const isSet = chosen !== ''
  return (
    <Box component="span" display="inline-flex" pos="relative" maw="100%">
      <Button
        {...PILL}
        {...buttonProps}
        variant={isSet ? 'light' : 'default'}
        pr={isSet ? 38 : 'sm'}
        leftSection={<Icon stroke={1.8} />}
        rightSection={!isSet && <IconChevronDown size={14} stroke={2} />}
      >
        {isSet ? `${name}: ${chosen}` : name}
      </Button>
      {children}
      {isSet && (
        <ActionIcon
          radius="xl"
          pos="absolute"
          right={0}
          top={0}
          aria-label={t('Clear {filter}', { filter: name.toLowerCase() })}
          onClick={onClear}
        >
          <IconX size={14} stroke={2.2} />
        </ActionIcon>
      )}
    </Box>
  )
}

/** The style of every filter button. */
export const PILL = { h: 36, radius: 'xl', px: 'sm' } as const
