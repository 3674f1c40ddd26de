import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import css from '../case-detail.module.css'

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

/** A choice between a few records, each with what distinguishes it. */
export function ChoiceList({ legend, name, choices, chosen, error, onChoose }: ChoiceListProps) {
  return (
    <fieldset className={css.choices} aria-invalid={error !== undefined}>
      <legend>{legend}</legend>
      {choices.map(({ id, first, second, amount, mark }) => (
        <label key={id} className={css.choice}>
          <input type="radio" name={name} value={id} checked={id === chosen} onChange={() => onChoose(id)} />
          <Stack component="span" gap={2} flex={1} miw={0} className={css.choiceWords}>
            <strong>{first}</strong>
            <span className={css.label}>{second}</span>
          </Stack>
          <Stack component="span" gap={2} align="flex-end" flex="none" miw={0}>
            <span className={css.sum}>{amount}</span>
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
