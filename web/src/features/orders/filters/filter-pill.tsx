import { IconChevronDown, IconX } from 'virtual:icons'
import { Popover, UnstyledButton } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import css from './filter-pill.module.css'

interface FilterPillProps {
  readonly name: string
  readonly Icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  /** What is chosen, in words; empty when nothing is. */
  readonly chosen: string
  readonly opened: boolean
  readonly onOpen: (opened: boolean) => void
  readonly onClear: () => void
  readonly children: ReactNode
}

/** A filter that says what is chosen and opens to choose; beside it the way to take it back. */
export function FilterPill({ name, Icon, chosen, opened, onOpen, onClear, children }: FilterPillProps) {
  const isSet = chosen !== ''
  return (
    <span className={css.group}>
      <Popover
        opened={opened}
        onChange={onOpen}
        position="bottom-start"
        offset={6}
        shadow="md"
        radius="md"
        trapFocus
        returnFocus
        transitionProps={{ duration: 100 }}
      >
        <Popover.Target>
          <UnstyledButton
            className={css.pill ?? ''}
            data-set={isSet || undefined}
            onClick={() => onOpen(!opened)}
          >
            <Icon size={16} stroke={1.8} aria-hidden />
            <span className={css.text}>
              {name}
              {isSet && <span className={css.chosen}>{chosen}</span>}
            </span>
            {!isSet && <IconChevronDown size={14} stroke={2} aria-hidden />}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown aria-label={name} className={css.dropdown ?? ''}>
          {children}
        </Popover.Dropdown>
      </Popover>
      {isSet && (
        <UnstyledButton
          className={css.clear ?? ''}
          aria-label={`Clear ${name.toLowerCase()}`}
          onClick={onClear}
        >
          <IconX size={14} stroke={2.2} aria-hidden />
        </UnstyledButton>
      )}
    </span>
  )
}
