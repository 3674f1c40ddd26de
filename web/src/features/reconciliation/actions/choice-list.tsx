import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './choice-list.module.css'

export interface Choice {
  readonly id: string
  readonly first: string
  readonly second: string
  readonly amount: string
  readonly mark: ReactNode
}

interface ChoiceListProps {
  readonly legend: string
  readonly name: string
  readonly choices: readonly Choice[]
  readonly chosen: string | undefined
  readonly error: string | undefined
  readonly onChoose: (id: string) => void
}

/** Radio buttons for a few records, each with its distinguishing details. */
export function ChoiceList({ legend, name, choices, chosen, error, onChoose }: ChoiceListProps) {
  return (
    <fieldset className={css.choices} aria-invalid={error !== undefined}>
      <Text component="legend" p={0} fw={550}>
        {legend}
      </Text>
      {choices.map(({ id, first, second, amount, mark }) => (
        <label key={id} className={css.choice}>
          <input type="radio" name={name} value={id} checked={id === chosen} onChange={() => onChoose(id)} />
          <Stack component="span" gap={2} flex={1} miw={0} className="breaks">
            <Text span fw={550}>
              {first}
            </Text>
            <Text span c="dimmed" fz="xs" className="tabular">
              {second}
            </Text>
          </Stack>
          <Stack component="span" gap={2} align="flex-end" flex="none">
            <Text span fw={650} className="amount">
              {amount}
            </Text>
            {mark}
          </Stack>
        </label>
      ))}
      {error !== undefined && (
        <Text c="var(--galla-failed)" fz="sm" role="alert">
          {error}
        </Text>
      )}
    </fieldset>
  )
}
