import { Button, Popover, SimpleGrid, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import type { FieldMessages } from '../../../components/form/form-errors.ts'
import type { CheckedForm } from '../../../components/form/use-checked-form.ts'
import { Anchor, type Anchored } from '../../../components/overlay/anchored.tsx'
import { t } from '../../../locales/translate.ts'

/** The form of a filter, below its button. */
export function FilterPopover({
  name,
  anchored: { id, button, opened, onClose },
  children,
}: {
  readonly name: string
  readonly anchored: Anchored
  readonly children: ReactNode
}) {
  // Mantine gives the focus back only to what had it before an opening that it saw.
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return (
    <Popover
      id={id}
      opened={opened && isReady}
      onChange={onClose}
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
        <Anchor button={button} />
      </Popover.Target>
      <Popover.Dropdown aria-label={name} p="sm">
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}

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
