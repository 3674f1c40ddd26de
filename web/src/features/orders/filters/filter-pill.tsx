import { type Icon, IconChevronDown, IconX } from 'virtual:icons'
import { ActionIcon, Box, Button, Popover, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FieldMessages } from '../../../components/form/form-errors.ts'
import type { CheckedForm } from '../../../components/form/use-checked-form.ts'
import { t } from '../../../locales/translate.ts'

interface FilterPillProps {
  readonly name: string
  readonly Icon: Icon
  /** The selected value as text; empty when nothing is selected. */
  readonly chosen: string
  readonly opened: boolean
  readonly onOpen: (opened: boolean) => void
  readonly onClear: () => void
  readonly children: ReactNode
}

/** A filter button that shows its value and opens a popover, with a button that clears it. */
export function FilterPill({ name, Icon, chosen, opened, onOpen, onClear, children }: FilterPillProps) {
  const isSet = chosen !== ''
  return (
    <Box component="span" display="inline-flex" pos="relative" maw="100%">
      <Popover
        opened={opened}
        onChange={onOpen}
        position="bottom-start"
        offset={6}
        shadow="md"
        radius="md"
        width="min(320px, calc(100vw - 24px))"
        trapFocus
        returnFocus
        transitionProps={{ duration: 100 }}
      >
        <Popover.Target>
          <Button
            {...PILL}
            variant={isSet ? 'light' : 'default'}
            pr={isSet ? 38 : 'sm'}
            leftSection={<Icon stroke={1.8} />}
            rightSection={!isSet && <IconChevronDown size={14} stroke={2} />}
            onClick={() => onOpen(!opened)}
          >
            {isSet ? `${name}: ${chosen}` : name}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={name} p="sm">
          {children}
        </Popover.Dropdown>
      </Popover>
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

/** Names the message about all fields of a filter. */
export const ALL_FIELDS = 'all'
export const forAll = (message: string): FieldMessages => (message === '' ? {} : { [ALL_FIELDS]: message })

/** Holds the input of a filter, with the message about all its fields, until it is applied. */
export function FilterForm({ error, formProps, children }: FilterFormProps) {
  return (
    <form {...formProps}>
      <Stack gap="sm">
        <SimpleGrid cols={2} spacing="xs">
          {children}
        </SimpleGrid>
        {error !== undefined && (
          <Text c="var(--galla-failed)" role="alert">
            {error}
          </Text>
        )}
        <Button type="submit">{t('Apply')}</Button>
      </Stack>
    </form>
  )
}

interface FilterFormProps {
  readonly error: ReactNode
  readonly formProps: ReturnType<CheckedForm<object>['formProps']>
  readonly children: ReactNode
}
